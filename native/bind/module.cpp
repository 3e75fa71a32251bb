// The binary module: one submodule a family of games.
#include <nanobind/nanobind.h>

#include <stdexcept>

namespace nb = nanobind;

void bind_tokan(nb::module_& module);
void bind_tokan_search(nb::module_& module);
void bind_tokan_solver(nb::module_& module);
void bind_chocolate(nb::module_& module);
void bind_chocolate_search(nb::module_& module);

NB_MODULE(_core, module) {
#if defined(__AVX2__) && defined(__BMI2__)
  // A build made for newer processors must fail here, where the door can fall back to Python, and not in a game.
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) {
    throw std::runtime_error(
        "the native core was built for a newer processor; rebuild it with TAFELRUNDE_ARCH=portable");
  }
#endif
  module.doc() = "The games at the speed of the machine; go through tafelrunde.native.";
  bind_tokan(module);
  bind_tokan_solver(module);
  bind_tokan_search(module);
  bind_chocolate(module);
  bind_chocolate_search(module);
}
