// Games of quick players among themselves, from which weights are fitted.
#pragma once

#include <vector>

#include "chocolate/search/swapping.hpp"

namespace tafelrunde::chocolate {

// A position on the way: its phase, the final lead of one side over another, and how their traits differed.
inline constexpr int kRowSize = 2 + kTraits;

// Plays games `begin` to `end` - 1 of a seed and appends one row for every pair of sides and every position in which
// all colours are known. One turn in `wild` is a random one, so that the positions differ.
void observe_games(const Rules& rules, const Evaluator& evaluator, int again, int wild, std::uint64_t seed,
                   std::uint64_t begin, std::uint64_t end, std::vector<float>& rows);

// Plays rounds `begin` to `end` - 1 in which the first player has each side of a deal once, against the second on all
// others. Returns the sum of the first one's shares of wins, one number a round.
std::vector<float> duel(const Rules& rules, const Evaluator& first, const Evaluator& second, int again,
                        std::uint64_t seed, std::uint64_t begin, std::uint64_t end);

}  // namespace tafelrunde::chocolate
