// How a position looks before anything is searched: a weighted sum of traits, fitted to the results of solved
// positions.
//
// The sum is the logarithm of the odds that the player on turn wins, in hundredths. Weights change with the number of
// moves that both players have: between two knots they are mixed.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

#include "common/maths.hpp"
#include "tokan/solver/prover.hpp"

namespace tafelrunde::tokan::search {

inline constexpr int kTraits = 24;
inline constexpr int kKnots = 4;
inline constexpr std::array<float, kKnots> kKnotMoves{3.0F, 12.0F, 30.0F, 60.0F};

// Hundredths of log odds; a certain result is kWon and its worth, or the same below zero. A draw is 0.
using Score = int;
inline constexpr Score kWon = 20000;
inline constexpr Score kMostEstimated = 2000;

constexpr bool is_certain(Score score) noexcept { return score >= kWon || score <= -kWon; }
constexpr Score score_of_end(solver::Value worth) noexcept {
  return worth > 0 ? kWon + worth : worth < 0 ? worth - kWon : 0;
}

// The result that the odds let expect, from 0 to 1.
inline double chance_of(Score score) noexcept {
  if (is_certain(score)) return score > 0 ? 1.0 : 0.0;
  return 1.0 / (1.0 + exponential(-0.01 * score));
}

using TraitWeights = std::array<float, kTraits>;
using Weights = std::array<TraitWeights, kKnots>;

// How much is seen: points alone, also what could be taken next, or everything that was fitted.
enum class Sight { kPoints, kThreats, kAll };
const Weights& weights_of(Scoring scoring, Sight sight) noexcept;
const Weights& fitted_weights(Scoring scoring) noexcept;

struct Traits {
  std::array<float, kTraits> values;
  int replies;  // moves of the player on turn
  int moves;    // of both
  bool taboo;   // whether the taboo forbids anything
};

namespace detail {

// The height of the highest tower among some cells.
inline int highest(const solver::Planes& planes, Mask cells) noexcept {
  int height = 0;
  for (int i = solver::kHeightBits - 1; i >= 0; --i) {
    const Mask with = cells & planes[i];
    if (with == 0) continue;
    cells = with;
    height |= 1 << i;
  }
  return height;
}

inline float log_of(int number) noexcept {
  static const std::array<float, 128> kTable = [] {
    std::array<float, 128> table{};
    for (std::size_t i = 0; i < table.size(); ++i)
      table[i] = static_cast<float>(logarithm(1.0 + static_cast<double>(i)));
    return table;
  }();
  return kTable[static_cast<std::size_t>(std::min(number, 127))];
}

}  // namespace detail

// The traits of a position for the player on turn; the other one is looked at as if it were his turn and nothing taboo.
template <Scoring kScoring>
inline Traits traits_of(const solver::Planes& planes, int margin, int side, int taboo) noexcept {
  using solver::Four;
  const solver::Runs runs = solver::runs_of(planes);
  const Mask towers = solver::occupied(planes);
  const Mask own = solver::topped_by(planes, side);
  const Mask others = towers & ~own;
  const Four forbidden = solver::onto(runs, taboo);
  const Four all = runs.alone | runs.with_one | runs.with_two;
  const Four allowed = all & ~forbidden & own;
  const Four blocked = all & forbidden & own;
  const Four theirs = all & others;
  Traits traits;
  traits.replies = solver::count(runs, allowed);
  traits.taboo = (blocked[0] | blocked[1] | blocked[2] | blocked[3]) != 0;
  const int other_moves = solver::count(runs, theirs);
  traits.moves = traits.replies + other_moves;
  const Mask taken = solver::targets(runs, allowed) & others;
  const Mask lost = solver::targets(runs, theirs) & own;
  constexpr bool kByTowers = kScoring == Scoring::kTowers;
  const auto booty = [&](Mask cells) {
    if constexpr (kByTowers) return 0.25F * static_cast<float>(solver::tiles_of_towers(planes, cells));
    const Mask low = planes[solver::kReachLow] & cells, high = planes[solver::kReachHigh] & cells;
    return 0.25F * static_cast<float>(std::popcount(low) + 2 * std::popcount(high));
  };
  const auto count = [](Mask cells) { return static_cast<float>(std::popcount(cells)); };
  const Mask low = planes[solver::kReachLow], high = planes[solver::kReachHigh];
  const Mask tall = planes[1] | planes[2] | planes[3] | planes[4];
  const float lead = 0.25F * static_cast<float>(side == kRed ? margin : -margin);
  const float x = detail::log_of(traits.replies), y = detail::log_of(other_moves);
  traits.values = {
      1.0F,
      lead,
      x,
      y,
      count(static_cast<Mask>(allowed[0] | allowed[1] | allowed[2] | allowed[3])),
      count(static_cast<Mask>(theirs[0] | theirs[1] | theirs[2] | theirs[3])),
      booty(taken),
      booty(lost),
      count(own & low & ~high),
      count(own & high & ~low),
      count(own & low & high),
      count(others & low & ~high),
      count(others & high & ~low),
      count(others & low & high),
      count(own & tall),
      count(others & tall),
      0.25F * static_cast<float>(detail::highest(planes, taken)),
      0.25F * static_cast<float>(detail::highest(planes, lost)),
      lead * x,
      lead * y,
      x * x,
      y * y,
      x * y,
      0.25F * static_cast<float>(detail::highest(planes, own) - detail::highest(planes, others)),
  };
  return traits;
}

// Where a number of moves lies between two knots: the lower one and the share of the upper one.
struct Mix {
  std::size_t lower;
  float upper_share;
};

inline Mix mix_of(int moves) noexcept {
  const float number = std::clamp(static_cast<float>(moves), kKnotMoves.front(), kKnotMoves.back());
  std::size_t lower = 0;
  while (lower + 2 < kKnots && number >= kKnotMoves[lower + 1]) ++lower;
  return {lower, (number - kKnotMoves[lower]) / (kKnotMoves[lower + 1] - kKnotMoves[lower])};
}

inline Score evaluate(const Traits& traits, const Weights& weights) noexcept {
  const Mix mix = mix_of(traits.moves);
  const TraitWeights &lower = weights[mix.lower], &upper = weights[mix.lower + 1];
  float below = 0.0F, above = 0.0F;
  for (std::size_t i = 0; i < kTraits; ++i) {
    below += traits.values[i] * lower[i];
    above += traits.values[i] * upper[i];
  }
  const float sum = below + mix.upper_share * (above - below);
  return static_cast<Score>(std::clamp(sum, -1.0F * kMostEstimated, 1.0F * kMostEstimated));
}

}  // namespace tafelrunde::tokan::search
