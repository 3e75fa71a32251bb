// Bit tricks that the standard library does not name.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace tafelrunde {

// The position of the lowest set bit of a word that is not zero.
constexpr int lowest(std::uint64_t word) noexcept { return std::countr_zero(word); }

// The position of set bit number n (counted from 0 at the low end); the word must have more than n bits.
inline int select(std::uint64_t word, std::uint32_t n) noexcept {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(1ULL << n, word));
#else
  for (; n != 0; --n) word &= word - 1;
  return std::countr_zero(word);
#endif
}

}  // namespace tafelrunde
