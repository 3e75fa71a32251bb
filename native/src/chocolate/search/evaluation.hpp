// The evaluation: how a game is likely to end, from the traits of a position nobody plays on from.
#pragma once

#include "chocolate/search/traits.hpp"

namespace tafelrunde::chocolate {

// What a side can expect: its chance to win (a draw is a share of it) and its lead over the best of the others.
struct Prospect {
  double chance = 0;
  double lead = 0;

  // Between equal chances the larger lead is better.
  double worth() const { return chance + 0.002 * lead; }
};

// The lead of a side over the best of the others.
template <class Values>
auto lead_of(const Values& values, int side, int sides) {
  auto other = values[side == 0 ? 1 : 0];
  for (int i = 0; i < sides; ++i) {
    if (i != side) other = std::max(other, values[i]);
  }
  return values[side] - other;
}

template <class Row>
std::array<double, kMaxSides> strengths(const State<Row>& state, const Weights& weights) {
  const Colours colours(state.table);
  const std::array<Traits, kMaxSides> seen = traits_of(state, colours);
  const auto& weight = weights.trait[static_cast<std::size_t>(phase_of(state.table))];
  std::array<double, kMaxSides> result{};
  for (int side = 0; side < colours.sides; ++side) {
    for (int i = 0; i < kTraits; ++i) result[side] += static_cast<double>(weight[i] * seen[side][i]);
  }
  return result;
}

// The result of a finished game for a side.
inline Prospect result_of(const Score& score, int side, int sides) {
  Prospect prospect;
  prospect.lead = lead_of(score.points, side, sides);
  prospect.chance = (score.leaders >> side & 1) != 0 ? 1.0 / std::popcount(score.leaders) : 0.0;
  return prospect;
}

// What all sides can expect of a position: the result if the game is over.
template <class Row>
std::array<Prospect, kMaxSides> evaluate_all(const State<Row>& state, const Weights& weights) {
  const int sides = state.table.rules.sides();
  std::array<Prospect, kMaxSides> result{};
  if (state.table.over()) {
    const Score score = state.score();
    for (int side = 0; side < sides; ++side) result[side] = result_of(score, side, sides);
    return result;
  }
  const std::array<double, kMaxSides> strength = strengths(state, weights);
  const double spread =
      std::max(0.5, static_cast<double>(weights.spread[static_cast<std::size_t>(phase_of(state.table))]));
  for (int side = 0; side < sides; ++side) {
    double all = 0;
    for (int i = 0; i < sides; ++i) all += std::exp((strength[i] - strength[side]) / spread);
    result[side] = {1.0 / all, lead_of(strength, side, sides)};
  }
  return result;
}

// What one side can expect.
template <class Row>
Prospect evaluate(const State<Row>& state, const Weights& weights, int side) {
  return evaluate_all(state, weights)[side];
}

}  // namespace tafelrunde::chocolate
