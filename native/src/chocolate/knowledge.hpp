// What observers know of the hands of others beyond their sizes, from swaps and passes.
//
// Three kinds of facts are kept, each as long as it is certain:
//   given      one of some seats holds a certain card, because the observer gave it away in a swap
//   announced  one of some seats holds a card with the number of pieces that was named in a swap
//   unable     a seat passed, so at most `spare` of its cards (those it got later) are of the kinds that fitted then
// A card that leaves a hand may be the one a fact speaks of: then the fact is dropped or, where the card went to
// another hidden hand, it speaks of all these hands.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "chocolate/table.hpp"

namespace tafelrunde::chocolate {

enum class FactKind : std::uint8_t { kGiven, kAnnounced, kUnable };

struct Fact {
  FactKind kind;
  std::uint8_t seats;   // bits of one seat or more
  std::uint32_t cards;  // bits of the types that the card can be; for `unable`, those that fitted
  std::int8_t spare = 0;
  friend constexpr bool operator==(const Fact&, const Fact&) = default;
};

using Facts = std::vector<Fact>;
using TypeSet = std::uint32_t;

constexpr TypeSet type_bit(std::uint8_t type) { return TypeSet{1} << type; }
constexpr std::uint8_t seat_bit(int seat) { return static_cast<std::uint8_t>(1U << seat); }

// The types of a game that show a number of pieces of a colour.
TypeSet types_showing(Game game, std::uint8_t colour, int number);

// Learn that a seat holds a card the observer gave it.
Facts give(const Facts& facts, int seat, std::uint8_t card);
// Learn that a seat holds a card of one of these types.
Facts announce(const Facts& facts, int seat, TypeSet cards);
// Learn that a seat holds no card of these types.
Facts fail(const Facts& facts, int seat, TypeSet cards);
// Take in that a seat got a card nobody else saw.
Facts draw(const Facts& facts, int seat);
// Take in that a card left a seat's hand for the field or for the observer's own hand.
Facts lose(const Facts& facts, int seat, std::uint8_t card);
// Take in that two other seats swapped cards of these types.
Facts swap_cards(const Facts& facts, int first, TypeSet offered, int second, TypeSet countered);

// Whether hands agree with all facts.
bool holds(const Facts& facts, const std::array<Hand, kMaxPlayers>& hands);

}  // namespace tafelrunde::chocolate
