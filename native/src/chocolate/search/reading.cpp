#include "chocolate/search/reading.hpp"

#include <algorithm>
#include <limits>

#include "common/maths.hpp"

namespace tafelrunde::chocolate {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

// The field as it was under the first `count` cards. When a smartie came to lie on a card is not known: as now.
std::optional<Field<Narrow>> field_of(const Position& known, int count) {
  const Table& table = known.table();
  const auto secured = [&](const Placed& card) {
    return known.visit([&](const auto& state) { return state.is_secured(card); });
  };
  Field<Narrow> field;
  for (int i = 0; i < count; ++i) {
    const Placed& card = table.cards[static_cast<std::size_t>(i)];
    if (card.tier == 2) {
      field.lay_second(card.look, field.to_window({card.x, card.y}));
      continue;
    }
    if (!field.lay_first(card.look, field.to_window({card.x, card.y}))) return {};
    if (kPrinted[type_of(card.look)] || secured(card)) field.secure(field.to_window({card.x, card.y}));
  }
  return field;
}

// How well each type of card could have been laid by the seat on turn, as quick players rank it.
std::array<float, kTypes> ranks_of(const State<Narrow>& state, const Evaluator& evaluator) {
  std::array<float, kTypes> best;
  best.fill(kNever);
  const Table& table = state.table;
  const Colours colours(table);
  Choice some;
  const auto rank = [&] {
    rank_placings(state, some, colours, [&](const Ranked& ranked) {
      float& value = best[type_of(ranked.look)];
      value = std::max(value, habit_value(ranked, table, colours, evaluator, Sight{}));
    });
    some.size = 0;
  };
  for (std::uint8_t type = 0; type < kTypes; ++type) {
    if (copies(table.rules.game, type) == 0) continue;
    const auto at = static_cast<std::size_t>(some.size++);
    some.types[at] = type;
    some.second[at] = table.may_stack(type);
    if (some.size == kHandSize) rank();
  }
  rank();
  return best;
}

}  // namespace

Reading::Reading(const View& view, const Evaluator& evaluator, double softness) : view_(view) {
  const Position& known = view.known();
  const Table& now = known.table();
  // Who laid which card follows from the order of play as long as nobody has passed.
  if (now.passes > 0 || now.over() || !now.colours_known() || known.is_wide()) return;
  const int players = now.rules.players;
  for (int back = 0; back < kTurns * players; ++back) {
    const int index = now.lying - 1 - back;
    if (index < players) break;  // colours were announced with the first cards
    const int seat = (now.turn + (kTurns + 1) * players - 1 - back) % players;
    // After a swap a hand holds cards that were not there when the seat chose.
    const auto swapped = [&](const Fact& fact) {
      return fact.kind != FactKind::kUnable && (fact.seats & seat_bit(seat)) != 0;
    };
    if (seat == view.observer() || std::any_of(view.facts().begin(), view.facts().end(), swapped)) continue;
    const Hand& hand = now.hands[static_cast<std::size_t>(seat)];
    Turn turn;
    turn.seat = seat;
    turn.laid = type_of(now.cards[static_cast<std::size_t>(index)].look);
    const int since = back / players + 1;  // turns of the seat, this one included
    turn.drawn = std::max(0, since - (kHandSize - hand.size));
    for (int later = index + players; later < now.lying; later += players) {
      turn.later.push_back(type_of(now.cards[static_cast<std::size_t>(later)].look));
    }
    std::optional<Field<Narrow>> field = field_of(known, index);
    if (!field) return;
    State<Narrow> before(now);
    before.field = *field;
    before.table.turn = static_cast<std::uint8_t>(seat);
    if (now.cards[static_cast<std::size_t>(index)].tier == 2 && !kPrinted[turn.laid]) {
      ++before.table.smarties[static_cast<std::size_t>(seat)];
    }
    const std::array<float, kTypes> ranks = ranks_of(before, evaluator);
    const float chosen = ranks[turn.laid];
    if (chosen == kNever) continue;
    for (std::size_t type = 0; type < kTypes; ++type) {
      if (ranks[type] == kNever || type == turn.laid) continue;
      turn.pull[type] = exponential(std::min(8.0, static_cast<double>(ranks[type] - chosen) / softness));
    }
    turns_.push_back(std::move(turn));
  }
}

// Which of its cards the seat drew since then is not known: any of them, each set as likely as every other.
double Reading::likelihood(const Turn& turn, const Hand& hand) {
  std::array<double, kHandSize + kTurns> pulls{};
  unsigned size = 0;
  for (const std::uint8_t card : hand) pulls[size++] = turn.pull[card];
  for (const std::uint8_t card : turn.later) pulls[size++] = turn.pull[card];
  double sum = 0;
  int sets = 0;
  for (unsigned drawn = 0; drawn < 1U << size; ++drawn) {
    if (std::popcount(drawn) != turn.drawn) continue;
    double others = 1;
    for (unsigned i = 0; i < size; ++i) others += (drawn >> i & 1) != 0 ? 0.0 : pulls[i];
    sum += 1 / others;
    ++sets;
  }
  return sets == 0 ? 1.0 : sum / sets;
}

double Reading::likelihood(const std::array<Hand, kMaxPlayers>& hands) const {
  double product = 1;
  for (const Turn& turn : turns_) product *= likelihood(turn, hands[static_cast<std::size_t>(turn.seat)]);
  return product;
}

std::optional<Position> Reading::draw(Rng& rng) const {
  if (turns_.empty()) return view_.resample(rng);
  std::optional<Position> chosen;
  double all = 0;
  // Of those drawn so far each is the chosen one as often as it is likely.
  for (int i = 0; i < kDraws; ++i) {
    std::optional<Position> drawn = view_.resample(rng);
    if (!drawn) return drawn;
    const double likely = likelihood(drawn->table().hands);
    all += likely;
    if (static_cast<double>(rng.next() >> 11) * 0x1p-53 * all <= likely) chosen = std::move(drawn);
  }
  return chosen;
}

}  // namespace tafelrunde::chocolate
