#include "chocolate/knowledge.hpp"

#include <algorithm>
#include <bit>

namespace tafelrunde::chocolate {
namespace {

// Keeps one of equal facts, but every given card.
void append_distinct(Facts& facts, const Fact& fact) {
  if (fact.kind == FactKind::kGiven || std::find(facts.begin(), facts.end(), fact) == facts.end()) {
    facts.push_back(fact);
  }
}

Fact with_spare(Fact fact, int change) {
  fact.spare = static_cast<std::int8_t>(fact.spare + change);
  return fact;
}

bool limits(const Fact& fact, int seat) { return fact.kind == FactKind::kUnable && fact.seats == seat_bit(seat); }

// Raises the limits of a seat that got a card of one of these types.
Facts received(const Facts& facts, int seat, TypeSet cards) {
  Facts result = facts;
  for (Fact& fact : result) {
    if (limits(fact, seat) && (fact.cards & cards) != 0) fact = with_spare(fact, 1);
  }
  return result;
}

int count_held(const std::array<Hand, kMaxPlayers>& hands, std::uint8_t seats, TypeSet cards) {
  int n = 0;
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    if ((seats & seat_bit(seat)) == 0) continue;
    for (const std::uint8_t card : hands[seat]) n += (cards & type_bit(card)) != 0;
  }
  return n;
}

}  // namespace

TypeSet types_showing(Game game, std::uint8_t colour, int number) {
  TypeSet types = 0;
  for (std::uint8_t type = 0; type < kTypes; ++type) {
    if (copies(game, type) > 0 && pieces(type, colour) == number) types |= type_bit(type);
  }
  return types;
}

Facts draw(const Facts& facts, int seat) { return received(facts, seat, ~TypeSet{0}); }

Facts give(const Facts& facts, int seat, std::uint8_t card) {
  Facts result = received(facts, seat, type_bit(card));
  result.push_back({FactKind::kGiven, seat_bit(seat), type_bit(card)});
  return result;
}

Facts announce(const Facts& facts, int seat, TypeSet cards) {
  Facts result;
  for (const Fact& fact : facts) append_distinct(result, fact);
  append_distinct(result, {FactKind::kAnnounced, seat_bit(seat), cards});
  return result;
}

Facts fail(const Facts& facts, int seat, TypeSet cards) {
  Facts result;
  for (const Fact& fact : facts) {
    if (!limits(fact, seat) || (fact.cards & ~cards) != 0) result.push_back(fact);
  }
  result.push_back({FactKind::kUnable, seat_bit(seat), cards});
  return result;
}

Facts lose(const Facts& facts, int seat, std::uint8_t card) {
  // A given card of this seat alone is the one that left before one that two seats may hold.
  Facts sorted = facts;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Fact& a, const Fact& b) { return std::popcount(a.seats) < std::popcount(b.seats); });
  Facts result;
  bool given_found = false;
  for (const Fact& fact : sorted) {
    if ((fact.seats & seat_bit(seat)) == 0 || (fact.cards & type_bit(card)) == 0) {
      append_distinct(result, fact);
    } else if (fact.kind == FactKind::kUnable) {
      append_distinct(result, with_spare(fact, -1));
    } else if (fact.kind == FactKind::kGiven) {
      if (given_found) append_distinct(result, fact);
      given_found = true;
    }
  }
  return result;
}

Facts swap_cards(const Facts& facts, int first, TypeSet offered, int second, TypeSet countered) {
  const std::uint8_t giver = seat_bit(first);
  const std::uint8_t taker = seat_bit(second);
  Facts result;
  for (Fact fact : received(received(facts, first, countered), second, offered)) {
    if (limits(fact, first) || limits(fact, second)) {
      const TypeSet left = limits(fact, first) ? offered : countered;
      if ((left & ~fact.cards) == 0) fact = with_spare(fact, -1);
    } else if (fact.kind != FactKind::kUnable) {
      std::uint8_t seats = fact.seats;
      if ((fact.seats & giver) != 0 && (fact.cards & offered) != 0) seats |= taker;
      if ((fact.seats & taker) != 0 && (fact.cards & countered) != 0) seats |= giver;
      fact.seats = seats;
    }
    append_distinct(result, fact);
  }
  append_distinct(result, {FactKind::kAnnounced, taker, offered});
  append_distinct(result, {FactKind::kAnnounced, giver, countered});
  return result;
}

bool holds(const Facts& facts, const std::array<Hand, kMaxPlayers>& hands) {
  for (const Fact& fact : facts) {
    const int held = count_held(hands, fact.seats, fact.cards);
    switch (fact.kind) {
      case FactKind::kAnnounced:
        if (held == 0) return false;
        break;
      case FactKind::kUnable:
        if (held > fact.spare) return false;
        break;
      case FactKind::kGiven:
        if (held < std::count(facts.begin(), facts.end(), fact)) return false;
        break;
    }
  }
  return true;
}

}  // namespace tafelrunde::chocolate
