// The ways of all animals of both players at once, and how many moves each player has.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "tokan/moves.hpp"
#include "tokan/solver/state.hpp"

namespace tafelrunde::tokan::solver {

using tokan::detail::Four;
using tokan::detail::kAhead;
using tokan::detail::kInside;
using tokan::detail::raised;
inline Four raised(const Four& lanes) noexcept { return lanes << tokan::detail::kMargin; }

// Where moves start, by the number of tiles carried, one lane a direction, of both players and whatever is taboo.
struct Runs {
  Four mice, jackals, lions;  // ways free of gaps, whatever the heights
  Four alone, with_one, with_two;
};

inline Runs runs_of(const Planes& planes) noexcept {
  const Mask low = planes[kReachLow], high = planes[kReachHigh];
  const Four towers = raised(occupied(planes));
  const Four first = towers >> kAhead<1>;
  const Four second = first & (towers >> kAhead<2>);
  Runs runs;
  runs.mice = kInside<1> & (low & ~high) & first;
  runs.jackals = kInside<2> & (high & ~low) & second;
  runs.lions = kInside<3> & (low & high) & second & (towers >> kAhead<3>);

  // Target height less own height, bit by bit: a move that carries k tiles needs at least -k.
  Four borrow{};
  Four ones = ~Four{};
  Four lowest_bit{};
  for (int i = 0; i < kHeightBits; ++i) {
    const Four plane = raised(planes[i]);
    const Four there = (runs.mice & (plane >> kAhead<1>)) | (runs.jackals & (plane >> kAhead<2>)) |
                       (runs.lions & (plane >> kAhead<3>));
    const Four here = Four{} + planes[i];
    const Four difference = there ^ here ^ borrow;
    borrow = (~there & (here | borrow)) | (here & borrow);
    if (i == 0) {
      lowest_bit = difference;
    } else {
      ones &= difference;
    }
  }
  const Mask two = planes[1] | planes[2] | planes[3] | planes[4];
  const Mask three = (planes[0] & planes[1]) | planes[2] | planes[3] | planes[4];
  runs.alone = (runs.mice | runs.jackals | runs.lions) & ~borrow;
  runs.with_one = (runs.jackals | runs.lions) & two & (~borrow | (ones & lowest_bit));
  runs.with_two = runs.lions & three & (~borrow | ones);
  return runs;
}

// The sources of moves onto a cell.
inline Four onto(const Runs& runs, int cell) noexcept {
  const Four target = raised(cell < kCells ? bit(cell) : 0);
  return (runs.mice & (target >> kAhead<1>)) | (runs.jackals & (target >> kAhead<2>)) |
         (runs.lions & (target >> kAhead<3>));
}

inline Mask topped_by(const Planes& planes, int colour) noexcept {
  return colour == kRed ? occupied(planes) & ~planes[kColourPlane] : planes[kColourPlane];
}

// The number of moves from these sources.
inline int count(const Runs& runs, const Four& sources) noexcept {
  const Four pairs = (runs.alone & sources) | (runs.with_one & sources) << 32;
  const Four twos = runs.with_two & sources;
  return std::popcount(pairs[0]) + std::popcount(pairs[1]) + std::popcount(pairs[2]) + std::popcount(pairs[3]) +
         std::popcount(twos[0] | twos[1] << 32) + std::popcount(twos[2] | twos[3] << 32);
}

// The cells that moves from these sources end on.
inline Mask targets(const Runs& runs, const Four& sources) noexcept {
  constexpr Four kBack = Four{} + 2 * tokan::detail::kMargin;
  const Four ahead = (raised(runs.mice & sources) >> (kBack - kAhead<1>)) |
                     (raised(runs.jackals & sources) >> (kBack - kAhead<2>)) |
                     (raised(runs.lions & sources) >> (kBack - kAhead<3>));
  return static_cast<Mask>(ahead[0] | ahead[1] | ahead[2] | ahead[3]);
}

// The tiles in towers of two and more.
inline int tiles_of_towers(const Planes& planes, Mask cells) noexcept {
  cells &= planes[1] | planes[2] | planes[3] | planes[4];
  int tiles = 0;
  for (int i = 0; i < kHeightBits; ++i) tiles += std::popcount(planes[i] & cells) << i;
  return tiles;
}

inline Mask joined(const Four& lanes) noexcept { return static_cast<Mask>(lanes[0] | lanes[1] | lanes[2] | lanes[3]); }

// What the player on turn and the other one could do, the other as if it were his turn and nothing taboo.
struct Mobility {
  int replies;  // moves of the player on turn
  int other_moves;
  bool taboo;  // whether the taboo forbids anything

  // Counts of cells or tiles, each of the player on turn and then of the other one.
  enum Count : std::uint8_t {
    kMovers,      // towers that can move
    kOtherMovers,
    kStacks,      // those of two and more tiles among them
    kOtherStacks,
    kRunners,     // lions that can move
    kOtherRunners,
    kHunted,      // towers that can move and could be captured
    kOtherHunted,
    kPrey,        // towers of the opponent that could be captured
    kOtherPrey,
    kBooty,       // the tiles in those of two and more, which are what counts where towers score
    kOtherBooty,
    kCounts,
  };
  std::array<int, kCounts> counts;
};

template <Scoring kScoring = Scoring::kTowers>
inline Mobility mobility_of(const Planes& planes, int side, int taboo) noexcept {
  const Runs runs = runs_of(planes);
  const Mask own = topped_by(planes, side);
  const Mask others = occupied(planes) & ~own;
  const Four forbidden = onto(runs, taboo);
  const Four all = runs.alone | runs.with_one | runs.with_two;
  const Four allowed = all & ~forbidden & own;
  const Four answers = all & others;
  const Mask stacks = planes[1] | planes[2] | planes[3] | planes[4];
  const Mask lions = planes[kReachLow] & planes[kReachHigh];
  const Mask movers = joined(allowed), other_movers = joined(answers);
  const Mask prey = targets(runs, allowed) & others, other_prey = targets(runs, answers) & own;
  Mobility mobility;
  mobility.replies = count(runs, allowed);
  mobility.other_moves = count(runs, answers);
  mobility.taboo = joined(all & forbidden & own) != 0;
  mobility.counts = {std::popcount(movers),
                     std::popcount(other_movers),
                     std::popcount(movers & stacks),
                     std::popcount(other_movers & stacks),
                     std::popcount(movers & lions),
                     std::popcount(other_movers & lions),
                     std::popcount(movers & other_prey),
                     std::popcount(other_movers & prey),
                     std::popcount(prey),
                     std::popcount(other_prey),
                     kScoring == Scoring::kTowers ? tiles_of_towers(planes, prey) : 0,
                     kScoring == Scoring::kTowers ? tiles_of_towers(planes, other_prey) : 0};
  return mobility;
}

// Calls visit(move) for every legal move.
template <class Visit>
inline void each_move(const State& state, Visit&& visit) {
  const Runs runs = runs_of(state.planes);
  const Four sources = ~onto(runs, state.taboo) & topped_by(state.planes, state.side);
  const Four carried[3] = {runs.alone & sources, runs.with_one & sources, runs.with_two & sources};
  for (int carry = 0; carry < kCarries; ++carry)
    for (int direction = 0; direction < kDirections; ++direction)
      for (std::uint64_t rest = carried[carry][direction]; rest != 0; rest &= rest - 1)
        visit(Move(std::countr_zero(rest), direction, carry));
}

}  // namespace tafelrunde::tokan::solver
