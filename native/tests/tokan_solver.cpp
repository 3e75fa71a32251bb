// The solver beside the rules: its own field step by step, and its answers against trying everything.
#include "tokan/solver/solver.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "tokan/playout.hpp"
#include "tokan/position.hpp"
#include "tokan/text.hpp"

namespace {

using namespace tafelrunde;
using namespace tafelrunde::tokan;
using namespace tafelrunde::tokan::solver;

constexpr int kGames = 300;
constexpr std::uint64_t kSmall = 400;      // move sequences that are tried one by one
constexpr std::uint64_t kMiddling = 8000;  // move sequences that are tried with bounds

void check(bool truth, const char* what, const Position& position) {
  if (truth) return;
  std::fprintf(stderr, "%s: %s\n", what, to_text(position).c_str());
  std::exit(1);
}

bool same(const State& a, const State& b) {
  for (int i = 0; i < 8; ++i)
    if (a.planes[i] != b.planes[i]) return false;
  return a.codes == b.codes && a.words == b.words && a.sum == b.sum && a.margin == b.margin && a.covered == b.covered &&
         a.side == b.side && a.taboo == b.taboo;
}

// What the estimates see of one player, the player on turn (0) or the other one (1), found move by move.
void check_counts(const Position& position, const Mobility& mobility, const State& state, int who) {
  std::set<int> movers, prey;
  std::set<std::pair<int, int>> quiet, gifts, singles;
  const auto code = [&](int cell) { return state.codes[static_cast<std::size_t>(cell)]; };
  for (const Action action : position.legal_actions()) {
    const Move move = move_of(action);
    const int cell = move.cell(), height = height_in(code(cell));
    const int target = cell + reach_in(code(cell)) * kStep[static_cast<std::size_t>(move.direction())];
    const std::pair way{cell, move.direction()};
    movers.insert(cell);
    if (colour_in(code(target)) == position.side()) {
      quiet.insert(way);
    } else {
      prey.insert(target);
    }
    if (move.carry() != 0) continue;
    if (height == 1) singles.insert(way);
    std::array<Kind, kTiles> kinds{};
    position.board.contents(cell, kinds);
    if (height > 1 && colour_of(kinds[static_cast<std::size_t>(height - 2)]) != position.side()) gifts.insert(way);
  }
  const auto same_count = [&](Mobility::Count count, std::size_t size, const char* what) {
    check(mobility.counts[static_cast<std::size_t>(count + who)] == static_cast<int>(size), what, position);
  };
  same_count(Mobility::kMovers, movers.size(), "the movers differ");
  same_count(Mobility::kPrey, prey.size(), "the prey differs");
  same_count(Mobility::kQuiet, quiet.size(), "the quiet ways differ");
  same_count(Mobility::kGifts, gifts.size(), "the gifts differ");
  same_count(Mobility::kSingles, singles.size(), "the ways of single tiles differ");
}

// A state made from the board agrees with one that was kept up to date by moves, and both with the rules.
void check_state(const Position& position, const State& state) {
  check(same(state, state_of(position.board, position.options.scoring)), "the state differs", position);
  const Points points = position.points();
  check(state.margin == points[0] - points[1], "the margin differs", position);
  std::set<Action> actions;
  each_move(state, [&](Move move) { actions.insert(action_of(move)); });
  const auto legal = position.legal_actions();
  check(actions == std::set<Action>(legal.begin(), legal.end()), "the moves differ", position);

  const Mobility mobility = mobility_of(state.planes, state.covered, state.side, state.taboo);
  Position free = position, other = position;
  free.board.taboo = other.board.taboo = kNoCell;
  other.board.side ^= 1;
  check(mobility.replies == position.count_actions(), "the replies differ", position);
  check(mobility.other_moves == other.count_actions(), "the other's moves differ", position);
  check(mobility.taboo == (free.count_actions() != position.count_actions()), "the taboo differs", position);
  check_counts(other, mobility, state, 1);
  check_counts(position, mobility, state, 0);
  if (!position.over()) return;
  const Winner winner = position.winner();
  const Value worth = worth_at_end(state, position.options.scoring);
  const int sign = winner == Winner::kNobody ? 0 : static_cast<int>(winner) == position.side() ? 1 : -1;
  check((worth > 0) - (worth < 0) == sign, "the winner differs", position);
}

Value plain(const Position& position) {
  const auto actions = position.legal_actions();
  if (actions.empty())
    return worth_at_end(state_of(position.board, position.options.scoring), position.options.scoring);
  Value best = -kBest;
  for (const Action action : actions) {
    Position next = position;
    next.play(action);
    best = std::max(best, -plain(next));
  }
  return best;
}

// The same with bounds and without any table, for positions too early to be tried out.
Value bounded(const Position& position, Value low, Value high) {
  const auto actions = position.legal_actions();
  if (actions.empty())
    return worth_at_end(state_of(position.board, position.options.scoring), position.options.scoring);
  Value best = -kBest;
  for (const Action action : actions) {
    Position next = position;
    next.play(action);
    best = std::max(best, -bounded(next, -high, -std::max(low, best)));
    if (best >= high) break;
  }
  return best;
}

// Counts the sequences that follow, up to a bound.
std::uint64_t sequences(const Position& position, std::uint64_t bound) {
  std::uint64_t total = 1;
  for (const Action action : position.legal_actions()) {
    if (total > bound) break;
    Position next = position;
    next.play(action);
    total += sequences(next, bound);
  }
  return total;
}

void check_line(Solver& solver, const Position& position, const State& state, const Bounds& bounds) {
  Position end = position;
  for (const Move move : solver.line(state, bounds, ~std::uint64_t{0})) {
    check(end.legal(action_of(move)), "an illegal move in the line", end);
    end.play(action_of(move));
  }
  check(end.over(), "the line stops early", end);
  const Value worth = worth_at_end(state_of(end.board, end.options.scoring), end.options.scoring);
  check((end.side() == position.side() ? worth : -worth) == bounds.low, "the line does not keep the value", position);
}

void check_answers(const Position& position, Value worth) {
  constexpr std::size_t kSlots = 1 << 14;
  const auto slots = std::make_unique<Slot[]>(kSlots + 4);
  const auto shift = (64 - reinterpret_cast<std::uintptr_t>(slots.get()) % 64) % 64 / sizeof(Slot);
  TranspositionTable table(std::span(slots.get() + shift, kSlots));
  const auto shared = std::make_unique<Shared>(table);
  Solver solver(*shared, position.options, 1, [](const std::function<void(unsigned)>& piece) { piece(0); });
  const State state = state_of(position.board, position.options.scoring);
  const Bounds bounds = solver.solve(state, true, ~std::uint64_t{0});
  check(bounds.low == worth && bounds.high == worth, "the value differs", position);
  check_line(solver, position, state, bounds);
}

// The moves that reach a goal are those that trying everything finds, no more and no fewer.
void check_reaching(const Position& position) {
  alignas(64) static std::array<Slot, 1 << 12> slots;
  TranspositionTable table(slots);
  table.clear();
  const auto shared = std::make_unique<Shared>(table);
  Solver solver(*shared, position.options, 1, [](const std::function<void(unsigned)>& piece) { piece(0); });
  const State state = state_of(position.board, position.options.scoring);
  const auto actions = position.legal_actions();
  if (actions.empty()) return;
  for (const Value goal : {0, 1}) {
    const auto found = solver.reaching(state, goal, {}, static_cast<int>(actions.size()), ~std::uint64_t{0});
    for (const Action action : actions) {
      Position next = position;
      next.play(action);
      check(found.moves.contains(move_of(action)) == (-plain(next) >= goal), "a move reaches otherwise", position);
    }
  }
}

void play_game(const Options& options, std::uint64_t number) {
  Rng rng(20, number);
  Position position = deal(options, rng);
  State state = state_of(position.board, options.scoring);
  std::vector<Position> positions{position};
  for (;;) {
    check_state(position, state);
    if (position.over()) break;
    const Action action = draw(position, rng);
    position.play(action);
    State next;
    make(state, move_of(action), options, next);
    state = next;
    positions.push_back(position);
  }
  const auto earliest = [&](std::uint64_t bound) {
    std::size_t first = positions.size() - 1;
    while (first > 0 && sequences(positions[first - 1], bound) <= bound) --first;
    return positions[first];
  };
  const Position late = earliest(kSmall), early = earliest(kMiddling);
  check_answers(late, plain(late));
  check_reaching(late);
  check_answers(early, bounded(early, -kBest, kBest));
}

// Towers so high that their words no longer hold all tiles.
void check_giants() {
  const char* texts[] = {
      "MMMJJJJJJJLLLLLmmmjjj,j,-,-,-,-/-,-,-,-,-,-/j,j,j,l,l,l/-,-,-,-,-,-/-,-,-,-,l,l b -",
      "MMMJJJJJJJLLLLLmmm,jj,j,j,j,j/-,-,-,-,-,-/j,-,l,l,l,l/-,-,-,-,-,-/-,-,-,-,-,l b -",
  };
  for (const char* text : texts) {
    Position position;
    if (const Problem problem = parse_position(text, Options{}, position)) {
      std::fprintf(stderr, "%s: %s\n", text, problem.reason.c_str());
      std::exit(1);
    }
    Rng rng(5);
    State state = state_of(position.board, position.options.scoring);
    for (;;) {
      check_state(position, state);
      if (position.over()) break;
      const Action action = draw(position, rng);
      position.play(action);
      State next;
      make(state, move_of(action), position.options, next);
      state = next;
    }
  }
}

// The table gives back what was put in, however large an effort has become: none of them is taken for what cannot be
// done.
void check_efforts() {
  alignas(64) std::array<Slot, TranspositionTable::kBucket> slots{};
  TranspositionTable table(slots);
  for (const ProofNumber effort : {1.0F, 79.5F, 3e8F, 5e9F, 1e20F, 1e33F}) {
    const ProofNumbers put{cut(effort), cut(2 * effort)};
    table.clear();
    table.store(7, put, 1);
    ProofNumbers got;
    if (!table.probe(7, got) || got.prove != put.prove || got.refute != put.refute || got.known() ||
        put.prove < effort * 0.999F || put.refute >= kNever || put.refute <= put.prove) {
      std::fprintf(stderr, "an effort of %g is not kept\n", static_cast<double>(effort));
      std::exit(1);
    }
  }
}

// What one thread has settled is not unsettled by another that comes later and knows less.
void check_settled() {
  alignas(64) std::array<Slot, TranspositionTable::kBucket> slots{};
  TranspositionTable table(slots);
  for (const ProofNumbers& settled : {kProved, kRefuted}) {
    table.clear();
    ProofNumbers got;
    for (const ProofNumbers& put : {ProofNumbers{3, 4}, settled, ProofNumbers{5, 6}}) table.store(7, put, 1);
    if (!table.probe(7, got) || got.prove != settled.prove || got.refute != settled.refute) {
      std::fprintf(stderr, "what was settled is forgotten\n");
      std::exit(1);
    }
    table.store(8, {5, 6}, 1);
    table.store(8, {7, 8}, 1);
    if (!table.probe(8, got) || got.prove != 7) std::fprintf(stderr, "an estimate stays behind\n"), std::exit(1);
  }
}

// A table that grows keeps what it knows, and afterwards has room that it did not have before.
void check_growth() {
  constexpr std::size_t kSlots = std::size_t{1} << 19;
  const auto slots = std::make_unique<Slot[]>(kSlots + 4);
  const auto shift = (64 - reinterpret_cast<std::uintptr_t>(slots.get()) % 64) % 64 / sizeof(Slot);
  TranspositionTable table(std::span(slots.get() + shift, kSlots));
  std::uint64_t entries = 0;
  const auto key = [](std::uint64_t i) { return mix64(i + 1); };
  const auto need = [](bool truth, const char* what) {
    if (!truth) std::fprintf(stderr, "%s\n", what), std::exit(1);
  };
  need(table.slots() < kSlots && !table.crowded(), "a new table is small and empty");
  while (!table.crowded()) table.store(key(entries), {static_cast<float>(entries + 1), 1}, 1), ++entries;
  const auto known = [&] {
    std::uint64_t count = 0;
    ProofNumbers got;
    for (std::uint64_t i = 0; i < entries; ++i)
      count += table.probe(key(i), got) && got.prove == cut(static_cast<float>(i + 1)) ? 1 : 0;
    return count;
  };
  const std::uint64_t before = known();
  while (table.can_grow()) {
    const std::size_t size = table.slots();
    table.grow();
    need(table.slots() > size && known() == before && !table.crowded(), "a table loses entries as it grows");
  }
  table.grow();
  need(known() == before && table.slots() <= kSlots, "a table cannot outgrow its memory");
  table.clear();
  need(known() == 0 && table.can_grow(), "a cleared table is small and empty");
}

}  // namespace

int main() {
  check_efforts();
  check_settled();
  check_growth();
  for (const Scoring scoring : {Scoring::kTowers, Scoring::kHeads})
    for (const Gaps gaps : {Gaps::kContiguous, Gaps::kLine}) {
      Options options;
      options.scoring = scoring;
      options.gaps = gaps;
      for (std::uint64_t game = 0; game < kGames; ++game) play_game(options, game);
    }
  check_giants();
  std::puts("the solver agrees with the rules");
  return 0;
}
