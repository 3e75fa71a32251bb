// The evaluation: how a game is likely to end, from the traits of a position nobody plays on from.
#pragma once

#include "chocolate/search/net.hpp"
#include "common/maths.hpp"

namespace tafelrunde::chocolate {

// Who judges positions: weights of traits, and a net in their place where there is one.
struct Evaluator {
  const Weights& weights;
  const Net* net = nullptr;

  Evaluator(const Weights& fitted, const Net* learned = nullptr) : weights(fitted), net(learned) {}
};

// What a side can expect: its chance to win (a draw is a share of it) and its lead over the best of the others.
struct Prospect {
  double chance = 0;
  double lead = 0;

  // Between equal chances the larger lead is better.
  double worth() const { return chance + 0.002 * lead; }
};

// The chance of each side to come first, from how strong they are: a logistic curve (softmax).
inline std::array<double, kMaxSides> chances_of(const std::array<double, kMaxSides>& strength, int sides,
                                                double spread) {
  std::array<double, kMaxSides> chances{};
  for (int side = 0; side < sides; ++side) {
    double all = 0;
    for (int i = 0; i < sides; ++i) {
      all += i == side ? 1.0 : exponential((strength[i] - strength[side]) / spread);
    }
    chances[side] = 1.0 / all;
  }
  return chances;
}

// The result of a finished game for a side.
inline Prospect result_of(const Score& score, int side, int sides) {
  Prospect prospect;
  prospect.lead = lead_of(score.points, side, sides);
  prospect.chance = (score.leaders >> side & 1) != 0 ? 1.0 / std::popcount(score.leaders) : 0.0;
  return prospect;
}

// What all sides can expect of a position: the result if the game is over. `before` is what a net knows of the position
// one turn before.
template <class Row>
std::array<Prospect, kMaxSides> evaluate_all(const State<Row>& state, const Evaluator& evaluator,
                                             Net::Answers<Row>* before = nullptr) {
  const Table& table = state.table;
  const int sides = table.rules.sides();
  std::array<Prospect, kMaxSides> result{};
  if (table.over()) {
    const Score score = state.score();
    for (int side = 0; side < sides; ++side) result[side] = result_of(score, side, sides);
    return result;
  }
  if (evaluator.net != nullptr && table.colours_known()) {
    const Net::Verdict verdict = before != nullptr ? evaluator.net->judge(state, *before) : evaluator.net->judge(state);
    const std::array<double, kMaxSides> chances = chances_of(verdict.logits, sides, 1.0);
    for (int i = 0; i < sides; ++i) {
      const int side = (table.rules.side(table.to_move) + i) % sides;
      result[side] = {chances[i], verdict.leads[i]};
    }
    return result;
  }
  const int phase = phase_of(table);
  const std::array<Traits, kMaxSides> traits = traits_of(state, Colours(table));
  const std::array<double, kMaxSides> strength = strengths_of(traits, phase, sides, evaluator.weights);
  const double spread = std::max(0.5, static_cast<double>(evaluator.weights.spread[static_cast<std::size_t>(phase)]));
  const std::array<double, kMaxSides> chances = chances_of(strength, sides, spread);
  for (int side = 0; side < sides; ++side) result[side] = {chances[side], lead_of(strength, side, sides)};
  return result;
}

// What one side can expect.
template <class Row>
Prospect evaluate(const State<Row>& state, const Evaluator& evaluator, int side, Net::Answers<Row>* before = nullptr) {
  return evaluate_all(state, evaluator, before)[side];
}

}  // namespace tafelrunde::chocolate
