// Where a chocolate game begins: with a deck, or with a table that was laid by hand.
//
// What is asked, in which order, and how it is said is that of `games/chocolate/starts.py`.
#include <algorithm>
#include <array>
#include <bit>
#include <tuple>

#include "engine/chocolate/table.hpp"

namespace tafelrunde::engine {

using chocolate::kHandSize;
using chocolate::kHidden;
using chocolate::kNoCard;
using chocolate::kNoColour;

namespace {

constexpr std::string_view kReads =
    "a laid start reads D,W 1 DDDW@0,0 / DDWW … / DWWW … / DDDW …: colours, seat, field, every hand, the stack";
constexpr std::string_view kNone = "-";

// Reads cards of a hand or a stack, hidden ones included; `words` are kept for those that no game has.
Refused parse_cards(std::span<const std::string_view> words, std::vector<std::uint8_t>& cards) {
  for (const std::string_view word : words) {
    std::uint8_t type = kHidden;
    if (word != "?") {
      if (Refused refused = parse_held(word, type)) return refused;
    }
    cards.push_back(type);
  }
  return {};
}

bool hides(const std::vector<std::uint8_t>& cards) {
  return std::find(cards.begin(), cards.end(), kHidden) != cards.end();
}

// Finds out whether cards are hidden, and whose view it is then.
void find_observer(StartRead& start) {
  const chocolate::Setup& setup = start.setup;
  start.hidden = hides(setup.stack);
  for (std::size_t seat = setup.hands.size(); seat-- > 0;) {
    if (hides(setup.hands[seat]))
      start.hidden = true;
    else if (!setup.hands[seat].empty())
      start.knowing = static_cast<int>(seat);
  }
}

Refused parse_colours(chocolate::Setup& setup, std::string_view text) {
  const std::vector<std::string_view> said = split(text, ",");
  if (said.size() != static_cast<std::size_t>(setup.rules.sides())) return misread(text, std::string(kReads));
  std::vector<std::uint8_t> known;
  for (const std::string_view word : said) {
    if (word == kNone) continue;
    if (Refused refused = parse_colour(setup.rules, word, known)) return refused;
  }
  auto next = known.begin();
  for (const std::string_view word : said) setup.colours.push_back(word == kNone ? kNoColour : *next++);
  return {};
}

Refused parse_seat(chocolate::Setup& setup, std::string_view text) {
  const int seat = text.size() == 1 ? text[0] - '1' : -1;
  if (seat < 0 || seat >= setup.rules.players)
    return misread(text,
                   "after the colours comes the seat whose turn it is, 1 to " + std::to_string(setup.rules.players));
  setup.to_move = seat;
  return {};
}

Refused parse_smarties(chocolate::Setup& setup, std::string_view text) {
  const int most = setup.rules.smarties();
  const std::vector<std::string_view> numbers = split(text, ",");
  const auto reads = [&](std::string_view number) {
    return number.size() == 1 && number[0] >= '0' && number[0] <= '0' + most;
  };
  if (numbers.size() != setup.rules.players || !std::all_of(numbers.begin(), numbers.end(), reads))
    return misread(text, "after the seat come the smarties that each has left, 0 to " + std::to_string(most));
  for (const std::string_view number : numbers) setup.smarties.push_back(number[0] - '0');
  return {};
}

// Whoever lays a card has announced a colour, and the last side gets the last one where none is left over.
Refused check_announced(const chocolate::Setup& setup) {
  const auto lying = static_cast<int>(setup.cards.size());
  const auto first = [](const chocolate::SetupCard& card) { return card.tier == 1 && card.x == 0 && card.y == 0; };
  if (lying > 0 && std::none_of(setup.cards.begin(), setup.cards.end(), first))
    return impossible({"first-card-missing", "no card lies at 0,0, where the first one is laid", {}});
  if (lying == 0 && setup.to_move != 0)
    return impossible({"first-seat-begins", "before the first card it is the turn of seat 1", {}});
  const int sides = setup.rules.sides();
  const bool neutral = std::popcount(static_cast<unsigned>(setup.rules.material().colours)) > sides;
  const auto unknown = static_cast<int>(std::count(setup.colours.begin(), setup.colours.end(), kNoColour));
  const int announced = sides - unknown - (!neutral && unknown == 0 ? 1 : 0);
  if (announced > lying)
    return impossible(
        {"colour-too-early", "{n} colours cannot have been announced with the cards that lie", {{"n", announced}}});
  if ((lying > 0 && unknown == sides) || (unknown == 1 && !neutral))
    return impossible({"colour-unknown", "with the cards that lie the colours of more sides are known", {}});
  return {};
}

Refused check_smarties(const chocolate::Setup& setup) {
  int sum = 0;
  for (const chocolate::SetupCard& card : setup.cards)
    sum += card.smartie && !chocolate::kPrinted[chocolate::type_of(card.look)] ? 1 : 0;
  for (const int left : setup.smarties) sum += left;
  const int all = setup.rules.smarties() * setup.rules.players;
  if (sum != all)
    return impossible(
        {"smarties-wrong", "the smarties on the cards and beside the field are {n} together", {{"n", all}}});
  return {};
}

// Every card of the game is somewhere, and hands are full as long as there is something to draw.
Refused check_cards(const chocolate::Setup& setup, const std::vector<std::string_view>& words) {
  for (std::size_t seat = 0; seat < setup.hands.size(); ++seat) {
    const auto number = static_cast<int>(seat) + 1;
    if (setup.hands[seat].size() > kHandSize)
      return impossible(
          {"hand-too-large", "seat {seat} has more than {n} cards", {{"seat", number}, {"n", kHandSize}}});
    if (!setup.stack.empty() && setup.hands[seat].size() < kHandSize)
      return impossible({"hand-not-full",
                         "seat {seat} has fewer than {n} cards, and cards are left to draw",
                         {{"seat", number}, {"n", kHandSize}}});
  }
  std::array<int, chocolate::kTypes> used{};
  for (const chocolate::SetupCard& card : setup.cards) ++used[chocolate::type_of(card.look)];
  std::vector<std::uint8_t> held;
  for (const auto& hand : setup.hands) held.insert(held.end(), hand.begin(), hand.end());
  held.insert(held.end(), setup.stack.begin(), setup.stack.end());
  for (const std::uint8_t type : held)
    if (type < chocolate::kTypes) ++used[type];
  // The first that there is too often is named: of those that lie by tier and place, then as cards are written.
  const auto too_many = [&](std::uint8_t type, std::string_view card) -> Refused {
    const int copies = type < chocolate::kTypes ? chocolate::copies(setup.rules.game, type) : 0;
    if (type < chocolate::kTypes && used[type] <= copies) return {};
    return impossible(
        {"too-many-of-a-card", "the game has {n} cards {card}", {{"n", copies}, {"card", std::string(card)}}});
  };
  std::vector<chocolate::SetupCard> lying = setup.cards;
  std::sort(lying.begin(), lying.end(), [](const chocolate::SetupCard& a, const chocolate::SetupCard& b) {
    return std::tie(a.tier, a.x, a.y) < std::tie(b.tier, b.x, b.y);
  });
  for (const chocolate::SetupCard& card : lying) {
    const std::uint8_t type = chocolate::type_of(card.look);
    if (Refused refused = too_many(type, chocolate::type_text(type))) return refused;
  }
  int hidden = 0;
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (held[i] == kHidden)
      ++hidden;
    else if (Refused refused = too_many(held[i], words[i]))
      return refused;
  }
  int missing = 0;
  std::string first;
  int copies_missing = 0;
  for (std::uint8_t type = 0; type < chocolate::kTypes; ++type) {
    const int left = chocolate::copies(setup.rules.game, type) - used[type];
    missing += left;
    const std::string card(chocolate::type_text(type));
    if (left > 0 && (first.empty() || card < first)) {
      first = card;
      copies_missing = left;
    }
  }
  if (hidden > 0 && hidden != missing)
    return bad_setup(std::to_string(hidden) + " cards are hidden, and " + std::to_string(missing) + " are left");
  if (hidden == 0 && missing > 0)
    return impossible({"card-nowhere",
                       "{n} cards {card} are neither in the field nor in a hand or the stack",
                       {{"n", copies_missing}, {"card", first}}});
  return {};
}

}  // namespace

