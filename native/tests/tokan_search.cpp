// The search with evaluation beside trying everything, and its trees on drafts and fields.
//
// tokan_search [games]
#include "tokan/search/search.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "tokan/playout.hpp"
#include "tokan/search/uct.hpp"
#include "tokan/text.hpp"

namespace {

using namespace tafelrunde;
using namespace tafelrunde::tokan;
using namespace tafelrunde::tokan::search;

constexpr std::uint64_t kSmall = 2000;  // move sequences that are tried one by one
constexpr int kFarAhead = 40;

void check(bool truth, const char* what, const Position& position) {
  if (truth) return;
  std::fprintf(stderr, "%s: %s\n", what, to_text(position).c_str());
  std::exit(1);
}

// The score of a position by trying everything; counts the positions, and gives up beyond the limit.
Score plain(const Position& position, std::uint64_t& left) {
  const auto actions = position.legal_actions();
  if (actions.empty())
    return score_of_end(
        solver::worth_at_end(solver::state_of(position.board, position.options.scoring), position.options.scoring));
  Score best = -kWon * 2;
  for (const Action action : actions) {
    if (left == 0) return 0;
    --left;
    Position next = position;
    next.play(action);
    best = std::max(best, -plain(next, left));
  }
  return best;
}

void check_field(const Position& position, std::uint64_t seed) {
  const solver::State state = solver::state_of(position.board, position.options.scoring);
  const Weights& weights = weights_of(position.options.scoring, Sight::kAll);
  const auto never = [] { return false; };
  const Findings quick = search::search(state, position.options, weights, 20, {500, kFarAhead, never});
  check(quick.moves.size() == static_cast<std::size_t>(position.count_actions()), "moves are missing", position);
  check(std::is_sorted(quick.moves.begin(), quick.moves.end(), [](auto& a, auto& b) { return a.score > b.score; }),
        "the order is wrong", position);
  Position here = position;
  for (const Move move : quick.line) {
    check(here.legal(action_of(move)), "the line breaks the rules", position);
    here.play(action_of(move));
  }
  std::uint64_t left = kSmall;
  const Score truth = plain(position, left);
  if (left > 0) {
    const Findings deep = search::search(state, position.options, weights, 0, {0, kFarAhead, never});
    // A win is enough for the search, by whatever margin.
    const Score found = deep.moves.front().score;
    check((found >= kWon) == (truth >= kWon) && (found <= -kWon) == (truth <= -kWon), "the result is wrong", position);
  }
  const Visits visits = plain_uct(position, seed, {100, 0, never});
  check(visits.nodes == 100 && position.legal(visits.moves.front().action), "the tree is wrong", position);
}

void play_game(const Options& options, std::uint64_t game) {
  Rng rng(11, game);
  Position position = deal(options, rng);
  while (!position.over()) {
    if (position.drafting) {
      const Visits visits =
          search_draft(position, weights_of(options.scoring, Sight::kAll), game, {60, 0, [] { return false; }});
      check(position.legal(visits.moves.front().action), "the placing is wrong", position);
    } else {
      check_field(position, game);
    }
    position.play(draw(position, rng));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int games = argc > 1 ? std::atoi(argv[1]) : 20;
  for (int game = 0; game < games; ++game) {
    const Options options{game % 2 != 0 ? Scoring::kHeads : Scoring::kTowers,
                          game / 2 % 2 != 0 ? Gaps::kLine : Gaps::kContiguous,
                          game % 5 == 4 ? Setup::kDraft : Setup::kRandom};
    play_game(options, static_cast<std::uint64_t>(game));
  }
  std::printf("tokan: %d games searched\n", games);
  return 0;
}
