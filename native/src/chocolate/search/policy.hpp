// The turn of a player who looks at the table once: every placing is ranked by what it leads to at once.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "chocolate/search/evaluation.hpp"
#include "chocolate/search/ranking.hpp"

namespace tafelrunde::chocolate {

// What a player sees; weaker ones see less.
struct Sight {
  int cards = kHandSize;  // different cards of the hand that it tries
  int recent = kMaxDeck;  // cards laid last around which it looks for places at first
  bool second = true;     // whether it thinks of the second tier
  bool groups = true;     // whether it sees how pieces hang together, and not only what its card touches
  bool others = true;     // whether it looks at what its opponents have
  bool habits = true;     // whether it knows more than points
};

struct Option {
  Move move;
  float value;
};

// The best few of many, the best first; of equal ones the earlier.
class Shortlist {
 public:
  explicit Shortlist(int limit) : limit_(static_cast<std::size_t>(limit)) {
    options_.reserve(std::min<std::size_t>(limit_, kRoom) + 1);
  }

  bool takes(float value) const { return options_.size() < limit_ || value > options_.back().value; }

  void add(const Move& move, float value) {
    const auto after = [](float v, const Option& option) { return v > option.value; };
    options_.insert(std::upper_bound(options_.begin(), options_.end(), value, after), {move, value});
    if (options_.size() > limit_) options_.pop_back();
  }

  const std::vector<Option>& options() const { return options_; }
  std::vector<Option>& options() { return options_; }

 private:
  static constexpr std::size_t kRoom = 256;

  std::size_t limit_;
  std::vector<Option> options_;
};

// Whether a place (in field coordinates) touches or covers one of the cards laid last.
inline bool is_near(const Table& table, int recent, Cell at) {
  for (int i = std::max(0, table.lying - recent); i < table.lying; ++i) {
    if (std::abs(table.cards[i].x - at.x) <= 2 && std::abs(table.cards[i].y - at.y) <= 2) return true;
  }
  return false;
}

// How much of its price a loose smartie still has for the seat on turn: nothing once there is one for every turn left.
inline float smartie_price(const Table& table) {
  return std::clamp(static_cast<float>(turns_left(table, table.to_move) - table.smarties[table.to_move]) / 3.0F, 0.0F,
                    1.0F);
}

// How a placing ranks for the seat on turn.
inline float habit_value(const Ranked& ranked, const Table& table, const Colours& colours, const Evaluator& evaluator,
                         const Sight& sight) {
  const int side = table.rules.side(table.to_move);
  if (!sight.groups) return static_cast<float>(ranked.touched[side]);
  if (!sight.others) return static_cast<float>(ranked.points[side]);
  auto value = static_cast<float>(lead_of(ranked.points, side, colours.sides));
  if (!sight.habits) return value;
  const std::uint8_t type = type_of(ranked.look);
  const auto& habit = evaluator.weights.habit;
  for (int other = 0; other < colours.sides; ++other) {
    const std::uint8_t colour = colours.side[other];
    if (colour == kNoColour) continue;
    const auto shown = static_cast<float>(pieces(type, colour));
    value += static_cast<float>(ranked.made[other]) * (other == side ? habit[kOwnGrowth] : habit[kOtherGrowth]);
    value += shown * (other == side ? habit[kOwnPieceSpent] : habit[kStrangePiece]);
  }
  if (ranked.tier == 2 && !kPrinted[type]) value += habit[kSmartieSpent] * smartie_price(table);
  if (ranked.tier == 1 && kPrinted[type]) value += habit[kPrintedSpent];
  return value;
}

// The colour that the hand on turn shows most, of those it may announce; kNoColour where nothing is announced.
inline std::uint8_t best_colour(const Table& table) {
  std::uint8_t best = kNoColour;
  int most = -1;
  for (unsigned left = table.announceable(); left != 0; left &= left - 1) {
    const auto colour = static_cast<std::uint8_t>(std::countr_zero(left));
    int shown = 0;
    for (const std::uint8_t card : table.hands[table.to_move]) shown += pieces(card, colour);
    if (shown > most) {
      most = shown;
      best = colour;
    }
  }
  return best;
}

// Lists the best placings of the seat on turn without smarties on first-tier cards; a pass if no card fits. Where a
// colour is announced it is `colour`.
template <class Row>
void shortlist(const State<Row>& state, const Evaluator& evaluator, const Sight& sight, std::uint8_t colour,
               Shortlist& best) {
  const Table& table = state.table;
  Choice cards = state.choice();
  cards.size = std::min(cards.size, sight.cards);
  if (!sight.second) cards.second.fill(false);
  Table announced = table;
  if (colour != kNoColour) announced.announce<false>(colour);
  const Colours colours(announced);
  Move move;
  move.kind = Kind::kPlace;
  move.colour = colour;
  if (state.field.empty()) {
    // Turning the first card changes nothing.
    for (int i = 0; i < cards.size; ++i) {
      move.look = static_cast<std::uint8_t>(cards.types[i] * kRotations);
      best.add(move, static_cast<float>(colour == kNoColour ? 0 : pieces(cards.types[i], colour)));
    }
    return;
  }
  rank_placings(state, cards, colours, [&](const Ranked& ranked) {
    const float value = habit_value(ranked, table, colours, evaluator, sight);
    if (!best.takes(value)) return;
    const Cell cell = state.field.to_field(ranked.at);
    if (sight.recent < table.lying && !is_near(table, sight.recent, cell)) return;
    move.look = ranked.look;
    move.tier = ranked.tier;
    move.x = static_cast<std::int16_t>(cell.x);
    move.y = static_cast<std::int16_t>(cell.y);
    best.add(move, value);
  });
  if (!best.options().empty()) return;
  if (cards.size < state.choice().size || !sight.second || sight.recent < table.lying) {
    // Nothing that was seen fits: look at everything before saying so.
    Sight wider = sight;
    wider.cards = kHandSize;
    wider.recent = kMaxDeck;
    wider.second = true;
    shortlist(state, evaluator, wider, colour, best);
    return;
  }
  best.add(Move{}, 0);
}

// Looks again at the first few options, each played and judged by the evaluation.
template <class Row>
void look_again(const State<Row>& state, const Evaluator& evaluator, std::vector<Option>& options) {
  const int side = state.table.rules.side(state.table.to_move);
  Net::Answers<Row> answers(state.field);
  for (Option& option : options) {
    State<Row> after = state;
    if (after.template play<false>(option.move)) {
      option.value = static_cast<float>(evaluate(after, evaluator, side, &answers).worth());
    } else {
      option.value = -1;
    }
  }
  std::stable_sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return a.value > b.value; });
}

// The turn of somebody who ranks all placings and looks again at the best `again`.
template <class Row>
Move quick_turn(const State<Row>& state, const Evaluator& evaluator, const Sight& sight, int again) {
  Shortlist best(std::max(1, again));
  shortlist(state, evaluator, sight, best_colour(state.table), best);
  if (best.options().size() > 1) look_again(state, evaluator, best.options());
  return best.options().front().move;
}

}  // namespace tafelrunde::chocolate
