// Determinisation: dealing unknown cards to hidden hands, uniformly over all orders of the cards that respect what
// passes told.
//
// A seat that passed holds at most so many cards of some types. Drawing deals until they respect that could take
// forever, so the number of ways is counted instead: types that the limits of the seats still to come treat alike are
// one class, and for each hand the numbers of cards from every class are drawn in proportion to the orders they leave
// open. Of several limits of one seat the strictest is respected; the others are for the caller to check.
#pragma once

#include <array>
#include <cstdint>

#include "chocolate/knowledge.hpp"

namespace tafelrunde::chocolate {

// Cards of which only the numbers by type matter.
struct Supply {
  std::array<std::int8_t, kTypes> left{};

  int size() const;
  int size(TypeSet types) const;
  // Takes out a random card of some types; there must be one.
  std::uint8_t draw(TypeSet types, Rng& rng);
};

inline constexpr TypeSet kAllTypes = (TypeSet{1} << kTypes) - 1;

// What a hidden hand still takes: `open` cards, at most `limit` of them of the `limited` types.
struct HandPlan {
  int open = 0;
  TypeSet limited = 0;
  int limit = kHandSize;

  // Takes in a limit as far as one limit can express several: those of nothing at all add up, else the strictest
  // stands.
  void respect(TypeSet types, int most) {
    if (most == 0 && limit == 0) {
      limited |= types;
    } else if (most < limit) {
      limited = types;
      limit = most;
    }
  }
};

using HandPlans = std::array<HandPlan, kMaxPlayers>;

// The number of orders in which cards of the supply can fill the hands (not the stack); 0 where none does.
double count_deals(const Supply& supply, const HandPlans& plans);

// Fills the hands with cards of the supply, every such order as likely as every other; there must be one.
void deal_hands(Supply& supply, const HandPlans& plans, std::array<Hand, kMaxPlayers>& hands, Rng& rng);

}  // namespace tafelrunde::chocolate
