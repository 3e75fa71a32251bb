// The time, which nothing here has a clock of its own for.
#pragma once

#include <cstdint>
#include <functional>

namespace tafelrunde::engine {

struct Clock {
  std::function<double()> passed;                     // which part of the time is over: 1 or more ends a search
  std::function<bool(std::uint64_t positions)> tell;  // told how many positions were looked at; whether to go on
};

}  // namespace tafelrunde::engine
