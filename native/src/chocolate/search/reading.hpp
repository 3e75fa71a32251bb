// What the last turns of others say about their hands: whoever laid a card hardly holds one that would have done much
// better. Worlds are drawn accordingly. All of it follows from what the observer sees.
#pragma once

#include <optional>
#include <vector>

#include "chocolate/search/policy.hpp"
#include "chocolate/view.hpp"

namespace tafelrunde::chocolate {

class Reading {
 public:
  static constexpr double kSoftness = 2.0;  // in points: the larger, the less the turns of others tell
  static constexpr int kTurns = 2;          // of each of the others are read

  Reading(const View& view, const Evaluator& evaluator, double softness = kSoftness);

  // How likely the turns of others were with these hands, up to a factor.
  double likelihood(const std::array<Hand, kMaxPlayers>& hands) const;

  // Draws a world as likely as it is with what the turns tell: one of several that fit what is certain.
  std::optional<Position> draw(Rng& rng) const;

 private:
  static constexpr int kDraws = 24;

  // One turn of another seat.
  struct Turn {
    int seat = 0;
    std::uint8_t laid = 0;              // the type of its card
    int drawn = 0;                      // cards that the seat drew since then
    std::vector<std::uint8_t> later;    // cards that it laid since then
    std::array<double, kTypes> pull{};  // how much more readily than that card another one would have been laid
  };

  static double likelihood(const Turn& turn, const Hand& hand);

  const View& view_;
  std::vector<Turn> turns_;
};

}  // namespace tafelrunde::chocolate
