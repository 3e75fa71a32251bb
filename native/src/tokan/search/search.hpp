// A search with evaluation: alpha-beta with iterative deepening, for positions too early to be solved.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tokan/search/evaluation.hpp"

namespace tafelrunde::tokan::search {

struct Limits {
  std::uint64_t nodes = 0;        // positions that may be looked at; 0 for no limit
  int depth = 64;                 // moves ahead
  std::function<bool()> expired;  // asked now and then
};

struct RankedMove {
  Move move;
  Score score;
};

struct Findings {
  std::vector<RankedMove> moves;  // all, the best first; scores further below the best than asked for are upper bounds
  std::vector<Move> line;
  int depth = 0;  // that was searched completely
  std::uint64_t nodes = 0;
};

// Ranks the moves of the player on turn, who must have one. Those that fall behind the best by no more than `near` get
// scores of their own. The same position and number of nodes give the same answer.
Findings search(const solver::State& state, const Options& options, const Weights& weights, Score near,
                const Limits& limits);

}  // namespace tafelrunde::tokan::search
