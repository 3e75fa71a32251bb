// What a seat may believe of the cards it does not see.
#pragma once

#include <cstdint>
#include <string>

#include "engine/chocolate/table.hpp"

namespace tafelrunde::engine {

// How often each hand, and the stack, holds at least one card of each unseen type, in so many deals that fit what the
// observer of a view knows. Every such deal counts the same, as in a search: what others chose to lay says nothing
// here. The same view, seed and number give the same answer; {"error":…} where it cannot be asked.
std::string believe_chocolate(const ChocolateTable& view, std::uint64_t seed, int deals);

}  // namespace tafelrunde::engine
