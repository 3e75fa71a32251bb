// Positions and views from plain values and back.
#include <algorithm>
#include <stdexcept>

#include "chocolate.hpp"

namespace tafelrunde::chocolate {
namespace {

[[noreturn]] void refuse(const std::string& reason) { throw std::invalid_argument(reason); }

std::uint8_t read_type(const std::string& text) {
  if (text == "?") return kHidden;
  const std::uint8_t type = parse_type(text);
  if (type == kNoCard) refuse("'" + text + "' is no card of a hand");
  return type;
}

std::string write_type(std::uint8_t type) { return type == kHidden ? "?" : std::string(type_text(type)); }

std::vector<std::uint8_t> read_types(const std::vector<std::string>& texts) {
  std::vector<std::uint8_t> types;
  for (const std::string& text : texts) types.push_back(read_type(text));
  return types;
}

// A swap card; of a hidden one the number is set, of a known one it is -1.
std::uint8_t read_swap_card(const std::string& text, int& number) {
  number = -1;
  if (text.size() == 2 && text[0] == '?' && text[1] >= '0' && text[1] <= '4') {
    number = text[1] - '0';
    return kHidden;
  }
  return read_type(text);
}

std::string write_swap_card(std::uint8_t type, int number) {
  return type == kHidden ? "?" + std::to_string(number) : std::string(type_text(type));
}

Fact read_fact(const FactParts& parts, int players) {
  const auto& [kind, seats, cards, spare] = parts;
  if (kind < 0 || kind > 2) refuse("there are three kinds of facts");
  if (spare < -kHandSize || spare > kMaxDeck) refuse("a fact's number is out of range");
  Fact fact{static_cast<FactKind>(kind), 0, 0, static_cast<std::int8_t>(spare)};
  for (const int seat : seats) {
    if (seat < 0 || seat >= players) refuse("a fact speaks of no seat");
    fact.seats |= seat_bit(seat);
  }
  for (const std::string& card : cards) {
    const std::uint8_t type = read_type(card);
    if (type == kHidden) refuse("a fact speaks of no card");
    fact.cards |= type_bit(type);
  }
  return fact;
}

FactParts write_fact(const Fact& fact) {
  std::vector<int> seats;
  std::vector<std::string> cards;
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    if ((fact.seats & seat_bit(seat)) != 0) seats.push_back(seat);
  }
  for (std::uint8_t type = 0; type < kTypes; ++type) {
    if ((fact.cards & type_bit(type)) != 0) cards.emplace_back(type_text(type));
  }
  return {static_cast<int>(fact.kind), seats, cards, fact.spare};
}

struct Numbers {
  int offered = -1;
  int countered = -1;
};

Setup read_setup(const Parts& parts, Numbers& numbers) {
  Setup setup;
  setup.rules = parts.rules;
  for (const auto& [tier, x, y, card, smartie] : parts.cards) {
    const std::uint8_t look = parse_look(card);
    if (look == kNoCard) refuse("'" + card + "' is no card");
    setup.cards.push_back({tier, x, y, look, smartie});
  }
  for (const auto& hand : parts.hands) setup.hands.push_back(read_types(hand));
  setup.stack = read_types(parts.stack);
  for (const char letter : parts.colours) {
    const std::uint8_t colour = colour_of(letter);
    if (colour == kNoColour && letter != '-') refuse("a colour is one of D, M, W");
    setup.colours.push_back(colour);
  }
  setup.smarties = parts.smarties;
  setup.to_move = parts.to_move;
  setup.passes = parts.passes;
  setup.swap_used = parts.swap_used;
  if (parts.swap) {
    const auto& [to, offered, countered] = *parts.swap;
    if (to < 0 || to >= kMaxPlayers) refuse("the swap is offered to no seat");
    setup.swap.phase = countered ? Phase::kCountered : Phase::kOffered;
    setup.swap.to = static_cast<std::uint8_t>(to);
    setup.swap.offered = read_swap_card(offered, numbers.offered);
    if (countered) setup.swap.countered = read_swap_card(*countered, numbers.countered);
  }
  for (const auto& known : parts.facts) {
    Facts facts;
    for (const FactParts& fact : known) facts.push_back(read_fact(fact, parts.rules.players));
    setup.facts.push_back(facts);
  }
  return setup;
}

Parts write_setup(const Setup& setup, Numbers numbers) {
  Parts parts;
  parts.rules = setup.rules;
  for (const SetupCard& card : setup.cards) {
    parts.cards.emplace_back(card.tier, card.x, card.y, look_text(card.look), card.smartie);
  }
  std::sort(parts.cards.begin(), parts.cards.end());
  for (const auto& hand : setup.hands) {
    std::vector<std::string> texts;
    for (const std::uint8_t type : hand) texts.push_back(write_type(type));
    std::sort(texts.begin(), texts.end());
    parts.hands.push_back(texts);
  }
  for (const std::uint8_t type : setup.stack) parts.stack.push_back(write_type(type));
  for (const std::uint8_t colour : setup.colours) parts.colours += colour == kNoColour ? '-' : kColourLetters[colour];
  parts.smarties = setup.smarties;
  parts.to_move = setup.to_move;
  parts.passes = setup.passes;
  parts.swap_used = setup.swap_used;
  if (setup.swap.phase != Phase::kNone) {
    std::optional<std::string> countered;
    if (setup.swap.phase == Phase::kCountered) countered = write_swap_card(setup.swap.countered, numbers.countered);
    parts.swap.emplace(setup.swap.to, write_swap_card(setup.swap.offered, numbers.offered), countered);
  }
  for (const Facts& known : setup.facts) {
    auto& list = parts.facts.emplace_back();
    for (const Fact& fact : known) list.push_back(write_fact(fact));
  }
  return parts;
}

}  // namespace

Position read_position(const Parts& parts) {
  Numbers numbers;
  std::string error;
  std::optional<Position> position = Position::build(read_setup(parts, numbers), false, error);
  if (!position) refuse(error);
  return std::move(*position);
}

View read_view(const Parts& parts, int observer) {
  Numbers numbers;
  std::string error;
  Setup setup = read_setup(parts, numbers);
  std::optional<View> view = View::build(std::move(setup), observer, numbers.offered, numbers.countered, error);
  if (!view) refuse(error);
  return std::move(*view);
}

Parts write_position(const Position& position) { return write_setup(position.setup(), {}); }

Parts write_view(const View& view) {
  Setup setup = view.known().setup();
  if (view.has_facts()) setup.facts = {view.facts(), view.public_facts()};
  return write_setup(setup, {view.offered_number(), view.countered_number()});
}

TotalsParts write_totals(const PlayoutTotals& totals, int sides) {
  return {totals.games,
          totals.turns,
          totals.draws,
          {totals.wins.begin(), totals.wins.begin() + sides},
          {totals.points.begin(), totals.points.begin() + sides}};
}

}  // namespace tafelrunde::chocolate
