// Problems of the core as the typed errors of the Python package.
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "tokan/text.hpp"

namespace tafelrunde::tokan {

// Sets the Python error that fits the problem and throws it; does nothing when there is none.
void raise(const Problem& problem);

[[noreturn]] void raise_bad_options(const std::string& option, const std::string& reason);

}  // namespace tafelrunde::tokan
