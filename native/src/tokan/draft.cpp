#include "tokan/draft.hpp"

#include <algorithm>
#include <bit>

#include "tokan/hash.hpp"

namespace tafelrunde::tokan {

namespace {

constexpr std::uint64_t kStrip = (1ULL << kStripCells) - 1;

// One bit in each row, in column 0 of the strip.
constexpr std::uint64_t kFirstColumn = [] {
  std::uint64_t mask = 0;
  for (int row = 0; row < kRows; ++row) mask |= 1ULL << (row * kStripColumns);
  return mask;
}();
constexpr std::uint64_t kLastColumn = kFirstColumn << (kStripColumns - 1);

}  // namespace

int Draft::count() const noexcept { return std::popcount(laid); }

std::uint64_t window_of(const Draft& draft) noexcept {
  const int first = draft.last_column - (kColumns - 1);
  const int last = draft.first_column + (kColumns - 1);
  const std::uint64_t row = (1ULL << (last - first + 1)) - 1;
  return kFirstColumn * (row << first);
}

std::uint64_t Draft::beside() const noexcept {
  return ((laid & ~kLastColumn) << 1 | (laid & ~kFirstColumn) >> 1 | laid << kStripColumns | laid >> kStripColumns) &
         kStrip;
}

std::uint64_t Draft::legal_cells() const noexcept { return beside() & ~laid & window_of(*this); }

bool Draft::legal(Placing placing) const noexcept {
  return placing.animal < kAnimals && placing.cell < kStripCells && stock[make_kind(side, placing.animal)] > 0 &&
         (legal_cells() >> placing.cell & 1) != 0;
}

Draft empty_draft(int side) noexcept {
  Draft draft{};
  draft.kinds.fill(kNoKind);
  for (int colour = 0; colour < 2; ++colour)
    for (int animal = 0; animal < kAnimals; ++animal)
      draft.stock[make_kind(colour, animal)] = static_cast<std::uint8_t>(kCopies[static_cast<std::size_t>(animal)]);
  draft.side = static_cast<std::uint8_t>(side);
  draft.first_column = kStripOrigin;
  draft.last_column = kStripOrigin + 1;
  return draft;
}

void lay(Draft& draft, Kind kind, int cell) noexcept {
  draft.kinds[static_cast<std::size_t>(cell)] = kind;
  draft.laid |= 1ULL << cell;
  --draft.stock[kind];
  const auto column = static_cast<std::uint8_t>(cell % kStripColumns);
  draft.first_column = std::min(draft.first_column, column);
  draft.last_column = std::max(draft.last_column, column);
}

void place(Draft& draft, Placing placing) noexcept {
  lay(draft, make_kind(draft.side, placing.animal), placing.cell);
  draft.side ^= 1;
}

Draft deal_draft(Rng& rng) noexcept {
  std::array<Tile, kTiles> tiles = kAllTiles;
  const std::span<Tile> all(tiles);
  rng.shuffle(all.first(kTilesEach));
  rng.shuffle(all.last(kTilesEach));
  std::array<Tile, kDraftStartTiles> start;
  std::copy_n(all.begin(), kDraftStartTiles / 2, start.begin());
  std::copy_n(all.end() - kDraftStartTiles / 2, kDraftStartTiles / 2, start.begin() + kDraftStartTiles / 2);
  rng.shuffle(std::span<Tile>(start));
  Draft draft = empty_draft(static_cast<int>(rng.below(2)));
  for (int i = 0; i < kDraftStartTiles; ++i)
    lay(draft, kind_of(start[static_cast<std::size_t>(i)]), i / 2 * kStripColumns + kStripOrigin + i % 2);
  return draft;
}

Board field_of(const Draft& draft) noexcept {
  std::array<Tile, kTiles> tiles;
  std::array<std::uint8_t, kKinds> used{};
  for (int cell = 0; cell < kCells; ++cell) {
    const int at = row_of(cell) * kStripColumns + draft.first_column + column_of(cell);
    const Kind kind = draft.kinds[static_cast<std::size_t>(at)];
    tiles[static_cast<std::size_t>(cell)] = static_cast<Tile>(kind * 8 + used[kind]++);
  }
  return board_of(tiles, draft.side);
}

std::uint64_t hash_of(const Draft& draft) noexcept {
  std::uint64_t sum = mix64(kDraftSeed + draft.side);
  for (std::uint64_t rest = draft.laid; rest != 0; rest &= rest - 1) {
    const auto cell = static_cast<std::size_t>(std::countr_zero(rest));
    sum += kTileKeys[0][draft.kinds[cell]] * place_key(32 + cell);
  }
  return mix64(sum);
}

}  // namespace tafelrunde::tokan
