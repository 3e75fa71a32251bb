// The long counts of TOKAN on all cores. The results do not depend on the number of threads.
#pragma once

#include <cstdint>

#include "tokan/playout.hpp"

namespace tafelrunde::tokan {

// As perft() and play_out() of the core; threads 0 means one a core.
std::uint64_t parallel_perft(const Position& position, int depth, unsigned threads);
Tally parallel_play_out(const Position& start, std::uint64_t seed, std::uint64_t games, unsigned threads);
Tally parallel_play_random(const Options& options, std::uint64_t seed, std::uint64_t games, unsigned threads);

}  // namespace tafelrunde::tokan
