// Plays games of Scho K.O. and Schokoly and compares what the search counts quickly with what playing it out says.
//
// chocolate_search [games [seed]]
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "check.hpp"
#include "chocolate/sample.hpp"
#include "chocolate/search/endgame.hpp"
#include "chocolate/search/search.hpp"
#include "chocolate/search/uct.hpp"

using namespace tafelrunde;
using namespace tafelrunde::chocolate;

namespace {

template <class Row>
Move placing_of(const State<Row>& state, const Ranked& ranked) {
  const Cell cell = state.field.to_field(ranked.at);
  Move move;
  move.kind = Kind::kPlace;
  move.look = ranked.look;
  move.tier = ranked.tier;
  move.x = static_cast<std::int16_t>(cell.x);
  move.y = static_cast<std::int16_t>(cell.y);
  return move;
}

// Every placing is ranked once, with the points it leads to.
template <class Row>
void check_ranking(const State<Row>& state) {
  if (state.field.empty() || state.table.announceable() != 0) return;
  const Colours colours(state.table);
  int ranked_placings = 0;
  rank_placings(state, state.choice(), colours, [&](const Ranked& ranked) {
    ++ranked_placings;
    State<Row> after = state;
    if (!after.template play<false>(placing_of(state, ranked))) return;
    const Score score = after.score();
    for (int side = 0; side < colours.sides; ++side) CHECK(score.points[side] == ranked.points[side]);
  });
  const PlaceCount places = count_places(state.field, state.choice());
  CHECK(ranked_placings == places.first + places.second);
}

// What a card in the second tier could take from the largest group, counted the slow way.
template <class Row>
void check_cuts(const State<Row>& state) {
  const Field<Row>& field = state.field;
  Pieces<Row> pieces(field);
  for (std::uint8_t colour = 0; colour < kColours; ++colour) {
    const int largest = Groups<Row>(pieces.plane(colour), field.top(), field.bottom()).largest()[0];
    int worst = 0;
    int many = 0;
    for (int k = 0; k < field.second_count(); ++k) {
      const Cell at = field.nth(field.second(), k);
      pieces.clear(at);
      const int loss = largest - Groups<Row>(pieces.plane(colour), field.top(), field.bottom()).largest()[0];
      pieces.restore(field, at);
      worst = std::max(worst, loss);
      many += loss >= 4;
    }
    int found_worst = 0;
    int found_many = 0;
    Chief<Row>(field, pieces, colour).count_cuts(pieces, found_worst, found_many);
    // Of several largest groups one is looked at, so that less may seem to be in danger.
    CHECK(found_worst <= worst && found_many <= many);
    if (Groups<Row>(pieces.plane(colour), field.top(), field.bottom()).largest()[1] < largest) {
      CHECK(found_worst == worst && found_many == many);
    }
  }
}

// The result of the side on turn with best play of both, by trying everything.
int best_result(const State<Narrow>& state) {
  const Table& table = state.table;
  const int side = table.rules.side(table.to_move);
  if (table.over()) {
    const Score score = state.score();
    return score.winner < 0 ? 0 : score.winner == side ? 1 : -1;
  }
  int best = -1;
  bool any = false;
  const auto attempt = [&](const Move& move) {
    any = true;
    if (best == 1) return;
    State<Narrow> after = state;
    CHECK(after.play<false>(move));
    best = std::max(best, -best_result(after));
  };
  state.each_placing(attempt);
  if (!any) attempt(Move{});
  return best;
}

// Whether no turn of the rest can lead out of the window; a search takes the wide one otherwise.
bool has_room(const State<Narrow>& state) {
  constexpr int kRoom = Field<Narrow>::kMaxExtent - 8;
  return state.field.high().x - state.field.low().x < kRoom && state.field.high().y - state.field.low().y < kRoom;
}

void check_endgame(const State<Narrow>& state) {
  std::uint64_t nodes = 0;
  const std::function<bool()> never = [] { return false; };
  Endgame<Narrow> endgame(fitted_weights(form_of(state.table.rules)), never, nodes);
  const auto found = endgame.solve(state);
  CHECK(endgame.exact() && !found.empty() && nodes > 0);
  const int result = best_result(state);
  const double chance = Endgame<Narrow>::prospect_of(found.front().value).chance;
  CHECK(chance == (result + 1) / 2.0);
  State<Narrow> after = state;
  CHECK(after.play<false>(found.front().move) && -best_result(after) == result);
  // Any other turn that is asked for is judged exactly too.
  const Move other = found.back().move;
  Endgame<Narrow> asked(fitted_weights(form_of(state.table.rules)), never, nodes);
  const auto judged = asked.judge(state, {found.front().move, other});
  CHECK(asked.exact() && judged.size() == 2 && judged.front().value == found.front().value);
  after = state;
  CHECK(after.play<false>(other));
  CHECK(Endgame<Narrow>::prospect_of(judged.back().value).chance == (1 - best_result(after)) / 2.0);
  const std::function<bool()> at_once = [] { return true; };
  Endgame<Narrow> hurried(fitted_weights(form_of(state.table.rules)), at_once, nodes);
  for (const auto& one : hurried.judge(state, {other})) CHECK(hurried.exact() && one.value == judged.back().value);
}

// What a finished game is worth to a side, as a number: four for each point of the lead, and one for who has won.
int final_worth(const State<Narrow>& state, int side) {
  const Score score = state.score();
  const int won = score.winner < 0 ? 0 : score.winner == side ? 1 : -1;
  return 4 * (score.points[side] - score.points[1 - side]) + won;
}

// The same for the side on turn with best play of both, by trying everything, smarties included. A smartie beside the
// last card changes nothing any more.
int best_worth(const State<Narrow>& state, int held) {
  const Table& table = state.table;
  if (table.over()) return final_worth(state, table.rules.side(table.to_move));
  int best = -(1 << 20);
  bool any = false;
  const auto attempt = [&](const Move& move) {
    any = true;
    if (held == 1 && move.smartie != Smartie::kNone) return;
    State<Narrow> after = state;
    CHECK(after.play<false>(move));
    best = std::max(best, -best_worth(after, held - (move.kind == Kind::kPlace)));
  };
  state.each_placing(attempt);
  if (!any) attempt(Move{});
  return best;
}

// A small field, no stack, so many cards in either hand and a smartie each: ends in which everything can be tried.
State<Narrow> small_end(const Rules& rules, std::uint64_t seed, int lying, int own, int other) {
  Rng rng(seed, 77);
  Position position(Table::shuffled(rules, rng));
  while (position.table().lying < lying) {
    const Move move = position.visit([&](const auto& state) { return random_turn(state, rng); });
    CHECK(position.play(move) == nullptr);
  }
  std::optional<State<Narrow>> narrow;
  position.visit([&](const auto& state) {
    if constexpr (std::is_same_v<std::decay_t<decltype(state)>, State<Narrow>>) narrow = state;
  });
  CHECK(narrow.has_value());
  State<Narrow>& end = *narrow;
  Table& table = end.table;
  table.stack_end = table.drawn;
  table.hands[table.to_move].size = static_cast<std::uint8_t>(own);
  table.hands[1 - table.to_move].size = static_cast<std::uint8_t>(other);
  for (std::uint8_t& left : table.smarties) left = std::min<std::uint8_t>(left, 1);
  return end;
}

// Turns of a small end are worth what trying everything says; where time is short nothing is called exact.
void check_small_ends(const Rules& rules, std::uint64_t seed) {
  std::uint64_t nodes = 0;
  const std::function<bool()> never = [] { return false; };
  const std::function<bool()> at_once = [] { return true; };
  const State<Narrow> end = small_end(rules, seed, 3, 2, 1);
  std::vector<Move> turns;
  end.each_placing([&](const Move& move) { turns.push_back(move); });
  if (turns.empty()) return;
  Rng rng(seed, 78);
  const Move asked = turns[rng.below(static_cast<std::uint32_t>(turns.size()))];
  Endgame<Narrow> judging(fitted_weights(form_of(rules)), never, nodes);
  const auto judged = judging.judge(end, {asked});
  CHECK(judging.exact() && judged.size() == 1);
  State<Narrow> after = end;
  CHECK(after.play<false>(asked));
  const int worth = -best_worth(after, 2);
  const Prospect found = Endgame<Narrow>::prospect_of(judged.front().value);
  CHECK(found.chance == (worth > 0 ? 1.0 : worth < 0 ? 0.0 : 0.5));
  CHECK(found.lead == std::round(worth / 4.0));
  const State<Narrow> large = small_end(rules, seed, 6, 4, 4);
  Endgame<Narrow> hurried(fitted_weights(form_of(rules)), at_once, nodes);
  CHECK(!hurried.solve(large).empty() && !hurried.exact());
  // Also where the time is over after some widths were complete.
  for (const int patience : {1, 10, 100}) {
    int asks = 0;
    const std::function<bool()> soon = [&] { return ++asks > patience; };
    Endgame<Narrow> broken(fitted_weights(form_of(rules)), soon, nodes);
    CHECK(!broken.solve(large).empty() && asks > patience && !broken.exact());
  }
  Endgame<Narrow> asking(fitted_weights(form_of(rules)), at_once, nodes);
  large.each_placing([&](const Move& move) { turns.front() = move; });
  CHECK(asking.judge(large, {turns.front()}).empty() && !asking.exact());
}

void check_search(const Position& position, std::uint64_t seed) {
  const int seat = position.table().actor();
  const View view(position, seat);
  Settings settings;
  settings.candidates = 6;
  settings.looks = 24;
  settings.depth = 2;
  settings.stages = 3;
  Limits limits;
  limits.nodes = seed % 4 == 0 ? 1500 : 150;  // only the former is enough for more than one stage
  const Weights& weights = fitted_weights(form_of(position.table().rules));
  const Answer answer = search({&view, nullptr}, settings, weights, seed, limits);
  CHECK(!answer.judged.empty());
  Position after = position;
  CHECK(after.play(answer.judged.front().move) == nullptr);
  // Whatever the seat cannot see makes no difference.
  Rng rng(seed);
  const std::optional<Position> other = view.resample(rng);
  CHECK(other.has_value());
  const View same(*other, seat);
  const Answer again = search({&same, nullptr}, settings, weights, seed, limits);
  CHECK(again.nodes == answer.nodes && again.judged.front().move == answer.judged.front().move);
  // Time that is over at once still gives a legal move.
  limits.passed = [] { return 1.0; };
  const Answer hasty = search({&view, nullptr}, settings, weights, seed, limits);
  after = position;
  CHECK(!hasty.judged.empty() && after.play(hasty.judged.front().move) == nullptr);
}

void check_uct(const Position& position, std::uint64_t seed) {
  Limits limits;
  limits.nodes = 40;
  const View view(position, position.table().actor());
  const Answer answer = plain_uct(view, seed, limits, 4);
  Position after = position;
  CHECK(!answer.judged.empty() && answer.nodes >= 4 && after.play(answer.judged.front().move) == nullptr);
}

void check_game(const Rules& rules, std::uint64_t seed, std::uint64_t game) {
  Rng rng(seed, game);
  Position position(Table::shuffled(rules, rng));
  const auto asked = static_cast<int>(rng.below(30));
  while (!position.table().over()) {
    const Table& table = position.table();
    position.visit([](const auto& state) {
      check_ranking(state);
      check_cuts(state);
    });
    if (!position.is_wide() && rules.players == 2 && table.stack_size() == 0 && !table.over()) {
      const int held = table.hands[0].size + table.hands[1].size;
      position.visit([&](const auto& state) {
        if constexpr (std::is_same_v<std::decay_t<decltype(state)>, State<Narrow>>) {
          const bool small = held <= 2 && (held == 1 || table.smarties[0] + table.smarties[1] == 0);
          if (small && has_room(state)) check_endgame(state);
        }
      });
    }
    if (table.lying == asked) {
      check_search(position, seed + game);
      check_uct(position, seed + game);
      const std::vector<Move> actions = position.swap_actions();
      if (!actions.empty())
        CHECK(position.play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]) == nullptr);
      while (position.table().swap.phase != Phase::kNone) {
        check_search(position, seed + game);
        const std::vector<Move> answers = position.swap_actions();
        CHECK(position.play(answers[rng.below(static_cast<std::uint32_t>(answers.size()))]) == nullptr);
      }
    }
    const Move move = position.visit([&](const auto& state) { return random_turn(state, rng); });
    CHECK(position.play(move) == nullptr);
  }
}

}  // namespace

int main(int count, char** words) {
  const std::uint64_t games = count > 1 ? std::strtoull(words[1], nullptr, 10) : 4;
  const std::uint64_t seed = count > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
  const Rules forms[] = {{Game::kSchoko, 2, false, true},   {Game::kSchokoly, 2, false, false},
                         {Game::kSchokoly, 3, true, false}, {Game::kSchokoly, 4, false, false},
                         {Game::kSchokoly, 2, false, true}, {Game::kSchokoly, 3, false, true},
                         {Game::kSchokoly, 4, false, true}};
  for (const Rules& rules : forms) {
    for (std::uint64_t game = 0; game < games; ++game) check_game(rules, seed, game);
    if (rules.players != 2) continue;
    for (std::uint64_t game = 0; game < 2 * games; ++game) check_small_ends(rules, seed + game);
  }
  std::printf("chocolate: %llu games of each form searched\n", static_cast<unsigned long long>(games));
  return 0;
}