Refused parse_deck(StartRead& start, std::string_view text) {
  chocolate::Setup& setup = start.setup;
  const chocolate::Game game = setup.rules.game;
  const std::vector<std::string_view> words = split(text, " ");
  const auto size = static_cast<std::size_t>(chocolate::deck_size(game));
  if (words.size() != size)
    return bad_setup("the deck has " + std::to_string(size) + " cards, not " + std::to_string(words.size()));
  std::vector<std::uint8_t> deck;
  if (Refused refused = parse_cards(words, deck)) return refused;
  for (std::size_t i = 0; i < size; ++i) {
    if (deck[i] == kHidden) continue;
    const auto number = std::count(words.begin(), words.end(), words[i]);
    const int copies = deck[i] == kNoCard ? 0 : chocolate::copies(game, deck[i]);
    if (number > copies)
      return bad_setup("the deck has " + std::to_string(copies) + " cards " + std::string(words[i]) + ", not " +
                       std::to_string(number));
  }
  auto next = deck.begin();
  for (int seat = 0; seat < setup.rules.players; ++seat, next += kHandSize) {
    setup.hands.emplace_back(next, next + kHandSize);
    setup.smarties.push_back(setup.rules.smarties());
  }
  setup.stack.assign(next, deck.end());
  setup.colours.assign(static_cast<std::size_t>(setup.rules.sides()), kNoColour);
  find_observer(start);
  return {};
}

Refused parse_start(StartRead& start, std::string_view text) {
  chocolate::Setup& setup = start.setup;
  const std::vector<std::string_view> parts = split(text, " / ");
  if (parts.size() != std::size_t{setup.rules.players} + 2) return misread(text, std::string(kReads));
  const std::vector<std::string_view> head = split(parts[0], " ");
  std::size_t at = 0;
  const auto next = [&] { return at < head.size() ? head[at++] : std::string_view{}; };
  if (Refused refused = parse_colours(setup, next())) return refused;
  if (Refused refused = parse_seat(setup, next())) return refused;
  if (setup.rules.smarties() == 0)
    setup.smarties.assign(setup.rules.players, 0);
  else if (Refused refused = parse_smarties(setup, next()))
    return refused;
  if (Refused refused = parse_field(setup, std::span(head).subspan(at))) return refused;
  std::vector<std::string_view> words;
  for (std::size_t part = 1; part < parts.size(); ++part) {
    std::vector<std::uint8_t> cards;
    if (parts[part] != kNone) {
      const std::vector<std::string_view> own = split(parts[part], " ");
      if (Refused refused = parse_cards(own, cards)) return refused;
      words.insert(words.end(), own.begin(), own.end());
    }
    if (part + 1 < parts.size())
      setup.hands.push_back(std::move(cards));
    else
      setup.stack = std::move(cards);
  }
  if (Refused refused = check_announced(setup)) return refused;
  if (Refused refused = check_smarties(setup)) return refused;
  if (Refused refused = check_cards(setup, words)) return refused;
  find_observer(start);
  return {};
}

}  // namespace tafelrunde::engine
