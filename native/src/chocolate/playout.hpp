// Games played to their end with uniformly random turns; swaps do not happen in them.
#pragma once

#include <cstdint>

#include "chocolate/position.hpp"

namespace tafelrunde::chocolate {

struct PlayoutResult {
  Score score;
  int turns = 0;
};

// Plays a state to its end. A swap under way counts as refused.
PlayoutResult playout(State<Narrow> state, Rng& rng);
PlayoutResult playout(State<Wide> state, Rng& rng);
PlayoutResult playout(const Position& position, Rng& rng);

struct PlayoutTotals {
  std::int64_t games = 0;
  std::int64_t turns = 0;
  std::int64_t draws = 0;
  std::array<std::int64_t, kMaxSides> wins{};
  std::array<std::int64_t, kMaxSides> points{};

  void add(const PlayoutResult& result);
  void add(const PlayoutTotals& other);
};

// Plays games from fresh deals; game i takes stream i of the seed, from `begin` to `end` - 1.
PlayoutTotals play_fresh_games(const Rules& rules, std::uint64_t seed, std::uint64_t begin, std::uint64_t end);

}  // namespace tafelrunde::chocolate
