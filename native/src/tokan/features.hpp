// The sixteen numbers that a learner sees of a cell.
//
//    0 -  2   1 for an own mouse, jackal or lion on top of its tower
//    3 -  5   the reach of the tile directly below the top, below that, and below that (as deep as a move can uncover),
//             if it is an own one
//    6        the height of the tower
//    7        1 on the cells of the field; while it is laid, on all cells that may still become a part of it
//    8 - 13   like 0 - 5, of the opponent's tiles
//   14        1 if the cell is taboo
//   15        1 everywhere while the field is laid
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tokan/board.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace tafelrunde::tokan {

inline constexpr int kFeatures = 16;

namespace features {

inline constexpr std::size_t kHalf = kFeatures / 2;
inline constexpr std::size_t kHeight = 6;
inline constexpr std::size_t kHere = 7;
inline constexpr std::size_t kTabooHere = 14;
inline constexpr std::size_t kDrafting = 15;
inline constexpr std::size_t kDepths = 4;

using Features [[gnu::vector_size(kFeatures)]] = std::uint8_t;
using Rows = std::array<std::array<std::uint8_t, kFeatures>, 8>;

// kTileFeatures[depth][kind]: what a tile adds to the features of its cell, red's half before black's. A gap adds
// nothing but its cell, so that short towers need no special care.
alignas(kFeatures) inline constexpr auto kTileFeatures = [] {
  std::array<Rows, kDepths> features{};
  for (std::size_t depth = 0; depth < kDepths; ++depth)
    for (std::size_t kind = 0; kind < 8; ++kind) {
      auto& row = features[depth][kind];
      const std::size_t animal = kind & 3;
      const std::size_t half = (kind >> 2) * kHalf;
      if (depth == 0) row[kHere] = row[kHalf + kHere] = 1;
      if (animal == kNoKind) continue;
      if (depth == 0) {
        row[half + animal] = row[kHeight] = row[kHalf + kHeight] = 1;
      } else {
        row[half + 2 + depth] = static_cast<std::uint8_t>(animal + 1);
      }
    }
  return features;
}();

// A tile's kind stands three bits up in its number, so that its row is found with a mask and a scaled address.
inline Features features_of(std::size_t depth, Tile tile) noexcept {
  static_assert(kFeatures == 8 * 2);
  Features features;
  std::memcpy(&features, kTileFeatures[depth][0].data() + std::size_t{2} * (tile & 0x38U), sizeof features);
  return features;
}

// The features of a tower, red's half before black's. All depths are looked at: cheaper than to ask how many there are.
inline Features tower_features(const Board& board, int cell) noexcept {
  const Tower tower = board.towers[static_cast<std::size_t>(cell)];
  const Tile top = top_of(tower);
  const Tile second = board.below[top];
  const Tile third = board.below[second];
  const Tile fourth = board.below[third];
  Features features = features_of(0, top) + features_of(1, second) + features_of(2, third) + features_of(3, fourth);
  features[kHeight] = features[kHalf + kHeight] = static_cast<std::uint8_t>(height_of(tower));
  return features;
}

// What the side to move sees of a row: its half comes first, features of no colour are left out of the other half.
inline void write_row(int side, const std::uint8_t* row, std::uint8_t* seen) noexcept {
  const std::size_t own = static_cast<std::size_t>(side) * kHalf;
  std::uint64_t first;
  std::uint64_t second;
  std::memcpy(&first, row + own, kHalf);
  std::memcpy(&second, row + (kHalf - own), kHalf);
  second &= (std::uint64_t{1} << (8 * kHeight)) - 1;
  std::memcpy(seen, &first, kHalf);
  std::memcpy(seen + kHalf, &second, kHalf);
}

#if defined(__AVX2__)
// The same for all rows of a field, two at a time: a shuffle exchanges the halves and blanks in one go.
inline void write_rows(int side, const void* rows, std::uint8_t* seen) noexcept {
  alignas(16) static constexpr std::array<std::array<std::int8_t, kFeatures>, 2> kOrder{{
      {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, -1, -1},
      {8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, -1, -1},
  }};
  const auto* order_row = reinterpret_cast<const __m128i*>(kOrder[static_cast<std::size_t>(side)].data());
  const __m256i order = _mm256_broadcastsi128_si256(_mm_load_si128(order_row));
  const auto* from = static_cast<const __m256i*>(rows);
  auto* to = reinterpret_cast<__m256i*>(seen);
#pragma GCC unroll 15
  for (int pair = 0; pair < kCells / 2; ++pair)
    _mm256_storeu_si256(to + pair, _mm256_shuffle_epi8(_mm256_load_si256(from + pair), order));
}
#else
inline void write_rows(int side, const void* rows, std::uint8_t* seen) noexcept {
  const auto* from = static_cast<const std::uint8_t*>(rows);
  for (int cell = 0; cell < kCells; ++cell) write_row(side, from + cell * kFeatures, seen + cell * kFeatures);
}
#endif

}  // namespace features

}  // namespace tafelrunde::tokan
