// A plain opponent to be measured by: UCT with random games, in one tree for each of some drawn worlds (determinised
// UCT).
#pragma once

#include "chocolate/search/search.hpp"

namespace tafelrunde::chocolate {

// Chooses a turn by the visits of all trees together; a node of the limits is one random game. Swaps are refused.
Answer plain_uct(const View& view, std::uint64_t seed, const Limits& limits, int worlds);

}  // namespace tafelrunde::chocolate
