// What a field is worth.
#pragma once

#include <array>
#include <cstdint>

#include "tokan/board.hpp"

namespace tafelrunde::tokan {

enum class Winner : std::int8_t { kRed = 0, kBlack = 1, kNobody = -1 };

// Points of red and black.
using Points = std::array<int, 2>;

Points points_of(const Board& board, Scoring scoring) noexcept;

// Who wins if the game ends here; ties of heads are broken by the highest towers.
Winner winner_of(const Board& board, Scoring scoring) noexcept;

}  // namespace tafelrunde::tokan
