// What learners see of a field, kept up to date move by move.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "common/bits.hpp"
#include "tokan/features.hpp"

namespace tafelrunde::tokan {

// The features of a field, kept up to date move by move. It is a tracker of play(); settle() completes the work after
// the move. A row holds eight features as red has them and eight as black has them.
class FieldImage {
 public:
  void rebuild(const Board& board) noexcept;

  void lift(const Board&, int source, int target, int /*count*/) noexcept {
    target_ = target;
    vacated_ = source;
  }
  void shift(int from, int to) noexcept {
    rows_[static_cast<std::size_t>(to)] = rows_[static_cast<std::size_t>(from)];
    vacated_ = from;
  }
  void settle(const Board& board) noexcept;

  // Writes the observation of a match without draft, as the side to move sees it.
  void write(const Board& board, std::uint8_t* observation) const noexcept;

 private:
  struct alignas(kFeatures) Row {
    std::array<std::uint8_t, kFeatures> features;
  };
  void look_at(const Board& board, int cell) noexcept;

  alignas(32) std::array<Row, kCells> rows_;
  int target_ = 0;
  int vacated_ = 0;  // the source, or the cell left empty when others moved up
};

inline void FieldImage::look_at(const Board& board, int cell) noexcept {
  const features::Features row = features::tower_features(board, cell);
  std::memcpy(&rows_[static_cast<std::size_t>(cell)], &row, sizeof row);
}

inline void FieldImage::rebuild(const Board& board) noexcept {
  for (int cell = 0; cell < kCells; ++cell) {
    const features::Features row = features::features_of(0, top_of(board.towers[static_cast<std::size_t>(cell)]));
    std::memcpy(&rows_[static_cast<std::size_t>(cell)], &row, sizeof row);
  }
  for (Mask rest = board.planes[kTall]; rest != 0; rest &= rest - 1) look_at(board, lowest(rest));
}

inline void FieldImage::settle(const Board& board) noexcept {
  look_at(board, target_);
  look_at(board, vacated_);
}

inline void FieldImage::write(const Board& board, std::uint8_t* observation) const noexcept {
  features::write_rows(board.side, rows_.data(), observation);
  if (board.taboo != kNoCell) observation[std::size_t{board.taboo} * kFeatures + features::kTabooHere] = 1;
}

}  // namespace tafelrunde::tokan
