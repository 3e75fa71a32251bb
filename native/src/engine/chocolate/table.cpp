// Chocolate tables as they are sent to clients.
#include <algorithm>

#include "chocolate/queries.hpp"
#include "engine/chocolate/table.hpp"
#include "engine/json.hpp"

namespace tafelrunde::engine {

using chocolate::Cells;
using chocolate::kHidden;
using chocolate::kNoColour;
using chocolate::Phase;

namespace {

void add_cells(std::string& json, const Cells& cells) {
  add_list(json, cells, [&](const std::pair<int, int>& cell) {
    json += '[';
    add_number(json, cell.first);
    json += ',';
    add_number(json, cell.second);
    json += ']';
  });
}

void add_colour(std::string& json, std::uint8_t colour) {
  if (colour == kNoColour)
    json += "null";
  else
    add_text(json, chocolate::kColourLetters.substr(colour, 1));
}

void add_side(std::string& json, int side) {
  if (side < 0)
    json += "null";
  else
    add_number(json, side);
}

std::string card_text(std::uint8_t type, int number = -1) {
  if (type != kHidden) return std::string(chocolate::type_text(type));
  return number < 0 ? "?" : "?" + std::to_string(number);
}

// A hand as it is shown: hidden cards first.
std::vector<std::string> hand_texts(const chocolate::Hand& hand) {
  std::vector<std::string> texts;
  for (const std::uint8_t card : hand) texts.push_back(card_text(card));
  std::sort(texts.begin(), texts.end());
  return texts;
}

void add_field(std::string& json, const std::vector<chocolate::SetupCard>& cards) {
  add_list(json, cards, [&](const chocolate::SetupCard& card) {
    json += "{\"tier\":" + std::to_string(card.tier) + ",\"x\":" + std::to_string(card.x) +
            ",\"y\":" + std::to_string(card.y) + ",\"card\":";
    add_text(json, chocolate::look_text(card.look));
    json += ",\"smartie\":";
    add_flag(json, card.smartie);
    json += '}';
  });
}

}  // namespace

std::vector<int> ChocolateTable::points() const {
  const chocolate::Score score = known_.score();
  return {score.points.begin(), score.points.begin() + sides()};
}

int ChocolateTable::winner() const { return over() ? known_.score().winner : -1; }

unsigned ChocolateTable::leaders(unsigned among) const { return known_.score().leading(among); }

std::vector<std::string> ChocolateTable::moves() const {
  if (over() || hides(seat())) return {};
  std::vector<std::string> texts = known_.turns();
  for (std::string& action : swap_actions()) texts.push_back(std::move(action));
  return texts;
}

std::vector<std::string> ChocolateTable::swap_actions() const {
  std::vector<std::string> texts;
  if (over() || hides(seat())) return texts;
  const chocolate::Table& t = table();
  if (t.swap.phase == Phase::kCountered) return {"reject", "accept"};
  const chocolate::Choice cards = t.hands[seat()].different();
  if (t.swap.phase == Phase::kOffered) {
    texts.emplace_back("decline");
    for (int i = 0; i < cards.size; ++i) texts.push_back("counter " + card_text(cards.types[i]));
    return texts;
  }
  if (!t.may_offer()) return texts;
  for (int to = 0; to < t.rules.players; ++to) {
    if (to == t.to_move) continue;
    for (int i = 0; i < cards.size; ++i)
      texts.push_back("offer " + std::to_string(to + 1) + " " + card_text(cards.types[i]));
  }
  return texts;
}

std::string ChocolateTable::shown(int observer, bool act) const {
  if (observer_ != kOpen) return json(act && observer_ == seat(), true);
  if (observer == kOpen) return json(act, false);
  return view(observer).shown(observer, act);
}

std::string ChocolateTable::json(bool legal, bool facts) const {
  const chocolate::Table& t = table();
  std::string json = R"({"family":"chocolate","field":)";
  add_field(json, lying());
  json += ",\"hands\":";
  std::vector<std::vector<std::string>> hands;
  hands.reserve(t.rules.players);
  for (int seat = 0; seat < t.rules.players; ++seat) hands.push_back(hand_texts(t.hands[seat]));
  add_list(json, hands, [&](const std::vector<std::string>& hand) {
    add_list(json, hand, [&](const std::string& card) { add_text(json, card); });
  });
  json += ",\"stack\":" + std::to_string(t.stack_size()) + ",\"colours\":";
  const std::vector<std::uint8_t> colours(t.colours.begin(), t.colours.begin() + sides());
  add_list(json, colours, [&](std::uint8_t colour) { add_colour(json, colour); });
  json += ",\"smarties\":";
  const std::vector<int> smarties(t.smarties.begin(), t.smarties.begin() + t.rules.players);
  add_list(json, smarties, [&](int n) { add_number(json, n); });
  json += ",\"seat\":" + std::to_string(seat()) + ",\"turn\":" + std::to_string(t.to_move) + ",\"swap\":";
  add_swap(json);
  json += ",\"facts\":";
  if (facts)
    add_facts(json);
  else
    json += "[]";
  add_groups(json);
  json += ",\"neutral_colour\":";
  add_colour(json, t.neutral_colour());
  json += ",\"points\":";
  add_list(json, points(), [&](int n) { add_number(json, n); });
  json += ",\"over\":";
  add_flag(json, over());
  json += ",\"winner\":";
  add_side(json, winner());
  json += ",\"legal\":";
  if (legal && !over() && !hides(seat()))
    add_legal(json);
  else
    json += "null";
  json += '}';
  return json;
}

void ChocolateTable::add_swap(std::string& json) const {
  const chocolate::Table& t = table();
  if (t.swap.phase == Phase::kNone) {
    json += "null";
    return;
  }
  json += "{\"by\":" + std::to_string(t.to_move) + ",\"to\":" + std::to_string(t.swap.to) + ",\"offered\":";
  add_text(json, card_text(t.swap.offered, offered_number_));
  json += ",\"countered\":";
  if (t.swap.phase == Phase::kCountered)
    add_text(json, card_text(t.swap.countered, countered_number_));
  else
    json += "null";
  json += '}';
}

void ChocolateTable::add_facts(std::string& json) const {
  static constexpr std::array<std::string_view, 3> kKinds{"given", "announced", "unable"};
  // A spectator's own are the public ones.
  const std::vector<chocolate::Facts> all = knowledge();
  add_list(json, observer_ == kSpectator ? all.back() : all.front(), [&](const chocolate::Fact& fact) {
    json += "{\"kind\":";
    add_text(json, kKinds[static_cast<std::size_t>(fact.kind)]);
    json += ",\"seats\":";
    std::vector<int> seats;
    for (int seat = 0; seat < chocolate::kMaxPlayers; ++seat)
      if ((fact.seats & chocolate::seat_bit(seat)) != 0) seats.push_back(seat);
    add_list(json, seats, [&](int seat) { add_number(json, seat); });
    json += ",\"cards\":";
    std::vector<std::uint8_t> cards;
    for (std::uint8_t type = 0; type < chocolate::kTypes; ++type)
      if ((fact.cards & chocolate::type_bit(type)) != 0) cards.push_back(type);
    add_list(json, cards, [&](std::uint8_t type) { add_text(json, chocolate::type_text(type)); });
    json += ",\"spare\":" + std::to_string(fact.spare) + "}";
  });
}

void ChocolateTable::add_groups(std::string& json) const {
  const chocolate::Table& t = table();
  const unsigned ties = known_.score().tied;
  json += ",\"groups\":[";
  bool first = true;
  for (std::uint8_t colour = 0; colour < chocolate::kColours; ++colour) {
    if ((t.rules.material().colours >> colour & 1) == 0) continue;
    int owner = -1;
    for (int side = 0; side < sides(); ++side)
      if (t.colours[static_cast<std::size_t>(side)] == colour) owner = side;
    int rank = 0;
    for (const Cells& cells : chocolate::colour_groups(known_, colour)) {
      json += first ? "{\"colour\":" : ",{\"colour\":";
      first = false;
      add_colour(json, colour);
      json += ",\"side\":";
      add_side(json, owner);
      json += ",\"cells\":";
      add_cells(json, cells);
      json += ",\"counts\":";
      if (owner >= 0 && rank == 0)
        json += "\"largest\"";
      else if (owner >= 0 && rank == 1 && (ties >> owner & 1) != 0)
        json += "\"tie\"";
      else
        json += "null";
      json += '}';
      ++rank;
    }
  }
  json += "],\"neutral\":";
  add_list(json, chocolate::neutral_groups(known_), [&](const chocolate::NeutralCells& group) {
    json += "{\"cells\":";
    add_cells(json, group.cells);
    json += ",\"contacts\":";
    add_list(json, group.contacts, [&](int n) { add_number(json, n); });
    json += ",\"holder\":";
    add_side(json, group.holder);
    json += ",\"counts\":";
    add_flag(json, static_cast<int>(group.cells.size()) >= chocolate::kNeutralMinimum);
    json += '}';
  });
}

void ChocolateTable::add_legal(std::string& json) const {
  const chocolate::Table& t = table();
  const bool swapping = t.swap.phase != Phase::kNone;
  const auto looks = swapping ? std::vector<chocolate::LookPlaces>{} : chocolate::hand_places(known_);
  json += "{\"announce\":[";
  bool first = true;
  for (unsigned free = swapping ? 0 : t.announceable(); free != 0; free &= free - 1) {
    if (!first) json += ',';
    first = false;
    add_colour(json, static_cast<std::uint8_t>(std::countr_zero(free)));
  }
  json += "],\"cards\":{";
  bool fits = false;
  for (std::size_t card = 0; card < looks.size(); card += chocolate::kRotations) {
    if (card > 0) json += ',';
    add_text(json, looks[card].look);
    json += ":[";
    // Quarter turns clockwise, the card as it is held first.
    for (std::size_t rotation = 0; rotation < chocolate::kRotations; ++rotation) {
      const chocolate::LookPlaces& places = looks[card + (chocolate::kRotations - rotation) % chocolate::kRotations];
      json += rotation == 0 ? "{\"look\":" : ",{\"look\":";
      add_text(json, places.look);
      json += ",\"first\":";
      add_cells(json, places.first);
      json += ",\"second\":";
      add_cells(json, places.second);
      json += '}';
      fits = fits || !places.first.empty() || !places.second.empty();
    }
    json += ']';
  }
  json += "},\"smartie\":";
  add_flag(json, !swapping && t.smarties[t.to_move] > 0);
  json += ",\"secure\":";
  Cells targets = swapping ? Cells{} : chocolate::smartie_targets(known_);
  std::sort(targets.begin(), targets.end());
  add_cells(json, targets);
  json += ",\"may_pass\":";
  add_flag(json, !swapping && !fits);
  json += ",\"swap\":";
  add_list(json, swap_actions(), [&](const std::string& action) { add_text(json, action); });
  json += '}';
}

}  // namespace tafelrunde::engine
