#include "chocolate/search/weights.hpp"

namespace tafelrunde::chocolate {
namespace {

constexpr Weights rough() {
  Weights w;
  for (int p = 0; p < kPhases; ++p) {
    const float early = static_cast<float>(p) / kPhases;
    w.trait[p][kPointsNow] = 0.5F;
    w.trait[p][kLargest] = 0.4F;
    w.trait[p][kSecondLargest] = 0.3F * early;
    w.trait[p][kOtherPieces] = 0.15F * early;
    w.trait[p][kBestJoin] = 0.2F;
    w.trait[p][kAllJoins] = 0.1F;
    w.trait[p][kLiberties] = 0.05F;
    w.trait[p][kWorstCut] = -0.2F;
    w.trait[p][kCutNext] = -0.2F;
    w.trait[p][kSmartiesHeld] = 1.0F;
    w.trait[p][kPrintedHeld] = 0.8F;
    w.trait[p][kPiecesHeld] = 0.2F;
    w.trait[p][kNextTurn] = 1.0F;
    w.spread[p] = 2.0F + static_cast<float>(p);
  }
  w.habit = {0.15F, -0.1F, -1.0F, -0.5F, 0.0F, 0.0F};
  return w;
}

constexpr std::array<Weights, kForms> kFitted{rough(), rough(), rough(), rough()};

}  // namespace

const Weights& fitted_weights(int form) { return kFitted[static_cast<std::size_t>(form)]; }

}  // namespace tafelrunde::chocolate
