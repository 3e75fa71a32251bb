// How strong a position is for every side as the fitted weights have it: a sum of weighted traits.
#pragma once

#include <algorithm>

#include "chocolate/search/traits.hpp"

namespace tafelrunde::chocolate {

// The lead of a side over the best of the others.
template <class Values>
auto lead_of(const Values& values, int side, int sides) {
  auto other = values[side == 0 ? 1 : 0];
  for (int i = 0; i < sides; ++i) {
    if (i != side) other = std::max(other, values[i]);
  }
  return values[side] - other;
}

inline std::array<double, kMaxSides> strengths_of(const std::array<Traits, kMaxSides>& traits, int phase, int sides,
                                                  const Weights& weights) {
  const auto& weight = weights.trait[static_cast<std::size_t>(phase)];
  std::array<double, kMaxSides> result{};
  for (int side = 0; side < sides; ++side) {
    for (int i = 0; i < kTraits; ++i) result[side] += static_cast<double>(weight[i] * traits[side][i]);
  }
  return result;
}

}  // namespace tafelrunde::chocolate
