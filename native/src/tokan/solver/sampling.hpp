// Positions that a search meets, and what it takes to solve them: what the estimates are fitted to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tokan/options.hpp"
#include "tokan/solver/prover.hpp"

namespace tafelrunde::tokan::solver {

struct Sampling {
  std::uint64_t search;  // positions that the search may look at
  double rate;           // the share of the new positions it meets that is kept
  std::uint64_t each;    // positions that solving one of these may take
};

// A row has the answer (1 the player on turn reaches the goal, 0 he does not, -1 not found out), the logarithm of the
// positions that it took, and what the estimates see: both numbers of moves, the lead, whether the taboo forbids
// anything, whether the goal is above 0, and the counts.
inline constexpr std::size_t kRow = 7 + Mobility::kCounts;

// Searches from a position that has a move, with a table that holds nothing yet; returns the rows one after the other.
// The same position and sampling give the same rows.
std::vector<float> sample(const State& state, const Options& options, const Sampling& sampling,
                          TranspositionTable& table);

}  // namespace tafelrunde::tokan::solver
