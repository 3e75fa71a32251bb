// A position of a match: the house rules, and a draft or a field.
#pragma once

#include <cstdint>
#include <vector>

#include "tokan/action.hpp"
#include "tokan/score.hpp"

namespace tafelrunde::tokan {

struct Position {
  Options options;
  bool drafting = false;
  Draft draft{};  // meaningful while drafting
  Board board{};  // meaningful once the field is complete

  [[nodiscard]] int side() const noexcept { return drafting ? draft.side : board.side; }
  [[nodiscard]] bool legal(Action action) const noexcept;
  [[nodiscard]] std::vector<Action> legal_actions() const;
  [[nodiscard]] int count_actions() const noexcept;
  [[nodiscard]] bool over() const noexcept;
  [[nodiscard]] Points points() const noexcept;
  // Who has won; nobody as long as the game goes on.
  [[nodiscard]] Winner winner() const noexcept;
  [[nodiscard]] std::uint64_t hash() const noexcept;

  // Plays a legal action; the last placing of a draft turns it into a field.
  void play(Action action) noexcept;
};

// A random start by the house rules: tiles (or the ten of a draft) and the first player drawn.
Position deal(const Options& options, Rng& rng) noexcept;

// A random start without draft.
Board deal_board(Rng& rng) noexcept;

}  // namespace tafelrunde::tokan
