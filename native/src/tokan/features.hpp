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
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tokan/board.hpp"

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

// kTileFeatures[side][depth][kind]: what a tile adds to the features of its cell as a side sees them. A gap adds
// nothing but its cell, so that short towers need no special care.
alignas(kFeatures) inline constexpr auto kTileFeatures = [] {
  std::array<std::array<Rows, kDepths>, 2> features{};
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t depth = 0; depth < kDepths; ++depth)
      for (std::size_t kind = 0; kind < 8; ++kind) {
        auto& row = features[side][depth][kind];
        const std::size_t animal = kind & 3;
        const std::size_t half = (kind >> 2) == side ? 0 : kHalf;
        if (depth == 0) row[kHere] = 1;
        if (animal == kNoKind) continue;
        if (depth == 0) {
          row[half + animal] = row[kHeight] = 1;
        } else {
          row[half + 2 + depth] = static_cast<std::uint8_t>(animal + 1);
        }
      }
  return features;
}();

// A tile's kind stands three bits up in its number, so that its row is found with a mask and a scaled address.
inline Features features_of(int side, std::size_t depth, Tile tile) noexcept {
  static_assert(kFeatures == 8 * 2);
  const Rows& rows = kTileFeatures[static_cast<std::size_t>(side)][depth];
  Features features;
  std::memcpy(&features, rows[0].data() + std::size_t{2} * (tile & 0x38U), sizeof features);
  return features;
}

// The features of a tower as the side to move sees them. All depths are looked at: cheaper than to ask how many there
// are.
inline Features tower_features(const Board& board, int cell) noexcept {
  const Tower tower = board.towers[static_cast<std::size_t>(cell)];
  const Tile top = top_of(tower);
  const Tile second = board.below[top];
  const Tile third = board.below[second];
  const Tile fourth = board.below[third];
  Features features = features_of(board.side, 0, top) + features_of(board.side, 1, second) +
                      features_of(board.side, 2, third) + features_of(board.side, 3, fourth);
  features[kHeight] = static_cast<std::uint8_t>(height_of(tower));
  return features;
}

// Lets the other side look at a field of thirty rows: what was its opponent's becomes its own, no cell is taboo.
inline void turn_rows(std::uint8_t* rows) noexcept {
  static_assert(std::endian::native == std::endian::little && kCells % 2 == 0);
  using TwoRows [[gnu::vector_size(2 * kFeatures)]] = std::uint64_t;  // a word for each half of a row
  constexpr std::uint64_t kTileBytes = (std::uint64_t{1} << (8 * kHeight)) - 1;
  constexpr TwoRows kExchanged{kTileBytes, kTileBytes, kTileBytes, kTileBytes};
  constexpr TwoRows kKept{~kTileBytes, 0, ~kTileBytes, 0};
#pragma GCC unroll 15
  for (int pair = 0; pair < kCells / 2; ++pair) {
    TwoRows seen;
    std::memcpy(&seen, rows + pair * 2 * kFeatures, sizeof seen);
    seen = (__builtin_shufflevector(seen, seen, 1, 0, 3, 2) & kExchanged) | (seen & kKept);
    std::memcpy(rows + pair * 2 * kFeatures, &seen, sizeof seen);
  }
}

}  // namespace features

}  // namespace tafelrunde::tokan
