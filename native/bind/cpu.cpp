// What the processor can do: a module of its own, built for the oldest one, so that it can be asked everywhere.
#include <Python.h>

namespace {

PyObject* has_v3(PyObject*, PyObject*) {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
  __builtin_cpu_init();
  const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                   __builtin_cpu_supports("fma");
#else
  const bool has = false;
#endif
  return PyBool_FromLong(has);
}

PyMethodDef methods[] = {
    {"has_v3", has_v3, METH_NOARGS, "Tell whether code for x86-64-v3 (AVX2, BMI2, FMA) runs here."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_cpu", "What the processor can do.", 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() { return PyModule_Create(&definition); }
