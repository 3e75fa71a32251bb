// What a learner sees: sixteen numbers a cell, seen by the side to move, and one byte for each action.
//
// An observation is rows x columns x 16 bytes, row "1" first, column "a" first. A match without a draft has six
// columns. A match with one has ten: the strip of draft.hpp while the field is laid, later the field in the first six,
// so that cells and actions always agree. What the features of a cell are is said in features.hpp.
#pragma once

#include <cstdint>

#include "tokan/features.hpp"
#include "tokan/position.hpp"

namespace tafelrunde::tokan {

constexpr int observed_columns(const Options& options) noexcept {
  return options.setup == Setup::kDraft ? kStripColumns : kColumns;
}
constexpr int observation_size(const Options& options) noexcept {
  return kRows * observed_columns(options) * kFeatures;
}
constexpr int action_count(const Options& options) noexcept {
  return options.setup == Setup::kDraft ? kActions : kMoveActions;
}

// Writes observation_size() bytes.
void observe(const Position& position, std::uint8_t* observation) noexcept;

// Writes action_count() bytes, 1 for legal actions; `moves` are the legal moves of a position without draft.
void write_mask(const Position& position, const MoveSet& moves, std::uint8_t* mask) noexcept;

}  // namespace tafelrunde::tokan
