// Scho K.O. and Schokoly, behind the door tafelrunde.native.chocolate.
#include "chocolate.hpp"

void bind_chocolate(nanobind::module_& module) {
  nanobind::module_ chocolate = module.def_submodule("chocolate", "Scho K.O. and Schokoly.");
  tafelrunde::chocolate::bind_chocolate_rules(chocolate);
  tafelrunde::chocolate::bind_chocolate_position(chocolate);
  tafelrunde::chocolate::bind_chocolate_batch(chocolate);
}
