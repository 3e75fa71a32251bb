#include "tokan_errors.hpp"

#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace tafelrunde::tokan {

namespace {

template <class... Arguments>
[[noreturn]] void raise_as(const char* name, const Arguments&... arguments) {
  const nb::object type = nb::module_::import_("tafelrunde.games.errors").attr(name);
  const nb::object error = type(arguments...);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

}  // namespace

void raise(const Problem& problem) {
  switch (problem.fault) {
    case Fault::kNone: return;
    case Fault::kNotation: raise_as("InvalidNotation", problem.text, problem.reason);
    case Fault::kSetup: raise_as("BadSetup", problem.reason);
    case Fault::kIllegal: raise_as("IllegalMove", problem.text, problem.reason);
  }
}

void raise_bad_options(const std::string& option, const std::string& reason) { raise_as("BadOptions", option, reason); }

}  // namespace tafelrunde::tokan
