// Plays random games of TOKAN and compares everything the fast rules say with the plain model and with itself.
//
// tokan_games [games [seed]]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#if !defined(__wasm__)
#include "parallel/tokan.hpp"
#include "parallel/workers.hpp"
#endif
#include "tokan/batch.hpp"
#include "tokan/hash.hpp"
#include "tokan/image.hpp"
#include "tokan/perft.hpp"
#include "tokan/playout.hpp"
#include "tokan/text.hpp"
#include "tokan_model.hpp"

using namespace tafelrunde;
using namespace tafelrunde::tokan;

namespace {

tokan_model::Model model_of(const Position& position) {
  tokan_model::Model model;
  std::array<Kind, kTiles> kinds;
  for (int cell = 0; cell < kCells; ++cell) {
    const int height = position.board.contents(cell, kinds);
    for (int level = 0; level < height; ++level)
      model.towers[static_cast<std::size_t>(cell)] += kLetters[kinds[static_cast<std::size_t>(level)]];
  }
  model.red = position.board.side == kRed;
  model.taboo = position.board.taboo == kNoCell ? -1 : position.board.taboo;
  model.line = position.options.gaps == Gaps::kLine;
  return model;
}

// The planes must say the same as the towers.
void check_planes(const Board& board) {
  Mask tall2 = 0, tall3 = 0, tall4 = 0;
  std::array<Mask, kKinds> tops{};
  int tiles = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    const int height = board.height(cell);
    tops[board.top(cell)] |= bit(cell);
    CHECK((board.top(cell) == kNoKind) == (height == 0));
    tall2 |= height >= 2 ? bit(cell) : 0;
    tall3 |= height >= 3 ? bit(cell) : 0;
    tall4 |= height >= 4 ? bit(cell) : 0;
    tiles += height;
  }
  for (std::size_t kind = 0; kind < kKinds; ++kind) CHECK(board.planes[kind] == tops[kind]);
  CHECK(board.planes[kTall] == tall2);
  CHECK(board.tall3 == tall3);
  CHECK(board.tall4 == tall4);
  CHECK(tiles == kTiles);
}

void check_actions(const Position& position) {
  const auto actions = position.legal_actions();
  CHECK(static_cast<int>(actions.size()) == position.count_actions());
  CHECK(actions.empty() == position.over());
  CHECK(perft(position, 1) == actions.size());
  std::set<Action> legal(actions.begin(), actions.end());
  CHECK(legal.size() == actions.size());
  for (Action action = -1; action <= kActions; ++action) CHECK(position.legal(action) == legal.contains(action));
  for (const Action action : actions) {
    Action again = -1;
    CHECK(!parse_action(position, to_text(position, action), again));
    CHECK(again == action);
  }
}

void check_field(const Position& position, const tokan_model::Model& model) {
  CHECK(to_text(position) == model.text());
  check_planes(position.board);
  std::set<std::string> expected, found;
  for (const auto& step : model.steps()) expected.insert(step.text());
  for (const Action action : position.legal_actions()) found.insert(to_text(position, action));
  CHECK(found == expected);
  const bool heads = position.options.scoring == Scoring::kHeads;
  CHECK(position.points() == (heads ? model.head_points() : model.tower_points()));
  CHECK(static_cast<int>(winner_of(position.board, position.options.scoring)) == model.winner(heads));
  if (position.options.setup == Setup::kRandom) {
    Position again;
    CHECK(!parse_position(to_text(position), position.options, again));
    CHECK(to_text(again) == to_text(position));
    CHECK(again.hash() == position.hash());
  }
}

// Plays one game; the hash is kept up to date beside it and compared with the one computed anew.
int play_game(const Options& options, Rng& rng) {
  Position position = deal(options, rng);
  int moves = 0;
  for (; position.drafting; ++moves) {
    check_actions(position);
    CHECK(moves < 20);
    position.play(draw(position, rng));
  }
  tokan_model::Model model = model_of(position);
  HashTracker tracker(position.board);
  std::array<std::uint8_t, kCells * kFeatures> kept;
  FieldImage image(kept.data());
  image.rebuild(position.board);
  for (;; ++moves) {
    check_field(position, model);
    check_actions(position);
    CHECK(tracker.hash(position.board) == hash_of(position.board));
    if (options.setup == Setup::kRandom) {
      std::array<std::uint8_t, kCells * kFeatures> anew;
      observe(position, anew.data());
      CHECK(kept == anew);
    }
    if (position.over()) return moves;
    CHECK(moves < 128);
    const Action action = draw(position, rng);
    const std::string text = to_text(position, action);
    for (const auto& step : model.steps())
      if (step.text() == text) {
        model.play(step);
        break;
      }
    Board copy = position.board;
    if (options.gaps == Gaps::kContiguous) {
      play<Gaps::kContiguous>(copy, move_of(action), tracker);
    } else {
      play<Gaps::kLine>(copy, move_of(action), tracker);
    }
    copy = position.board;
    if (options.gaps == Gaps::kContiguous) {
      play<Gaps::kContiguous>(copy, move_of(action), image);
    } else {
      play<Gaps::kLine>(copy, move_of(action), image);
    }
    image.settle(copy);
    position.play(action);
  }
}

