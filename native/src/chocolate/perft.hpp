// Counting the sequences of legal turns of a length: the proof that move generators agree.
#pragma once

#include <cstdint>
#include <vector>

#include "chocolate/position.hpp"

namespace tafelrunde::chocolate {

// The number of sequences of `depth` turns, swap actions left out; a finished game has none.
std::uint64_t perft(const Position& position, int depth);

// The turns of a position, for splitting the work: perft(p, d) is the sum of perft_after(p, turn, d) over them.
std::vector<Move> turns_of(const Position& position);
std::uint64_t perft_after(const Position& position, const Move& turn, int depth);

}  // namespace tafelrunde::chocolate
