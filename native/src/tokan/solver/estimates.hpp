// How much work a position looks like before anything is known of it.
//
// The numbers were fitted to positions met in searches and then solved one by one: the chance that the player on turn
// reaches the goal (a logistic fit), and the logarithm of the work it took to prove or to refute it (two linear fits). A
// proof that is unlikely to exist is dear, so the expected work is divided by the chance.
#pragma once

#include <array>

#include "tokan/options.hpp"
#include "tokan/solver/runs.hpp"
#include "tokan/solver/table.hpp"

namespace tafelrunde::tokan::solver {

// The worth of an end to a player: twice the margin in points; with equal points and every head counting, 1 or -1 by the
// higher towers. So a win is at least 1 and a draw is 0 under both scorings.
using Value = int;
inline constexpr Value kBest = 128;

class Estimates {
 public:
  static const Estimates& of(Scoring scoring) noexcept;

  // The efforts of the player on turn, who is `lead` ahead of the goal.
  [[nodiscard]] Effort2 operator()(const Mobility& mobility, Value lead) const noexcept {
    const Factors product = moves_[at(mobility.replies, kMoves)][at(mobility.other_moves, kMoves)] *
                            movers_[at(mobility.movers, kCounts)] * other_movers_[at(mobility.other_movers, kCounts)] *
                            booty_[at(mobility.booty, kCounts)] * other_booty_[at(mobility.other_booty, kCounts)] *
                            leads_[at(lead + kBest, kLeads)];
    const float odds = product[kOddsAgainst];
    return {effort(product[kProve] * (1.0F + odds)), effort(product[kRefute] * (1.0F + 1.0F / odds))};
  }

 private:
  // Of the odds that the goal is missed, of the work to prove and of the work to refute; the fourth is not used.
  using Factors [[gnu::vector_size(16)]] = float;
  enum { kOddsAgainst, kProve, kRefute };

  static constexpr int kMoves = 40;
  static constexpr int kCounts = 32;
  static constexpr int kLeads = 2 * kBest + 1;

  // The weights of a fit: a constant; of x, y, x², y² and xy, where x and y are the logarithms of the numbers of moves;
  // of the lead, of both numbers of movable towers, and of what both can capture.
  using Weights = std::array<double, 11>;

  Estimates(const Weights& chance, const Weights& proving, const Weights& refuting) noexcept;

  static std::size_t at(int number, int size) noexcept {
    return static_cast<std::size_t>(number < 0 ? 0 : number < size ? number : size - 1);
  }
  static Effort effort(float work) noexcept {
    return static_cast<Effort>(work < 1.0F ? 1.0F : work < kMost ? work : kMost);
  }
  static constexpr float kMost = 4e6F;

  std::array<std::array<Factors, kMoves>, kMoves> moves_;
  std::array<Factors, kCounts> movers_, other_movers_, booty_, other_booty_;
  std::array<Factors, kLeads> leads_;
};

}  // namespace tafelrunde::tokan::solver
