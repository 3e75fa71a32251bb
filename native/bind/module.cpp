// The binary module: one submodule a family of games.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

void bind_tokan(nb::module_& module);
void bind_tokan_search(nb::module_& module);
void bind_tokan_solver(nb::module_& module);
void bind_chocolate(nb::module_& module);
void bind_chocolate_search(nb::module_& module);

NB_MODULE(_core, module) {
  module.doc() = "The games at the speed of the machine; go through tafelrunde.native.";
  module.attr("version") = TAFELRUNDE_VERSION;
  bind_tokan(module);
  bind_tokan_solver(module);
  bind_tokan_search(module);
  bind_chocolate(module);
  bind_chocolate_search(module);
}
