#include "tokan/score.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "common/bits.hpp"

namespace tafelrunde::tokan {

namespace {

int tower_points(const Board& board, int colour) noexcept {
  int points = 0;
  for (Mask rest = board.topped_by(colour) & board.planes[kTall]; rest != 0; rest &= rest - 1)
    points += board.height(lowest(rest));
  return points;
}

int head_points(const Board& board, int colour) noexcept {
  const Mask* own = &board.planes[static_cast<std::size_t>(colour) * 4];
  return std::popcount(own[kMouse]) + 2 * std::popcount(own[kJackal]) + 3 * std::popcount(own[kLion]);
}

// The heights of a colour's towers, highest first, then zeros.
std::array<int, kCells> heights(const Board& board, int colour) noexcept {
  std::array<int, kCells> heights{};
  std::size_t count = 0;
  for (Mask rest = board.topped_by(colour); rest != 0; rest &= rest - 1) heights[count++] = board.height(lowest(rest));
  std::sort(heights.begin(), heights.end(), std::greater{});
  return heights;
}

}  // namespace

Points points_of(const Board& board, Scoring scoring) noexcept {
  if (scoring == Scoring::kTowers) return {tower_points(board, kRed), tower_points(board, kBlack)};
  return {head_points(board, kRed), head_points(board, kBlack)};
}

Winner winner_of(const Board& board, Scoring scoring) noexcept {
  const auto [red, black] = points_of(board, scoring);
  if (red != black) return red > black ? Winner::kRed : Winner::kBlack;
  if (scoring == Scoring::kTowers) return Winner::kNobody;
  const auto reds = heights(board, kRed);
  const auto blacks = heights(board, kBlack);
  if (reds == blacks) return Winner::kNobody;
  return reds > blacks ? Winner::kRed : Winner::kBlack;
}

}  // namespace tafelrunde::tokan
