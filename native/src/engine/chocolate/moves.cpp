// Reading moves of the chocolate games, and saying why one is illegal.
#include <algorithm>

#include "chocolate/moves.hpp"
#include "chocolate/reader.hpp"
#include "engine/chocolate/table.hpp"

namespace tafelrunde::engine {

using chocolate::kHidden;
using chocolate::Kind;
using chocolate::kNoCard;
using chocolate::kNoColour;
using chocolate::Move;
using chocolate::Phase;
using chocolate::SetupCard;
using chocolate::Smartie;

namespace {

constexpr int kLimit = 96;  // no cell of a card lies further out than this

bool is_colour(char c) { return chocolate::colour_of(c) != kNoColour; }

bool is_card(std::string_view text) {
  if (text.size() != 4 && !(text.size() == 5 && text[4] == 's')) return false;
  return std::all_of(text.begin(), text.begin() + 4, is_colour);
}

bool has_space(std::string_view text) { return text.find_first_of(" \t\n\r\v\f") != std::string_view::npos; }

// Reads `DDMW@2,0*`, the colour in front of it gone; false if it does not read so.
bool read_placement(std::string_view text, Move& move) {
  chocolate::Reader reader(text);
  std::string card(4, ' ');
  for (char& letter : card)
    if (!reader.letter(letter, is_colour)) return false;
  if (reader.take('s')) card += 's';
  move.kind = Kind::kPlace;
  move.look = chocolate::parse_look(card);
  move.tier = 1;
  if (!reader.take('@')) {
    if (!reader.take('^')) return false;
    move.tier = 2;
  }
  if (!reader.cell(move.x, move.y)) return false;
  if (reader.take('*')) {
    move.smartie = Smartie::kSelf;
    if (!reader.done()) {
      move.smartie = Smartie::kOther;
      if (!reader.cell(move.u, move.v)) return false;
    }
  }
  return reader.done();
}

Refused read_swap_card(std::string_view text, WrittenMove& written) {
  if (text.size() == 2 && text[0] == '?' && text[1] >= '0' && text[1] <= '4') {
    written.move.card = kHidden;
    written.number = text[1] - '0';
    return {};
  }
  return parse_held(text, written.move.card);
}

constexpr std::array<std::array<int, 2>, 4> kCorners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
// For each of the four pieces the two cells outside the card that it touches.
constexpr std::array<std::array<std::array<int, 2>, 2>, 4> kOutside{
    {{{{0, -1}, {-1, 0}}}, {{{1, -1}, {2, 0}}}, {{{2, 1}, {1, 2}}}, {{{0, 2}, {-1, 1}}}}};

// The cards that lie, asked about single cells.
class Lying {
 public:
  explicit Lying(const std::vector<SetupCard>& cards) : cards_(cards) {}

  [[nodiscard]] bool covered(int x, int y, int tier) const {
    return std::any_of(cards_.begin(), cards_.end(),
                       [&](const SetupCard& card) { return card.tier == tier && covers(card, x, y); });
  }
  [[nodiscard]] bool guarded(int x, int y) const {
    return std::any_of(cards_.begin(), cards_.end(),
                       [&](const SetupCard& card) { return card.smartie && covers(card, x, y); });
  }
  [[nodiscard]] std::uint8_t colour(int x, int y) const {
    std::uint8_t seen = kNoColour;
    int tier = 0;
    for (const SetupCard& card : cards_) {
      if (card.tier <= tier || !covers(card, x, y)) continue;
      tier = card.tier;
      for (std::size_t i = 0; i < 4; ++i)
        if (card.x + kCorners[i][0] == x && card.y + kCorners[i][1] == y)
          seen = chocolate::kLookTable[card.look].colour[i];
    }
    return seen;
  }
  [[nodiscard]] const SetupCard* first(int x, int y) const {
    for (const SetupCard& card : cards_)
      if (card.tier == 1 && card.x == x && card.y == y) return &card;
    return nullptr;
  }
  [[nodiscard]] int touching(int x, int y) const {
    int n = 0;
    for (const auto& pair : kOutside)
      for (const auto& [dx, dy] : pair) n += covered(x + dx, y + dy, 1);
    return n;
  }
  [[nodiscard]] bool joins(std::uint8_t look, int x, int y) const {
    for (std::size_t i = 0; i < 4; ++i)
      for (const auto& [dx, dy] : kOutside[i])
        if (colour(x + dx, y + dy) == chocolate::kLookTable[look].colour[i]) return true;
    return false;
  }

 private:
  static bool covers(const SetupCard& card, int x, int y) {
    return x >= card.x && x <= card.x + 1 && y >= card.y && y <= card.y + 1;
  }

