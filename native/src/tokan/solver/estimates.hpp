// How much work a position looks like before anything is known of it.
//
// The numbers were fitted to positions met in searches and then solved one by one: the chance that the player on turn
// reaches the goal (a logistic fit), and the logarithm of the work it took to prove or to refute it (two linear fits).
// A proof that is unlikely to exist is dear, so the expected work is divided by the chance. `scripts/fit_solver.py`
// fits them again.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "tokan/options.hpp"
#include "tokan/solver/runs.hpp"
#include "tokan/solver/table.hpp"

namespace tafelrunde::tokan::solver {

// The worth of an end to a player: twice the margin in points; with equal points and every head counting, 1 or -1 by
// the higher towers. So a win is at least 1 and a draw is 0 under both scorings.
using Value = int;
inline constexpr Value kBest = 128;

// What the fits found for a scoring: a constant; weights of x, y, x², y² and xy, where x and y are the logarithms of
// the numbers of moves; of the lead, of a taboo that forbids something, of a goal above 0, and, where much work is
// left, of the counts.
struct Fits {
  static constexpr std::size_t kFew = 9;
  using Few = std::array<double, kFew>;
  using All = std::array<double, kFew + Mobility::kCounts>;
  All chance, proving, refuting;
  Few near_chance, near_refuting;
};
const Fits& fits_of(Scoring scoring) noexcept;

class Estimates {
 public:
  static const Estimates& of(Scoring scoring) noexcept;

  // The efforts of the player on turn, who has so many points more than the opponent, to reach the goal.
  [[nodiscard]] ProofNumbers operator()(const Mobility& mobility, int points, Value goal) const noexcept {
    // Four sums that do not wait for one another.
    std::array<Logarithms, 4> sums{far_(mobility, points, goal)};
#pragma GCC unroll 32
    for (std::size_t i = 0; i < Mobility::kCounts; ++i)
      sums[i % 4] += counts_[i] * static_cast<float>(mobility.counts[i]);
    const Factors power = power_of_two((sums[0] + sums[1]) + (sums[2] + sums[3]));
    return {effort(power[kProve] * (1.0F + power[kOddsAgainst])), effort(power[kRefute] * (1.0F + power[kOddsFor]))};
  }

  // The effort to refute that he reaches it where hardly any work is left, by less knowledge that is had sooner.
  [[nodiscard]] float near(const Freedom& freedom, int points, Value goal) const noexcept {
    const Factors power = power_of_two(near_(freedom, points, goal));
    return power[kRefute] * (1.0F + power[kOddsFor]);
  }

 private:
  // Binary logarithms of the odds that the goal is missed, of the work to prove, of the work to refute, and of the odds
  // that the goal is reached.
  using Logarithms [[gnu::vector_size(16)]] = float;
  using Factors = Logarithms;
  enum : std::uint8_t { kOddsAgainst, kProve, kRefute, kOddsFor };

  // What the numbers of moves, the taboo and the lead say.
  class Sketch {
   public:
    template <class Term>  // gives the logarithms for a way to take the fitted values from weights
    explicit Sketch(const Term& term) noexcept;

    Logarithms operator()(const Freedom& freedom, int points, Value goal) const noexcept {
      const std::size_t replies = at(freedom.replies), others = at(freedom.other_moves);
      return replies_[replies] + other_moves_[others] + flags_[(freedom.taboo ? 1 : 0) + (goal > 0 ? 2 : 0)] +
             product_ * (logarithms_[replies] * logarithms_[others]) + lead_ * static_cast<float>(2 * points - goal);
    }

   private:
    static constexpr int kMoves = 64;
    static std::size_t at(int moves) noexcept { return static_cast<std::size_t>(moves < kMoves ? moves : kMoves - 1); }

    std::array<Logarithms, kMoves> replies_, other_moves_;
    std::array<float, kMoves> logarithms_;
    Logarithms product_, lead_;
    std::array<Logarithms, 4> flags_;
  };

  explicit Estimates(const Fits& fits) noexcept;

  // Between two powers the logarithm is taken for a straight line: some percent are of no account here.
  static Factors power_of_two(Logarithms x) noexcept {
    using Bits [[gnu::vector_size(16)]] = std::int32_t;
    constexpr float kOne = 1 << 23, kBias = 127.0F, kMostPower = 100.0F;
    constexpr Logarithms kHigh{kMostPower, kMostPower, kMostPower, kMostPower};
    x = x < kHigh ? x : kHigh;
    x = x > -kHigh ? x : -kHigh;
    return std::bit_cast<Factors>(__builtin_convertvector((x + kBias) * kOne, Bits));
  }
  static ProofNumber effort(float work) noexcept { return cut(work < 1.0F ? 1.0F : work < kMost ? work : kMost); }
  static constexpr float kMost = 1e12F;

  Sketch far_, near_;
  std::array<Logarithms, Mobility::kCounts> counts_;
};

}  // namespace tafelrunde::tokan::solver
