// Plays random games of Scho K.O. and Schokoly and compares everything the core says with the plain model and with
// itself.
//
// chocolate_games [games [seed]]
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "chocolate/batch.hpp"
#include "chocolate/legality.hpp"
#include "chocolate/perft.hpp"
#include "chocolate/playout.hpp"
#include "chocolate/queries.hpp"
#include "chocolate/sample.hpp"
#include "chocolate/view.hpp"
#include "chocolate_model.hpp"

using namespace tafelrunde;
using namespace tafelrunde::chocolate;

namespace {

chocolate_model::Field model_of(const Position& position) {
  chocolate_model::Field model;
  for (const SetupCard& card : position.setup().cards) {
    model.put({{card.x, card.y}, card.tier, look_text(card.look), card.smartie});
  }
  return model;
}

std::set<std::string> model_turns(const chocolate_model::Field& model, const Table& table) {
  std::vector<std::string> hand;
  for (const std::uint8_t card : table.hands[table.to_move]) hand.emplace_back(type_text(card));
  const std::set<std::string> placings = model.placings(hand, table.smarties[table.to_move]);
  const unsigned free = table.announceable();
  if (placings.empty()) return {"pass"};
  if (free == 0) return placings;
  std::set<std::string> announced;
  for (std::size_t c = 0; c < kColours; ++c) {
    for (const std::string& text : placings) {
      if ((free >> c & 1) != 0) announced.insert(std::string(1, kColourLetters[c]) + ":" + text);
    }
  }
  return announced;
}

void check_score(const Position& position, const chocolate_model::Field& model) {
  const Table& table = position.table();
  std::string colours;
  for (int side = 0; side < table.rules.sides(); ++side) {
    colours += table.colours[side] == kNoColour ? ' ' : kColourLetters[table.colours[side]];
  }
  const std::vector<int> points = model.points(colours, table.rules.has_neutral_colour());
  const Score score = position.score();
  for (std::size_t side = 0; side < points.size(); ++side) CHECK(score.points[side] == points[side]);
  CHECK(score.over == table.over());
  for (std::uint8_t colour = 0; colour < kColours; ++colour) {
    const auto expected = model.groups(kColourLetters[colour]);
    const auto found = colour_groups(position, colour);
    CHECK(expected.size() == found.size());
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(expected[i].size() == found[i].size());
  }
}

// Every turn is an action and back, and the masks allow exactly the turns.
template <class Row>
void check_actions(const State<Row>& state) {
  std::set<std::array<int, 3>> seen;
  state.each_placing([&](const Move& move) {
    CHECK(objection(state, move) == nullptr);
    const Action action = encode(state, move);
    CHECK(action.what >= 0 && action.what < ActionSpace<Row>::kPlacings && action.smartie < kSmartieActions);
    CHECK(seen.insert({action.what, action.smartie, action.colour}).second);
    const auto back = decode(state, action);
    CHECK(back && *back == move);
  });
}

template <class Row>
void check_masks(const Batch<Row>& batch, int match) {
  const State<Row>& state = batch.state(match);
  std::set<int> placings;
  std::set<int> smarties;
  std::set<int> colours;
  state.each_placing([&](const Move& move) {
    const Action action = encode(state, move);
    placings.insert(action.what);
    colours.insert(action.colour);
    if (move.tier == 1) smarties.insert(action.smartie);
  });
  const auto words = static_cast<std::size_t>(Batch<Row>::kMaskWords);
  std::size_t set = 0;
  for (std::size_t i = 0; i < words; ++i) {
    set += static_cast<std::size_t>(std::popcount(batch.placings[words * match + i]));
  }
  CHECK(set == placings.size());
  for (const int what : placings) {
    CHECK((batch.placings[words * match + static_cast<std::size_t>(what / 32)] >> (what % 32) & 1) != 0);
  }
  for (const int way : smarties) CHECK((batch.smarties[match] >> way & 1) != 0);
  if (!smarties.empty()) CHECK(static_cast<std::size_t>(std::popcount(batch.smarties[match])) == smarties.size());
  for (const int colour : colours) CHECK((batch.colours[match] >> colour & 1) != 0);
  CHECK((batch.others[match] & 1) == (placings.empty() ? 1U : 0U));
}

// A view hides, a resampled position shows the same view, and knows what the facts say.
void check_views(const Position& position, Rng& rng) {
  for (int observer = kSpectator; observer < position.table().rules.players; ++observer) {
    const View view(position, observer);
    const auto drawn = view.resample(rng);
    CHECK(drawn);
    CHECK(drawn->table().hash == drawn->fresh_hash());
    CHECK(holds(view.facts(), drawn->table().hands) || position.table().over());
    CHECK(holds(view.facts(), position.table().hands));
    const View again(*drawn, observer);
    CHECK(again.facts() == view.facts() && again.offered_number() == view.offered_number());
    if (position.table().over()) continue;
    for (int seat = 0; seat < position.table().rules.players; ++seat) {
      const Hand& hand = view.known().table().hands[seat];
      CHECK(hand.size == position.table().hands[seat].size);
      for (const std::uint8_t card : hand) CHECK((card == kHidden) == (seat != observer));
    }
  }
}

std::uint64_t plain_perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  std::uint64_t total = 0;
  for (const Move& turn : turns_of(position)) {
    Position next = position;
    CHECK(next.play(turn) == nullptr);
    total += plain_perft(next, depth - 1);
  }
  return total;
}

