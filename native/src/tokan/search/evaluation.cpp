#include "tokan/search/evaluation.hpp"

namespace tafelrunde::tokan::search {

namespace {

// A quarter of the lead is trait 1. What can be taken next is one tower, so that with towers the highest counts (traits
// 16 and 17); with heads all that can be taken (6 and 7) counts a little.
constexpr Weights always(const TraitWeights& weights) { return {weights, weights, weights, weights}; }

constexpr TraitWeights threats(std::size_t own, std::size_t others, float weight) {
  TraitWeights weights{0.0F, 100.0F};
  weights[own] = weight;
  weights[others] = -weight;
  return weights;
}

constexpr Weights kPoints = always({0.0F, 100.0F});
constexpr Weights kTowerThreats = always(threats(16, 17, 60.0F));
constexpr Weights kHeadThreats = always(threats(6, 7, 15.0F));

}  // namespace

const Weights& weights_of(Scoring scoring, Sight sight) noexcept {
  switch (sight) {
    case Sight::kPoints: return kPoints;
    case Sight::kThreats: return scoring == Scoring::kTowers ? kTowerThreats : kHeadThreats;
    default: return fitted_weights(scoring);
  }
}

}  // namespace tafelrunde::tokan::search