  const std::vector<SetupCard>& cards_;
};

}  // namespace

std::string upright(std::string_view card) {
  std::string best(card);
  for (std::size_t rotation = 1; rotation < 4; ++rotation) {
    std::string other(card.substr(rotation, 4 - rotation));
    other += card.substr(0, rotation);
    other += card.substr(4);
    best = std::min(best, other);
  }
  return best;
}

Refused parse_held(std::string_view text, std::uint8_t& type) {
  if (!is_card(text)) return misread(text, "a card is four of the colours D M W, and s for a printed smartie");
  const std::string held = upright(text);
  if (held != text) return misread(text, "in a hand or a deck this card is written " + held);
  type = chocolate::parse_type(text);
  return {};
}

Refused parse_written(std::string_view text, WrittenMove& written) {
  written = {};
  Move& move = written.move;
  move.kind = Kind::kPass;
  if (text == "pass") return {};
  if (text == "decline" || text == "accept" || text == "reject") {
    move.kind = text == "decline" ? Kind::kDecline : text == "accept" ? Kind::kAccept : Kind::kReject;
    return {};
  }
  std::string_view placement = text;
  if (text.size() > 2 && text[1] == ':' && chocolate::colour_of(text[0]) != kNoColour) {
    move.colour = chocolate::colour_of(text[0]);
    placement.remove_prefix(2);
  }
  if (read_placement(placement, move)) {
    if (move.smartie == Smartie::kOther && move.u == move.x && move.v == move.y)
      return misread(text, "a smartie on the card itself is written '*' alone");
    if (move.tier == 2 && move.smartie != Smartie::kNone)
      return misread(text, "a card in the second tier has its smartie without '*'");
    return {};
  }
  move = {};
  const auto joins = [&](std::size_t at) { return text[at] == ' ' || text[at] == '-'; };
  if (text.starts_with("offer") && text.size() > 8 && joins(5) && text[7] == text[5] && text[6] >= '1' &&
      text[6] <= '9' && !has_space(text.substr(8))) {
    move.kind = Kind::kOffer;
    move.seat = static_cast<std::uint8_t>(text[6] - '1');
    return read_swap_card(text.substr(8), written);
  }
  if (text.starts_with("counter") && text.size() > 8 && joins(7) && !has_space(text.substr(8))) {
    move.kind = Kind::kCounter;
    return read_swap_card(text.substr(8), written);
  }
  return misread(text, "a turn reads like DDMW@2,0 or DDMW^1,1, a swap action like offer 2 DDMW");
}

bool ChocolateTable::may_hold(int seat, std::uint8_t type) const {
  if (type == kNoCard) return false;
  const chocolate::Table& t = table();
  if (type != kHidden && t.hands[seat].count(type) > 0) return true;
  if (!hides(seat)) return false;
  if (type == kHidden) return true;
  int unseen = chocolate::copies(t.rules.game, type);
  for (int i = 0; i < t.lying; ++i) unseen -= chocolate::type_of(t.cards[i].look) == type;
  for (const chocolate::Hand& hand : t.hands) unseen -= hand.count(type);
  for (int i = t.drawn; i < t.stack_end; ++i) unseen -= t.stack[i] == type;
  return unseen > 0;
}

bool ChocolateTable::fits_somewhere(std::uint8_t type) const {
  chocolate::Choice one;
  one.types[0] = type;
  one.second[0] = table().may_stack(type);
  one.size = 1;
  const auto places = known_.visit([&](const auto& state) { return chocolate::count_places(state.field, one); });
  return places.first + places.second > 0;
}

// How many pieces of a seat's colour a swap card shows; of a hidden one it is all that is known.
int ChocolateTable::announced(std::uint8_t card, int number, int to) const {
  if (card == kHidden) return number;
  return chocolate::pieces(card, table().colours[static_cast<std::size_t>(table().rules.side(to))]);
}

// What a swap card can be for somebody who only heard the number.
chocolate::TypeSet ChocolateTable::heard(std::uint8_t card, int number, int to) const {
  const std::uint8_t colour = table().colours[static_cast<std::size_t>(table().rules.side(to))];
  return chocolate::types_showing(table().rules.game, colour, announced(card, number, to));
}

Why ChocolateTable::objection(const WrittenMove& written) const {
  const Move& move = written.move;
  if (over()) return {"game-over", "the game is over"};
  if (move.kind != Kind::kPlace && move.kind != Kind::kPass) return swap_objection(written);
  if (table().swap.phase != Phase::kNone) return {"swap-under-way", "a swap is being negotiated"};
  if (move.kind == Kind::kPlace) return placing_objection(move);
  // Of hidden cards nobody but their holder can say whether they fit.
  for (const std::uint8_t card : table().hands[table().to_move])
    if (card != kHidden && fits_somewhere(card)) return {"must-place", "a card of the hand fits"};
  return {};
}

Why ChocolateTable::placing_objection(const Move& move) const {
  const chocolate::Table& t = table();
  const std::uint8_t type = move.look == kNoCard ? kNoCard : chocolate::type_of(move.look);
  if (!may_hold(t.to_move, type)) return {"card-not-in-hand", "that card is not in the hand"};
  const unsigned free = t.announceable();
  if (free != 0 && move.colour == kNoColour) {
    std::string colours;
    for (std::uint8_t colour = 0; colour < chocolate::kColours; ++colour) {
      if ((free >> colour & 1) == 0) continue;
      if (!colours.empty()) colours += ", ";
      colours += chocolate::kColourLetters[colour];
    }
    return {"colour-missing", "this turn announces a colour, one of {colours}", {{"colours", colours}}};
  }
  if (free == 0 && move.colour != kNoColour) return {"colour-known", "no colour is announced with this turn"};
  if (free != 0 && (free >> move.colour & 1) == 0) return {"colour-taken", "that colour cannot be chosen"};
  if (move.tier == 2 && !t.may_stack(type)) return {"no-smartie-to-stack", "no smartie for a card in the second tier"};
  if (Why why = place_objection(move)) return why;
  return move.smartie == Smartie::kNone ? Why{} : smartie_objection(move);
}

Why ChocolateTable::place_objection(const Move& move) const {
  const int x = move.x;
  const int y = move.y;
  if (std::max(std::abs(x), std::abs(y)) > kLimit) return {"far-outside", "that is far outside the field"};
  const std::vector<SetupCard> cards = lying();
  if (cards.empty()) {
    if (move.tier == 1 && x == 0 && y == 0) return {};
    return {"first-card", "the first card lies at 0,0 in the first tier"};
  }
  const Lying field(cards);
  bool below = true;
  bool free = true;
  bool guarded = false;
  for (const auto& [dx, dy] : kCorners) {
    const bool there = field.covered(x + dx, y + dy, 1);
    below = below && there;
    free = free && !there;
    guarded = guarded || field.guarded(x + dx, y + dy);
  }
  if (move.tier == 1) {
    if (!free) return {"card-there", "a card lies there already"};
    if (field.touching(x, y) < 2) return {"touches-too-few", "it must touch at least two pieces side to side"};
  } else if (!below) {
    return {"not-on-cards", "in the second tier all four pieces must lie on cards"};
  } else if (guarded) {
    return {"covers-smartie", "a card with a smartie is never covered"};
  } else if (field.first(x, y) != nullptr) {
    return {"on-one-card", "in the second tier it must lie on at least two cards"};
  }
  if (field.joins(move.look, x, y)) return {};
  return {"joins-no-colour", "at least one piece must touch one of the same colour"};
}

Why ChocolateTable::smartie_objection(const Move& move) const {
  if (move.tier == 2) return {"stacked-has-smartie", "a card in the second tier has its smartie already"};
  if (table().smarties[table().to_move] == 0) return {"no-smartie-left", "no smartie is left"};
  if (move.smartie == Smartie::kSelf) return {};
  const std::vector<SetupCard> cards = lying();
  const Lying field(cards);
  const SetupCard* card = field.first(move.u, move.v);
  if (card == nullptr)
    return {"no-card-there", "no card of the first tier lies at {x},{y}", {{"x", move.u}, {"y", move.v}}};
  if (card->smartie) return {"card-has-smartie", "that card has a smartie already"};
  for (const auto& [dx, dy] : kCorners)
    if (!field.covered(card->x + dx, card->y + dy, 2)) return {};
  return {"card-covered", "that card is wholly covered"};
}

Why ChocolateTable::swap_objection(const WrittenMove& written) const {
  const chocolate::Table& t = table();
  const Kind kind = written.move.kind;
  if (kind == Kind::kOffer) {
    if (!t.rules.swap) return {"no-swaps", "cards are not swapped in this game"};
    if (t.swap.phase != Phase::kNone) return {"swap-under-way", "a swap is being negotiated"};
    if (t.swap_used) return {"one-offer", "only one card may be offered in a turn"};
    if (!t.colours_known()) return {"colours-unknown", "cards are swapped once every colour is known"};
    const int to = written.move.seat;
    if (to == t.to_move || to >= t.rules.players) return {"offer-to-another", "a card is offered to another seat"};
    return card_objection(written, t.to_move, to);
  }
  if (t.swap.phase == Phase::kNone) return {"nothing-offered", "no card is on offer"};
  const bool answered = t.swap.phase == Phase::kCountered;
  if (kind == Kind::kAccept || kind == Kind::kReject)
    return answered ? Why{} : Why{"offer-unanswered", "the offer has not been answered yet"};
  if (answered) return {"offer-answered", "the offer has been answered already"};
  return kind == Kind::kCounter ? card_objection(written, t.swap.to, t.to_move) : Why{};
}

Why ChocolateTable::card_objection(const WrittenMove& written, int holder, int to) const {
  if (!may_hold(holder, written.move.card)) return {"card-not-in-hand", "that card is not in the hand"};
  if (heard(written.move.card, written.number, to) != 0) return {};
  return {"impossible-number", "no card shows so many pieces of that colour"};
}

}  // namespace tafelrunde::engine
