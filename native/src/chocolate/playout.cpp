#include "chocolate/playout.hpp"

#include "chocolate/sample.hpp"

namespace tafelrunde::chocolate {
namespace {

// Plays on until the end, or until the field outgrows its window: then the state waits for a wider one.
template <class Row>
bool finish(State<Row>& state, int& turns, Rng& rng) {
  while (!state.table.over()) {
    const Move move = random_turn(state, rng);
    if (!state.template play<false>(move)) return false;
    ++turns;
  }
  return true;
}

}  // namespace

PlayoutResult playout(State<Narrow> state, Rng& rng) {
  PlayoutResult result;
  state.table.swap = {};
  if (finish(state, result.turns, rng)) {
    result.score = state.score();
    return result;
  }
  const int played = result.turns;
  result = playout(state.widened(), rng);
  result.turns += played;
  return result;
}

PlayoutResult playout(State<Wide> state, Rng& rng) {
  PlayoutResult result;
  state.table.swap = {};
  finish(state, result.turns, rng);
  result.score = state.score();
  return result;
}

PlayoutResult playout(const Position& position, Rng& rng) {
  return position.visit([&](const auto& state) { return playout(state, rng); });
}

void PlayoutTotals::add(const PlayoutResult& result) {
  ++games;
  turns += result.turns;
  draws += result.score.winner < 0;
  for (int side = 0; side < kMaxSides; ++side) {
    wins[side] += result.score.winner == side;
    points[side] += result.score.points[side];
  }
}

void PlayoutTotals::add(const PlayoutTotals& other) {
  games += other.games;
  turns += other.turns;
  draws += other.draws;
  for (int side = 0; side < kMaxSides; ++side) {
    wins[side] += other.wins[side];
    points[side] += other.points[side];
  }
}

PlayoutTotals play_fresh_games(const Rules& rules, std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  PlayoutTotals totals;
  for (std::uint64_t i = begin; i < end; ++i) {
    Rng rng(seed, i);
    totals.add(playout(State<Narrow>(Table::shuffled(rules, rng)), rng));
  }
  return totals;
}

}  // namespace tafelrunde::chocolate
