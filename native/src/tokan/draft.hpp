// The draft: twenty tiles are laid one by one around two starting columns.
//
// It takes place on a strip of ten columns, wide enough for every window of six around the starting columns:
// strip cell = row * 10 + column, column 4 being the left one of the two starting columns (column 0 of the notation).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "common/rng.hpp"
#include "tokan/board.hpp"

namespace tafelrunde::tokan {

inline constexpr int kStripColumns = 10;
inline constexpr int kStripCells = kRows * kStripColumns;
inline constexpr int kStripOrigin = 4;  // the strip's column that the notation calls 0
inline constexpr int kDraftStartTiles = 10;

struct Placing {
  std::uint8_t animal;
  std::uint8_t cell;  // of the strip
  bool operator==(const Placing&) const = default;
};

struct Draft {
  std::array<Kind, kStripCells> kinds;     // kNoKind where nothing lies
  std::uint64_t laid;                      // one bit a strip cell
  std::array<std::uint8_t, kKinds> stock;  // tiles of each kind still to be laid
  std::uint8_t side;                       // the colour to place
  std::uint8_t first_column;               // the leftmost strip column with a tile
  std::uint8_t last_column;

  [[nodiscard]] int count() const noexcept;
  [[nodiscard]] bool complete() const noexcept { return count() == kTiles; }
  // The cells, free or not, that share a side with a tile.
  [[nodiscard]] std::uint64_t beside() const noexcept;
  [[nodiscard]] std::uint64_t legal_cells() const noexcept;
  [[nodiscard]] bool legal(Placing placing) const noexcept;
};

// The strip's columns that the window of six may still reach, one bit a cell.
std::uint64_t window_of(const Draft& draft) noexcept;

// The draft before anything lies, every tile in stock.
Draft empty_draft(int side) noexcept;

// Lays a tile, whoever's turn it is (when a draft is set up); the cell must be free.
void lay(Draft& draft, Kind kind, int cell) noexcept;

// Plays a legal placing of the side to move.
void place(Draft& draft, Placing placing) noexcept;

// Five random tiles of each colour on the two starting columns, a random colour to begin.
Draft deal_draft(Rng& rng) noexcept;

// The field of a complete draft.
Board field_of(const Draft& draft) noexcept;

std::uint64_t hash_of(const Draft& draft) noexcept;

}  // namespace tafelrunde::tokan
