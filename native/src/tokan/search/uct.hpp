// Trees that grow where results are good (UCT): of random games, a plain opponent to be measured by; and of drafts.
#pragma once

#include <cstdint>
#include <vector>

#include "tokan/position.hpp"
#include "tokan/search/search.hpp"

namespace tafelrunde::tokan::search {

struct VisitedMove {
  Action action;
  double chance;  // for the player on turn
  int visits;
};

struct Visits {
  std::vector<VisitedMove> moves;  // the most visited first
  std::uint64_t nodes = 0;         // games
};

// Plays random games, each to its end. The game must not be over, and there must be a limit.
Visits plain_uct(const Position& position, std::uint64_t seed, const Limits& limits);

// Lays the rest of a draft at random, many times, and judges the field by evaluation. There must be a limit.
Visits search_draft(const Position& position, const Weights& weights, std::uint64_t seed, const Limits& limits);

}  // namespace tafelrunde::tokan::search
