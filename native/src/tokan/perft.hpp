// Counting move sequences, the classic check of a move generator.
#pragma once

#include <cstdint>

#include "tokan/position.hpp"

namespace tafelrunde::tokan {

// The number of sequences of `depth` moves (placings included) from a position; a finished game has none.
std::uint64_t perft(const Position& position, int depth) noexcept;

}  // namespace tafelrunde::tokan
