// The thirty spaces: cell = row * 6 + column, row 0 being row "1", column 0 column "a". A Mask holds one bit a cell.
#pragma once

#include <array>
#include <cstdint>

namespace tafelrunde::tokan {

using Mask = std::uint32_t;

inline constexpr int kRows = 5;
inline constexpr int kColumns = 6;
inline constexpr int kCells = kRows * kColumns;
inline constexpr std::uint8_t kNoCell = 31;
inline constexpr Mask kField = (Mask{1} << kCells) - 1;

enum Direction : std::uint8_t { kEast = 0, kWest = 1, kNorth = 2, kSouth = 3 };
inline constexpr int kDirections = 4;
inline constexpr std::array<int, kDirections> kStep{1, -1, kColumns, -kColumns};

constexpr int row_of(int cell) noexcept { return cell / kColumns; }
constexpr int column_of(int cell) noexcept { return cell % kColumns; }
constexpr Mask bit(int cell) noexcept { return Mask{1} << cell; }

inline constexpr Mask kColumnA = 0x01041041;  // bits 0, 6, 12, 18, 24
inline constexpr Mask kColumnF = kColumnA << (kColumns - 1);

// The number of cells between `cell` and the edge in a direction.
constexpr int room(int cell, int direction) noexcept {
  switch (direction) {
    case kEast: return kColumns - 1 - column_of(cell);
    case kWest: return column_of(cell);
    case kNorth: return kRows - 1 - row_of(cell);
    default: return row_of(cell);
  }
}

// kBehind[d][c]: the cells behind c, seen by a tile that leaves it in direction d.
inline constexpr auto kBehind = [] {
  std::array<std::array<Mask, 32>, kDirections> masks{};
  for (int direction = 0; direction < kDirections; ++direction)
    for (int cell = 0; cell < kCells; ++cell)
      for (int i = 1; i <= room(cell, direction ^ 1); ++i)
        masks[static_cast<std::size_t>(direction)][static_cast<std::size_t>(cell)] |=
            bit(cell - i * kStep[static_cast<std::size_t>(direction)]);
  return masks;
}();

}  // namespace tafelrunde::tokan
