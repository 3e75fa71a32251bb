// Moves and placings as numbers, for learners and for tables.
//
// A move from `cell` is (carry * 4 + direction) * 30 + cell: twelve planes over the field, below 360. A placing is
// 360 + animal * 50 + strip cell: three planes over the strip of draft.hpp, below 510. The numbers of a match without a
// draft end at 360.
#pragma once

#include "tokan/draft.hpp"
#include "tokan/moves.hpp"

namespace tafelrunde::tokan {

using Action = int;

inline constexpr Action kMoveActions = kMovePlanes * kCells;
inline constexpr Action kActions = kMoveActions + kAnimals * kStripCells;

constexpr Action action_of(Move move) noexcept {
  return static_cast<Action>(move.code() / 32 * kCells + move.code() % 32);
}
constexpr Action action_of(Placing placing) noexcept {
  return kMoveActions + placing.animal * kStripCells + placing.cell;
}

constexpr bool is_move(Action action) noexcept { return action >= 0 && action < kMoveActions; }
constexpr bool is_placing(Action action) noexcept { return action >= kMoveActions && action < kActions; }

constexpr Move move_of(Action action) noexcept {
  return Move(static_cast<unsigned>(action / kCells * 32 + action % kCells));
}
constexpr Placing placing_of(Action action) noexcept {
  const int rest = action - kMoveActions;
  return {static_cast<std::uint8_t>(rest / kStripCells), static_cast<std::uint8_t>(rest % kStripCells)};
}

}  // namespace tafelrunde::tokan