void check_batch(const Options& options, std::uint64_t seed) {
  constexpr std::size_t kMatches = 5;
  const auto size = static_cast<std::size_t>(observation_size(options));
  const auto actions = static_cast<std::size_t>(action_count(options));
  std::vector<std::uint8_t> masks(kMatches * actions);
  std::vector<std::int32_t> played(kMatches);
  Batch batch(options, kMatches, seed);
  int ended = 0;
  for (int step = 0; step < 200; ++step) {
    batch.write_masks(0, kMatches, masks.data());
    for (std::size_t match = 0; match < kMatches; ++match) {
      const Position position = batch.position(match);
      std::vector<std::uint8_t> seen(size);
      observe(position, seen.data());
      CHECK(std::memcmp(seen.data(), batch.observations.data() + match * size, size) == 0);
      for (std::size_t action = 0; action < actions; ++action)
        CHECK((masks[match * actions + action] == 1) == position.legal(static_cast<Action>(action)));
      CHECK(batch.sides[match] == position.side());
      played[match] = -1;
    }
    CHECK(batch.find_illegal(0, kMatches, played.data()) == 0);
    CHECK(batch.find_illegal(2, 4, played.data()) == 2);
    if (step % 2 == 0) {
      batch.step_randomly(0, kMatches);
    } else {
      Rng rng(seed, static_cast<std::uint64_t>(step));
      for (std::size_t match = 0; match < kMatches; ++match) played[match] = draw(batch.position(match), rng);
      CHECK(batch.find_illegal(0, kMatches, played.data()) == kMatches);
      batch.step(0, 2, played.data());
      batch.step(2, kMatches, played.data());
    }
    for (std::size_t match = 0; match < kMatches; ++match) ended += batch.done[match];
  }
  CHECK(ended > 0);
}

#if !defined(__wasm__)
// Whatever the team, every number of a range is worked on exactly once, in run after run.
void check_workers() {
  for (const unsigned team : {1U, 2U, 5U}) {
    Workers workers(team);
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{1000}}) {
      std::vector<int> visits(count);
      constexpr int kRuns = 200;
      for (int run = 0; run < kRuns; ++run)
        workers.split(count, 3, [&](std::size_t first, std::size_t last) {
          for (; first < last; ++first) ++visits[first];
        });
      for (const int times : visits) CHECK(times == kRuns);
    }
  }
}
#endif

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 200;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  long moves = 0;
#if !defined(__wasm__)
  check_workers();
#endif
  for (const Scoring scoring : {Scoring::kTowers, Scoring::kHeads})
    for (const Gaps gaps : {Gaps::kContiguous, Gaps::kLine})
      for (const Setup setup : {Setup::kRandom, Setup::kDraft}) {
        const Options options{scoring, gaps, setup};
        for (int game = 0; game < games; ++game) {
          Rng rng(seed, static_cast<std::uint64_t>(game));
          moves += play_game(options, rng);
        }
        check_batch(options, seed);
#if !defined(__wasm__)
        Rng rng(seed);
        const Position start = deal(options, rng);
        CHECK(parallel_perft(start, 4, 3) == perft(start, 4));
        const Tally whole = parallel_play_out(start, seed, 3000, 3);
        Tally parts = play_out(start, seed, 0, 1000);
        parts += play_out(start, seed, 1000, 2000);
        CHECK(whole.games == 3000 && whole.moves == parts.moves);
        CHECK(whole.red == parts.red && whole.margin == parts.margin);
#endif
      }
  std::printf("tokan: %d games of each kind, %ld moves, all agree\n", games, moves);
}