void check(const Position& position, Rng& rng, bool deeply) {
  const Table& table = position.table();
  CHECK(table.hash == position.fresh_hash());
  std::string error;
  const auto rebuilt = Position::build(position.setup(), false, error);
  CHECK(rebuilt && rebuilt->table().hash == table.hash && rebuilt->turns() == position.turns());
  const chocolate_model::Field model = model_of(position);
  check_score(position, model);
  check_views(position, rng);
  if (table.over() || table.swap.phase != Phase::kNone) {
    CHECK(position.turns().empty() && count_turns(position) == 0);
    return;
  }
  const std::vector<std::string> turns = position.turns();
  CHECK(std::set<std::string>(turns.begin(), turns.end()) == model_turns(model, table));
  CHECK(count_turns(position) == static_cast<std::int64_t>(turns.size()));
  position.visit([](const auto& state) { check_actions(state); });
  const Move random = random_move(position, rng);
  CHECK(std::binary_search(turns.begin(), turns.end(), move_text(random)));
  for (const std::string& text : turns) {
    const auto move = parse_move(text);
    CHECK(move && move_text(*move) == text);
  }
  if (deeply && turns.size() < 250) CHECK(perft(position, 2) == plain_perft(position, 2));
  const PlayoutResult result = playout(position, rng);
  CHECK(result.score.over);
}

// The turn that stretches the field most: games played like that outgrow the narrow window.
Move stretching_turn(const Position& position, bool along_x) {
  Move best;
  int reach = -1;
  for (const Move& turn : turns_of(position)) {
    const int at = turn.kind == Kind::kPlace && turn.tier == 1 ? (along_x ? turn.x : -turn.y) : -1000;
    if (at > reach || best.kind == Kind::kPass) {
      best = turn;
      reach = at;
    }
  }
  return best;
}

void play_game(const Rules& rules, std::uint64_t seed, std::uint64_t number) {
  Rng rng(seed, number);
  const bool stretched = number % 5 == 4;
  Position position(Table::shuffled(rules, rng));
  bool wide = false;
  for (int turn = 0; !position.table().over(); ++turn) {
    if (turn % 8 == static_cast<int>(number % 8) || position.table().stack_size() == 1) {
      check(position, rng, number % 16 == 0);
    }
    const std::vector<Move> swaps = position.swap_actions();
    Move move;
    if (!swaps.empty() && (position.table().swap.phase != Phase::kNone || rng.below(2) == 0)) {
      move = swaps[rng.below(static_cast<std::uint32_t>(swaps.size()))];
    } else {
      move = stretched ? stretching_turn(position, number % 2 == 0) : random_move(position, rng);
    }
    CHECK(position.play(move) == nullptr);
    CHECK(position.play(Move{Kind::kPlace}) != nullptr);
    wide = wide || position.is_wide();
  }
  check(position, rng, false);
  CHECK(!stretched || rules.game == Game::kSchoko || wide);
}

