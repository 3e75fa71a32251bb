// What learners see of a field, kept up to date move by move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "common/bits.hpp"
#include "tokan/features.hpp"

namespace tafelrunde::tokan {

// The observation of a match without draft, kept up to date where it lies: whoever owns the bytes leaves them alone
// between two moves. It is a tracker of play(); settle() completes the work after the move.
//
// The side to move changes with every move, so every row is turned round; beyond that only the rows of towers that were
// moved are written. Turning comes first: a wide load right after the narrow stores of single rows would wait for them.
class FieldImage {
 public:
  explicit FieldImage(std::uint8_t* observation) noexcept : rows_(observation) {}

  void rebuild(const Board& board) noexcept {
    for (int cell = 0; cell < kCells; ++cell)
      set_row(cell, features::features_of(board.side, 0, top_of(board.towers[static_cast<std::size_t>(cell)])));
    for (Mask rest = board.planes[kTall]; rest != 0; rest &= rest - 1)
      set_row(lowest(rest), features::tower_features(board, lowest(rest)));
    if (board.taboo != kNoCell) row(board.taboo)[features::kTabooHere] = 1;
  }

  void lift(const Board&, int source, int target, int /*count*/) noexcept {
    target_ = target;
    vacated_ = source;
    features::turn_rows(rows_);
  }
  void shift(int from, int to) noexcept {
    std::memcpy(row(to), row(from), kFeatures);
    vacated_ = from;
  }
  void settle(const Board& board) noexcept {
    set_row(vacated_, features::tower_features(board, vacated_));
    features::Features target = features::tower_features(board, target_);
    target[features::kTabooHere] = 1;
    set_row(target_, target);
  }

 private:
  [[nodiscard]] std::uint8_t* row(int cell) const noexcept { return rows_ + cell * kFeatures; }
  void set_row(int cell, const features::Features& row_now) noexcept { std::memcpy(row(cell), &row_now, kFeatures); }

  std::uint8_t* rows_;
  int target_ = 0;
  int vacated_ = 0;  // the source, or the cell left empty when others moved up
};

}  // namespace tafelrunde::tokan
