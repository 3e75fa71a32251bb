#include "tokan/observe.hpp"

#include <cstring>

#include "tokan/features.hpp"
#include "tokan/spread.hpp"

namespace tafelrunde::tokan {

namespace {

using namespace features;

void write_row(const Features& row, std::uint8_t* seen) noexcept { std::memcpy(seen, &row, sizeof row); }

void observe_draft(const Draft& draft, std::uint8_t* observation) noexcept {
  const std::uint64_t window = window_of(draft);
  for (std::size_t cell = 0; cell < kStripCells; ++cell) {
    std::uint8_t* seen = observation + cell * kFeatures;
    write_row(features_of(draft.side, 0, static_cast<Tile>(draft.kinds[cell] * 8)), seen);
    seen[kHere] = static_cast<std::uint8_t>(window >> cell & 1);
    seen[kDrafting] = 1;
  }
}

void observe_field(const Board& board, int columns, std::uint8_t* observation) noexcept {
  for (int cell = 0; cell < kCells; ++cell) {
    std::uint8_t* seen = observation + (row_of(cell) * columns + column_of(cell)) * kFeatures;
    write_row(tower_features(board, cell), seen);
    seen[kTabooHere] = cell == board.taboo ? 1 : 0;
  }
}

}  // namespace

void observe(const Position& position, std::uint8_t* observation) noexcept {
  if (position.drafting) {
    observe_draft(position.draft, observation);
    return;
  }
  const int columns = observed_columns(position.options);
  if (columns != kColumns) std::memset(observation, 0, static_cast<std::size_t>(observation_size(position.options)));
  observe_field(position.board, columns, observation);
}

void write_mask(const Position& position, const MoveSet& moves, std::uint8_t* mask) noexcept {
  if (!position.drafting) {
    spread_moves(moves, mask);
    if (position.options.setup == Setup::kDraft) std::memset(mask + kMoveActions, 0, kActions - kMoveActions);
    return;
  }
  std::memset(mask, 0, kMoveActions);
  for (int animal = 0; animal < kAnimals; ++animal) {
    const bool left = position.draft.stock[make_kind(position.draft.side, animal)] > 0;
    spread(left ? position.draft.legal_cells() : 0, kStripCells, mask + kMoveActions + animal * kStripCells);
  }
}

}  // namespace tafelrunde::tokan
