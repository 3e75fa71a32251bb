#include "tokan/search/evaluation.hpp"

namespace tafelrunde::tokan::search {

namespace {

// A quarter of the lead is trait 1; what can be taken is among traits 6 and 7, 16 and 17.
constexpr TraitWeights kPoints{0.0F, 100.0F};
constexpr TraitWeights kThreats{0.0F, 100.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F,
                                0.0F, 0.0F,   0.0F, 0.0F, 60.0F, -60.0F};
constexpr Weights kPointsAlways{kPoints, kPoints, kPoints, kPoints};
constexpr Weights kThreatsAlways{kThreats, kThreats, kThreats, kThreats};

}  // namespace

const Weights& weights_of(Scoring scoring, Sight sight) noexcept {
  switch (sight) {
    case Sight::kPoints: return kPointsAlways;
    case Sight::kThreats: return kThreatsAlways;
    default: return fitted_weights(scoring);
  }
}

}  // namespace tafelrunde::tokan::search
