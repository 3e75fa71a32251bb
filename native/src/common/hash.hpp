// The mixing function behind seeds and hash keys.
#pragma once

#include <cstdint>

namespace tafelrunde {

// The step of Weyl sequences that feed mix64: the fractional part of the golden ratio.
inline constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15ULL;

// Permutes the 64-bit words so that every bit of the input sways every bit of the output (the SplitMix64 finaliser).
constexpr std::uint64_t mix64(std::uint64_t x) noexcept {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace tafelrunde
