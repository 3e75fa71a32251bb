// The search of a strong player, by determinisation: worlds are drawn from what the seat knows (its information set),
// and every candidate meets the same ones.
//
// The turns of the seat are ranked, the best of them are judged by the evaluation, and the best of those are the
// candidates. Then world after world is drawn; in each, every candidate still in the running is played and the game
// goes on for some turns as quick players would play it. Candidates that are behind by more than chance explains drop
// out, and so do the last ones as the budget runs down. Once that is decided, the best few may meet again in a further
// stage, in which the game goes on for longer and opponents choose between several replies by what follows them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "chocolate/search/policy.hpp"
#include "chocolate/view.hpp"

namespace tafelrunde::chocolate {

struct Settings {
  int candidates = 32;  // turns that are played out; 1 takes the best by evaluation
  int looks = 160;      // turns that are judged by evaluation; 1 takes the best by rank
  int depth = 5;        // turns after the candidate; 0 judges it at once
  int again = 1;        // turns that a quick player looks at again
  int stages = 1;       // races, each of fewer candidates that are judged more carefully
  int worlds = 1 << 20;
  bool endgame = true;  // whether a game with everything known is searched to its end
  bool offers = true;   // whether cards are offered
  Sight sight;
};

struct Limits {
  std::uint64_t nodes = 0;         // turns played; 0 for no limit
  std::function<double()> passed;  // which part of the time is over: 1 or more ends the search at once

  double used(std::uint64_t played) const {
    const double by_nodes = nodes == 0 ? 0.0 : static_cast<double>(played) / static_cast<double>(nodes);
    return std::max(by_nodes, passed ? passed() : 0.0);
  }
};

// A move with what was found out about it.
struct Judged {
  Move move;
  Prospect prospect;
  int worlds = 0;
};

struct Answer {
  std::vector<Judged> judged;  // the best first
  bool exact = false;
  std::uint64_t nodes = 0;
};

// What is known: a view from which worlds are drawn, or a position that is the only one.
struct Source {
  const View* view = nullptr;
  const Position* position = nullptr;

  const Position& known() const { return position != nullptr ? *position : view->known(); }
  std::optional<Position> draw(Rng& rng) const {
    return position != nullptr ? std::optional<Position>(*position) : view->resample(rng);
  }
};

// Chooses a move for the seat that decides next, which must be the view's observer in a running game. If `asked` names
// moves, these are the candidates, all of them are judged in every world and none drops out; where everything is known
// they are judged exactly if half of the nodes that the limits name allows it.
Answer search(const Source& source, const Settings& settings, const Evaluator& evaluator, std::uint64_t seed,
              const Limits& limits, const std::vector<Move>& asked = {});

}  // namespace tafelrunde::chocolate
