#include "chocolate/table.hpp"

#include <span>

namespace tafelrunde::chocolate {

std::uint64_t Table::fresh_hash() const {
  std::uint64_t h = key(Feature::kRules, rules.key_payload());
  for (int i = 0; i < lying; ++i) h ^= lying_key(cards[i]);
  for (int seat = 0; seat < rules.players; ++seat) {
    int copy = 0;
    for (int i = 0; i < hands[seat].size; ++i) {
      copy = i > 0 && hands[seat].cards[i] == hands[seat].cards[i - 1] ? copy + 1 : 0;
      h ^= held_key(seat, hands[seat].cards[i], copy);
    }
    h ^= smarties_key(seat);
  }
  for (int i = drawn; i < stack_end; ++i) {
    h ^= key(Feature::kStacked, (static_cast<std::uint64_t>(stack_end - 1 - i) << 8) + face_of_type(stack[i]));
  }
  for (int side = 0; side < rules.sides(); ++side) {
    if (colours[side] != kNoColour) h ^= key(Feature::kColour, (static_cast<std::uint64_t>(side) << 8) + colours[side]);
  }
  h ^= turn_key() ^ swap_key();
  if (swap_used) h ^= key(Feature::kSwapUsed, 0);
  return h;
}

Table Table::dealt(const Rules& rules, const std::array<std::uint8_t, kMaxDeck>& deck) {
  Table table;
  table.rules = rules;
  table.stack = deck;
  table.stack_end = static_cast<std::uint8_t>(deck_size(rules.game));
  for (int seat = 0; seat < rules.players; ++seat) {
    for (int i = 0; i < kHandSize; ++i) table.hands[seat].add(deck[table.drawn++]);
    table.smarties[seat] = static_cast<std::uint8_t>(rules.smarties());
  }
  return table;
}

Table Table::shuffled(const Rules& rules, Rng& rng) {
  static constexpr std::array kDecks{sorted_deck(Game::kSchoko), sorted_deck(Game::kSchokoly)};
  auto deck = kDecks[static_cast<std::size_t>(rules.game)];
  rng.shuffle(std::span(deck).first(static_cast<std::size_t>(deck_size(rules.game))));
  return dealt(rules, deck);
}

}  // namespace tafelrunde::chocolate
