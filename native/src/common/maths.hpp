// Exponential and logarithm from the four operations alone: the libraries of machines differ in the last bit, and a
// search that follows them would choose another move in a browser than on a server.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace tafelrunde {

namespace detail {

inline constexpr double kLogTwoHigh = 0x1.62e42fefp-1;       // exact when multiplied by an exponent
inline constexpr double kLogTwoLow = 0x1.473de6af278edp-34;  // the rest of it
inline constexpr double kLogTwo = 0x1.62e42fefa39efp-1;

inline constexpr std::array<double, 14> kInverseFactorials = [] {
  std::array<double, 14> inverses{};
  double factorial = 1.0;
  for (std::size_t i = 0; i < inverses.size(); ++i) {
    if (i > 0) factorial *= static_cast<double>(i);
    inverses[i] = 1.0 / factorial;
  }
  return inverses;
}();

inline constexpr std::array<double, 10> kInverseOdds = [] {
  std::array<double, 10> inverses{};
  for (std::size_t i = 0; i < inverses.size(); ++i) inverses[i] = 1.0 / static_cast<double>(2 * i + 1);
  return inverses;
}();

}  // namespace detail

// e to the power of x, within a few units in the last place.
inline double exponential(double x) noexcept {
  if (x > 709.0) return HUGE_VAL;
  if (x < -708.0) return 0.0;
  const double scaled = x / detail::kLogTwo;
  const auto power = static_cast<std::int64_t>(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
  const auto turns = static_cast<double>(power);
  const double rest = (x - turns * detail::kLogTwoHigh) - turns * detail::kLogTwoLow;
  // The series of e: what is left is below 0.35, and its fourteenth power divided by 14! is nothing any more.
  double sum = 0.0;
  for (std::size_t i = detail::kInverseFactorials.size(); i-- > 0;) sum = sum * rest + detail::kInverseFactorials[i];
  return sum * std::bit_cast<double>(static_cast<std::uint64_t>(power + 1023) << 52);
}

// The natural logarithm of a normal number above zero, within a few units in the last place.
inline double logarithm(double x) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  auto power = static_cast<std::int64_t>(bits >> 52) - 1023;
  double part = std::bit_cast<double>((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
  if (part > 1.4142135623730951) {
    part /= 2;
    ++power;
  }
  // log x = 2 artanh((x - 1) / (x + 1)), which is below 0.172 here.
  const double slope = (part - 1) / (part + 1);
  const double square = slope * slope;
  double sum = 0.0;
  for (std::size_t i = detail::kInverseOdds.size(); i-- > 0;) sum = sum * square + detail::kInverseOdds[i];
  const auto turns = static_cast<double>(power);
  return turns * detail::kLogTwoHigh + (2 * slope * sum + turns * detail::kLogTwoLow);
}

}  // namespace tafelrunde
