// Words that hold one row of the field, and the few bit operations on them.
//
// Two widths are enough. A narrow field has 32 rows of 32 bits: nearly every game fits, all planes together stay below
// 2 kB and eight rows fill one vector register. A wide field has 128 rows of 128 bits: 48 cards reach at most 96 cells
// across, so it holds whatever the rules allow.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "common/bits.hpp"

namespace tafelrunde::chocolate {

using Narrow = std::uint32_t;
__extension__ typedef unsigned __int128 Wide;

template <class Row>
inline constexpr int kBits = static_cast<int>(sizeof(Row)) * 8;

template <class Row>
constexpr int count_bits(Row row) {
  if constexpr (sizeof(Row) <= 8) {
    return std::popcount(row);
  } else {
    return std::popcount(static_cast<std::uint64_t>(row)) + std::popcount(static_cast<std::uint64_t>(row >> 64));
  }
}

// The index of the lowest set bit of a row that is not empty.
template <class Row>
constexpr int lowest_bit(Row row) {
  if constexpr (sizeof(Row) <= 8) {
    return std::countr_zero(row);
  } else {
    const auto low = static_cast<std::uint64_t>(row);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(row >> 64));
  }
}

// The index of the k-th set bit (from 0) of a row with more than k bits.
template <class Row>
int nth_bit(Row row, int k) {
  if constexpr (sizeof(Row) <= 8) {
    return select(row, static_cast<std::uint32_t>(k));
  } else {
    for (; k > 0; --k) row &= row - 1;
    return lowest_bit(row);
  }
}

// The number of set bits in some rows that follow one another.
template <int kRows, class Row>
int count_rows(const Row* rows) {
  int n = 0;
  if constexpr (sizeof(Row) == 4 && kRows % 2 == 0) {
    for (int i = 0; i < kRows; i += 2) {
      std::uint64_t two;
      std::memcpy(&two, rows + i, sizeof two);
      n += std::popcount(two);
    }
  } else {
    for (int i = 0; i < kRows; ++i) n += count_bits(rows[i]);
  }
  return n;
}

template <class Row>
constexpr Row shifted(Row row, int by) {
  return by >= 0 ? static_cast<Row>(row << by) : static_cast<Row>(row >> -by);
}

}  // namespace tafelrunde::chocolate
