// The parts of the TOKAN bindings.
#pragma once

#include <nanobind/nanobind.h>

#include "tokan/observe.hpp"

namespace tafelrunde::tokan {

void bind_options(nanobind::module_& module);
void bind_batch(nanobind::module_& module);

}  // namespace tafelrunde::tokan
