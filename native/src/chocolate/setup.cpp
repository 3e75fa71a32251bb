// Building positions from their parts, and taking them apart again.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "chocolate/position.hpp"

namespace tafelrunde::chocolate {
namespace {

constexpr int kMostOut = 2 * kMaxDeck;  // no card of any field lies further out

bool known_card(const Rules& rules, std::uint8_t type) { return type < kTypes && copies(rules.game, type) > 0; }

// Each part is checked by one function; the first that objects names the reason, an empty text means none.

std::string check_cards(const Setup& setup, bool hidden) {
  std::array<int, kTypes> used{};
  int unknown = 0;
  const auto use = [&](std::uint8_t type) {
    if (type == kHidden && hidden) {
      ++unknown;
      return true;
    }
    if (!known_card(setup.rules, type)) return false;
    ++used[type];
    return true;
  };
  bool good = true;
  for (const SetupCard& card : setup.cards) good = good && card.look < kLooks && use(type_of(card.look));
  if (setup.hands.size() != setup.rules.players) return "there must be one hand a seat";
  for (const auto& hand : setup.hands) {
    if (hand.size() > kHandSize) return "a hand has four cards at most";
    for (const std::uint8_t type : hand) good = good && use(type);
  }
  for (const std::uint8_t type : setup.stack) good = good && use(type);
  if (!good) return "there is a card that the game does not have";
  int left = 0;
  for (int type = 0; type < kTypes; ++type) {
    if (used[type] > copies(setup.rules.game, type)) {
      return "there are too many cards " + std::string(type_text(static_cast<std::uint8_t>(type)));
    }
    left += copies(setup.rules.game, type) - used[type];
  }
  if (unknown > left) return "there are more hidden cards than cards left";
  return {};
}

std::string check_announcements(const Setup& setup) {
  const Rules& rules = setup.rules;
  if (setup.colours.size() != static_cast<std::size_t>(rules.sides())) return "there must be one colour a side";
  unsigned taken = 0;
  for (const std::uint8_t colour : setup.colours) {
    if (colour == kNoColour) continue;
    if (colour > kNoColour || (taken >> colour & 1) != 0 || (rules.material().colours >> colour & 1) == 0) {
      return "the colours of the sides must be different colours of the game";
    }
    taken |= 1U << colour;
  }
  if (setup.smarties.size() != rules.players) return "there must be one number of smarties a seat";
  for (const int number : setup.smarties) {
    if (number < 0 || number > rules.smarties()) return "a seat has at most the smarties it began with";
  }
  if (setup.to_move < 0 || setup.to_move >= rules.players) return "the turn belongs to no seat";
  if (setup.passes < 0 || setup.passes > rules.players) return "more seats passed than there are";
  const std::size_t observers = std::size_t{rules.players} + 1;
  if (!setup.facts.empty() && setup.facts.size() != observers) return "facts belong to no observer";
  return {};
}

std::string check_swap(const Setup& setup, bool hidden) {
  const Swap& swap = setup.swap;
  if (swap.phase == Phase::kNone) return setup.swap_used && !setup.rules.swap ? "cards are not swapped here" : "";
  if (!setup.rules.swap) return "cards are not swapped here";
  if (swap.to >= setup.rules.players || swap.to == setup.to_move) return "the swap is offered to no other seat";
  if (std::find(setup.colours.begin(), setup.colours.end(), kNoColour) != setup.colours.end()) {
    return "cards are swapped once every colour is known";
  }
  const auto held = [&](int seat, std::uint8_t card) {
    if (card == kHidden) return hidden;
    const auto& hand = setup.hands[static_cast<std::size_t>(seat)];
    const bool blind = hidden && std::find(hand.begin(), hand.end(), kHidden) != hand.end();
    return known_card(setup.rules, card) && (blind || std::find(hand.begin(), hand.end(), card) != hand.end());
  };
  if (!held(setup.to_move, swap.offered)) return "the offered card is not in the hand";
  if (swap.phase == Phase::kCountered && !held(swap.to, swap.countered)) return "the countered card is not in the hand";
  return {};
}

// Every card reaches at most two cells further than those before it; the first lies in the middle, or anywhere on a
// field that is finished.
std::string check_extent(const Setup& setup, Cell& low, Cell& high) {
  const int reach = 2 * static_cast<int>(setup.cards.size());
  low = high = {0, 0};
  bool first = true;
  for (const SetupCard& card : setup.cards) {
    const int most = setup.anywhere ? kMostOut + 1 : reach;
    if (std::max(std::abs(card.x), std::abs(card.y)) >= most) return "a card lies out of reach";
    low = first ? Cell{card.x, card.y} : Cell{std::min(low.x, card.x), std::min(low.y, card.y)};
    high = first ? Cell{card.x + 1, card.y + 1} : Cell{std::max(high.x, card.x + 1), std::max(high.y, card.y + 1)};
    first = false;
  }
  const bool apart = high.x - low.x >= reach || high.y - low.y >= reach;
  return apart && !setup.cards.empty() ? "the cards lie too far apart" : "";
}

template <class Row>
std::string lay_out(const Setup& setup, Cell low, Cell high, State<Row>& state) {
  if (!setup.cards.empty()) state.field.centre(low, high);
  // First-tier cards come first, whatever the order they are named in.
  for (const int tier : {1, 2}) {
    for (const SetupCard& card : setup.cards) {
      if (card.tier != 1 && card.tier != 2) return "there are two tiers";
      if (card.tier != tier) continue;
      const Cell at = state.field.to_window({card.x, card.y});
      const bool printed = kPrinted[type_of(card.look)];
      if (tier == 1) {
        if (state.field.covers(at)) return "two cards lie on one cell";
        if (printed && !card.smartie) return "a printed smartie is always there";
        if (card.smartie && !printed && setup.rules.material().smarties == 0) return "there are only printed smarties";
        state.field.lay_first(card.look, at);
      } else {
        if (!card.smartie || (!printed && setup.rules.material().smarties == 0)) return "no smartie in the second tier";
        if (!state.field.second().test(at)) return "a card in the second tier is not supported as it must be";
        state.field.lay_second(card.look, at);
      }
      state.table.cards[state.table.lying++] = {card.look, static_cast<std::uint8_t>(tier),
                                                static_cast<std::int8_t>(card.x), static_cast<std::int8_t>(card.y)};
    }
  }
  return {};
}

// Smarties go on after the second tier lies: a card may have been secured after others covered a part of it.
template <class Row>
std::string secure_all(const Setup& setup, State<Row>& state) {
  for (const SetupCard& card : setup.cards) {
    if (card.tier != 1 || !card.smartie) continue;
    const Cell at = state.field.to_window({card.x, card.y});
    if (!state.field.targets().test(at)) return "a smartie lies on a card that is wholly covered";
    if (kPrinted[type_of(card.look)] && state.field.is_built_over(at)) return "a card with a smartie is covered";
    state.field.secure(at);
  }
  return {};
}

Table make_table(const Setup& setup) {
  Table table;
  table.rules = setup.rules;
  for (std::size_t seat = 0; seat < setup.hands.size(); ++seat) {
    for (const std::uint8_t type : setup.hands[seat]) table.hands[seat].add(type);
    table.smarties[seat] = static_cast<std::uint8_t>(setup.smarties[seat]);
  }
  std::copy(setup.stack.begin(), setup.stack.end(), table.stack.begin());
  table.stack_end = static_cast<std::uint8_t>(setup.stack.size());
  std::copy(setup.colours.begin(), setup.colours.end(), table.colours.begin());
  table.to_move = static_cast<std::uint8_t>(setup.to_move);
  table.passes = static_cast<std::uint8_t>(setup.passes);
  table.swap = setup.swap;
  table.swap_used = setup.swap_used;
  return table;
}

}  // namespace

std::optional<Position> Position::build(const Setup& setup, bool hidden, std::string& error) {
  Cell low;
  Cell high;
  error = setup.rules.valid() ? check_cards(setup, hidden) : "there are no such rules";
  if (error.empty()) error = check_announcements(setup);
  if (error.empty()) error = check_swap(setup, hidden);
  if (error.empty()) error = check_extent(setup, low, high);
  if (!error.empty()) return {};

  Position position;
  position.facts_ = setup.facts;
  const auto fill = [&](auto& state) {
    state.table = make_table(setup);
    error = lay_out(setup, low, high, state);
    if (error.empty()) error = secure_all(setup, state);
    if (error.empty() && !hidden) state.table.hash = state.fresh_hash();
  };
  if (std::max(high.x - low.x, high.y - low.y) < Field<Narrow>::kMaxExtent) {
    fill(position.narrow_);
  } else {
    position.wide_ = std::make_unique<State<Wide>>();
    fill(*position.wide_);
  }
  if (!error.empty()) return {};
  return position;
}

Setup Position::setup() const {
  const Table& t = table();
  Setup setup;
  setup.rules = t.rules;
  visit([&](const auto& state) {
    for (int i = 0; i < t.lying; ++i) {
      const Placed& card = t.cards[i];
      const bool smartie = card.tier == 2 || kPrinted[type_of(card.look)] || state.is_secured(card);
      setup.cards.push_back({card.tier, card.x, card.y, card.look, smartie});
    }
  });
  for (int seat = 0; seat < t.rules.players; ++seat) {
    setup.hands.emplace_back(t.hands[seat].begin(), t.hands[seat].end());
    setup.smarties.push_back(t.smarties[seat]);
  }
  setup.stack.assign(t.stack.begin() + t.drawn, t.stack.begin() + t.stack_end);
  setup.colours.assign(t.colours.begin(), t.colours.begin() + t.rules.sides());
  setup.to_move = t.to_move;
  setup.passes = t.passes;
  setup.swap = t.swap;
  setup.swap_used = t.swap_used;
  setup.facts = facts_;
  return setup;
}

}  // namespace tafelrunde::chocolate
