// Random games: every move drawn uniformly from all legal ones.
#pragma once

#include <array>
#include <cstdint>

#include "common/rng.hpp"
#include "tokan/draw.hpp"
#include "tokan/position.hpp"

namespace tafelrunde::tokan {

// What came out of a number of games; tallies of parts add up to the tally of the whole.
struct Tally {
  std::uint64_t games = 0;
  std::uint64_t red = 0;  // games won
  std::uint64_t black = 0;
  std::uint64_t draws = 0;
  std::uint64_t moves = 0;  // placings included
  std::int64_t margin = 0;  // the sum of red's points minus black's

  Tally& operator+=(const Tally& other) noexcept;
};

// A placing drawn uniformly from the legal ones.
Placing draw(const Draft& draft, Rng& rng) noexcept;

// An action drawn uniformly from the legal ones of a position that is not over.
Action draw(const Position& position, Rng& rng) noexcept;

// Plays a position to its end; returns the number of moves.
int play_out(Position& position, Rng& rng) noexcept;

// Plays games first .. first + count - 1 of a seed from a position. Game i draws from stream i of the seed, so that any
// division into parts gives the same games.
Tally play_out(const Position& start, std::uint64_t seed, std::uint64_t first, std::uint64_t count) noexcept;

// The same from random starts, each dealt from its game's stream.
Tally play_random(const Options& options, std::uint64_t seed, std::uint64_t first, std::uint64_t count) noexcept;

}  // namespace tafelrunde::tokan
