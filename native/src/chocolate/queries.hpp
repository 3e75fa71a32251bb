// Answers about a position in field coordinates: legal places, smartie targets, groups.
//
// They are functions of their own, compiled with the core, so that nobody else has to instantiate its hot templates.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "chocolate/position.hpp"

namespace tafelrunde::chocolate {

using Cells = std::vector<std::pair<int, int>>;

// Where one look may lie, row by row.
struct LookPlaces {
  std::string look;
  Cells first;
  Cells second;
};

struct NeutralCells {
  Cells cells;
  std::array<int, 2> contacts;
  int holder;  // the side it counts for, -1 for nobody
};

// The number of legal turns, swap actions left out.
std::int64_t count_turns(const Position& position);

// The places of every look of the hand on turn; none when the game is over or a swap is negotiated.
std::vector<LookPlaces> hand_places(const Position& position);

// The places of the lying cards that the seat on turn may secure, row by row.
Cells smartie_targets(const Position& position);

// The groups of a colour, the largest first.
std::vector<Cells> colour_groups(const Position& position, std::uint8_t colour);

// The neutral groups, the largest first; none before every side has its colour.
std::vector<NeutralCells> neutral_groups(const Position& position);

// A uniformly random turn; a swap under way is refused. The game must not be over.
Move random_move(const Position& position, Rng& rng);

}  // namespace tafelrunde::chocolate