template <class Row>
void play_batch(const Rules& rules, std::uint64_t seed, int steps) {
  constexpr int kMatches = 6;
  Batch<Row> batch(rules, kMatches);
  batch.reset(seed, 0, kMatches);
  batch.prepare_masks();
  std::vector<Action> actions(kMatches);
  Rng rng(seed);
  int finished = 0;
  for (int step = 0; step < steps; ++step) {
    batch.write_masks(0, kMatches);
    for (int i = 0; i < kMatches; ++i) {
      if (batch.state(i).table.swap.phase == Phase::kNone) check_masks(batch, i);
    }
    batch.sample(actions.data(), 0, kMatches);
    for (int i = 0; i < kMatches; ++i) {
      if (const unsigned swaps = batch.others[i] & ~1U; swaps != 0 && rng.below(2) == 0) {
        actions[i] = {ActionSpace<Row>::kPlacings +
                          nth_bit(swaps, static_cast<int>(rng.below(static_cast<std::uint32_t>(std::popcount(swaps))))),
                      0, kNoColour};
      }
    }
    CHECK(batch.find_illegal(actions.data(), 0, kMatches) == -1);
    batch.step(actions.data(), 0, kMatches);
    for (int i = 0; i < kMatches; ++i) finished += batch.ended[i] != 0;
  }
  CHECK(finished > 0);
}

// Bits of rows beside counting them one after the other; a wide row is two words, and its bits are in both.
template <class Row>
void check_bits(Rng& rng) {
  for (int round = 0; round < 200; ++round) {
    Row row = 0;
    std::vector<int> set;
    for (int bit = 0; bit < kBits<Row>; ++bit) {
      if (rng.below(round % 2 == 0 ? 2 : 16) != 0) continue;
      row |= Row{1} << bit;
      set.push_back(bit);
    }
    CHECK(count_bits(row) == static_cast<int>(set.size()));
    if (!set.empty()) CHECK(lowest_bit(row) == set.front());
    for (std::size_t k = 0; k < set.size(); ++k) CHECK(nth_bit(row, static_cast<int>(k)) == set[k]);
    const Row rows[] = {row, static_cast<Row>(~row)};
    CHECK(count_rows<2>(rows) == kBits<Row>);
    CHECK(count_rows<1>(rows) == static_cast<int>(set.size()));
    CHECK(shifted(shifted(row, 3), -3) == static_cast<Row>(static_cast<Row>(row << 3) >> 3));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const long games = argc > 1 ? std::atol(argv[1]) : 10;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  Rng bits(seed, 3);
  check_bits<Narrow>(bits);
  check_bits<Wide>(bits);
  const Rules forms[] = {{Game::kSchoko, 2, false, true},    {Game::kSchokoly, 2, false, false},
                         {Game::kSchokoly, 3, true, false},  {Game::kSchokoly, 3, false, false},
                         {Game::kSchokoly, 4, false, false}, {Game::kSchokoly, 2, false, true},
                         {Game::kSchokoly, 3, false, true},  {Game::kSchokoly, 4, false, true}};
  for (const Rules& rules : forms) {
    for (long game = 0; game < games; ++game) play_game(rules, seed, static_cast<std::uint64_t>(game));
    play_batch<Narrow>(rules, seed, 200);
    play_batch<Wide>(rules, seed, 200);
  }
  std::printf("chocolate: %ld games of each form agree\n", games);
}
