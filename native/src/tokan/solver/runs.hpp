// The ways of all animals of both players at once, and how many moves each player has.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "tokan/moves.hpp"
#include "tokan/solver/state.hpp"

namespace tafelrunde::tokan::solver {

using tokan::detail::ahead;
using tokan::detail::Four;
using tokan::detail::kInside;
using tokan::detail::stepped;

// Where moves start, by the number of tiles carried, one lane a direction, of both players and whatever is taboo.
struct Runs {
  Four mice, jackals, lions;  // ways free of gaps, whatever the heights
  Four alone, with_one, with_two;
};

// What four planes say of the cells on which ways of a direction end, at the cells where the ways start.
template <int kDirection>
[[gnu::always_inline]] inline Four at_end_of(const Runs& runs, const Four& planes) noexcept {
  constexpr int kCellsAway = kDirection < kNorth ? 1 : kColumns;
  constexpr bool kIsUp = kStep[kDirection] > 0;
  const auto lane = [](const Four& lanes) {
    return __builtin_shufflevector(lanes, lanes, kDirection, kDirection, kDirection, kDirection);
  };
  const auto after = [&](int steps) { return kIsUp ? planes >> steps * kCellsAway : planes << steps * kCellsAway; };
  return (lane(runs.mice) & after(1)) | (lane(runs.jackals) & after(2)) | (lane(runs.lions) & after(3));
}

// What a plane says of the cells on which ways end, at the cells where the ways start.
[[gnu::always_inline]] inline Four at_end(const Runs& runs, Mask plane) noexcept {
  return (runs.mice & ahead<1>(plane)) | (runs.jackals & ahead<2>(plane)) | (runs.lions & ahead<3>(plane));
}

// The planes of the heights of the towers on which ways end.
[[gnu::always_inline]] inline std::array<Four, kHeightBits> heights_at_end(const Runs& runs,
                                                                           const Planes& planes) noexcept {
#ifdef __AVX2__
  return {at_end(runs, planes[0]), at_end(runs, planes[1]), at_end(runs, planes[2]), at_end(runs, planes[3]),
          at_end(runs, planes[4])};
#else
  // A lane a plane first, so that all lanes are moved by the same number; then a lane a direction.
  const Four low = __builtin_shufflevector(planes, planes, 0, 1, 2, 3);
  const Four east = at_end_of<kEast>(runs, low), west = at_end_of<kWest>(runs, low);
  const Four north = at_end_of<kNorth>(runs, low), south = at_end_of<kSouth>(runs, low);
  const Four columns01 = __builtin_shufflevector(east, west, 0, 4, 1, 5);
  const Four columns23 = __builtin_shufflevector(east, west, 2, 6, 3, 7);
  const Four rows01 = __builtin_shufflevector(north, south, 0, 4, 1, 5);
  const Four rows23 = __builtin_shufflevector(north, south, 2, 6, 3, 7);
  return {__builtin_shufflevector(columns01, rows01, 0, 1, 4, 5),
          __builtin_shufflevector(columns01, rows01, 2, 3, 6, 7),
          __builtin_shufflevector(columns23, rows23, 0, 1, 4, 5),
          __builtin_shufflevector(columns23, rows23, 2, 3, 6, 7), planes[4] != 0 ? at_end(runs, planes[4]) : Four{}};
#endif
}

[[gnu::always_inline]] inline Runs runs_of(const Planes& planes) noexcept {
  const Mask low = planes[kReachLow], high = planes[kReachHigh];
  const Mask towers = occupied(planes);
  const Four first = ahead<1>(towers);
  const Four second = first & ahead<2>(towers);
  Runs runs;
  runs.mice = kInside<1> & (low & ~high) & first;
  runs.jackals = kInside<2> & (high & ~low) & second;
  runs.lions = kInside<3> & (low & high) & second & ahead<3>(towers);

  // Target height less own height, bit by bit: a move that carries k tiles needs at least -k.
  const std::array<Four, kHeightBits> heights = heights_at_end(runs, planes);
  Four borrow{};
  Four ones = ~Four{};
  Four lowest_bit{};
  for (int i = 0; i < kHeightBits; ++i) {
    const Four there = heights[static_cast<std::size_t>(i)];
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

// The sources of ways that end on one of the cells.
[[gnu::always_inline]] inline Four onto_any(const Runs& runs, Mask cells) noexcept { return at_end(runs, cells); }

// The sources of ways that end on a cell; of none if there is no cell.
[[gnu::always_inline]] inline Four onto(const Runs& runs, int cell) noexcept {
  return onto_any(runs, cell < kCells ? bit(cell) : 0);
}

inline Mask topped_by(const Planes& planes, int colour) noexcept {
  return colour == kRed ? occupied(planes) & ~planes[kColourPlane] : planes[kColourPlane];
}

// The number of sources, every direction counted.
[[gnu::always_inline]] inline int count(const Four& sources) noexcept {
  const auto [low, high] = std::bit_cast<std::array<std::uint64_t, 2>>(sources);
  return std::popcount(low) + std::popcount(high);
}

// The number of moves from these sources.
[[gnu::always_inline]] inline int count(const Runs& runs, const Four& sources) noexcept {
  return count(runs.alone & sources) + count(runs.with_one & sources) + count(runs.with_two & sources);
}

// The cells of all lanes.
[[gnu::always_inline]] inline Mask joined(const Four& lanes) noexcept {
  const auto [low, high] = std::bit_cast<std::array<std::uint64_t, 2>>(lanes);
  return static_cast<Mask>((low | high) | (low | high) >> 32);
}

// The cells that moves from these sources end on.
[[gnu::always_inline]] inline Mask targets(const Runs& runs, const Four& sources) noexcept {
  return joined(stepped<1>(runs.mice & sources) | stepped<2>(runs.jackals & sources) |
                stepped<3>(runs.lions & sources));
}

// The tiles in towers of two and more.
inline int tiles_of_towers(const Planes& planes, Mask cells) noexcept {
  cells &= planes[1] | planes[2] | planes[3] | planes[4];
  int tiles = 0;
  for (int i = 0; i < kHeightBits; ++i) tiles += std::popcount(planes[i] & cells) << i;
  return tiles;
}

// The ways of the player on turn, and those that the other one would have if it were his turn and nothing taboo.
struct Ways {
  Runs runs;
  Mask own, others;
  Four forbidden, allowed, answers;
};

[[gnu::always_inline]] inline Ways ways_of(const Planes& planes, int side, int taboo) noexcept {
  Ways ways;
  ways.runs = runs_of(planes);
  ways.own = topped_by(planes, side);
  ways.others = occupied(planes) & ~ways.own;
  const Four all = ways.runs.alone | ways.runs.with_one | ways.runs.with_two;
  ways.forbidden = onto(ways.runs, taboo) & all & ways.own;
  ways.allowed = all & ~ways.forbidden & ways.own;
  ways.answers = all & ways.others;
  return ways;
}

// The legal moves of a position, two planes of sources a word: bit b of word w is the move of code w * 64 + b.
struct Choice {
  static constexpr std::size_t kWords = MoveSet::kWords;
  std::array<std::uint64_t, kWords> words;
  int count;
};

// Writes down the moves from these sources.
[[gnu::always_inline]] inline void choose(const Runs& runs, const Four& sources, Choice& choice) noexcept {
  tokan::detail::store(runs.alone & sources, &choice.words[0]);
  tokan::detail::store(runs.with_one & sources, &choice.words[2]);
  tokan::detail::store(runs.with_two & sources, &choice.words[4]);
  choice.count = count(runs, sources);
}

// How much the player on turn and the other one could do.
struct Freedom {
  int replies;  // moves of the player on turn
  int other_moves;
  bool taboo;  // whether the taboo forbids anything
};

[[gnu::always_inline]] inline Freedom freedom_of(const Ways& ways) noexcept {
  return {count(ways.runs, ways.allowed), count(ways.runs, ways.answers), joined(ways.forbidden) != 0};
}
[[gnu::always_inline]] inline Freedom freedom_of(const Planes& planes, int side, int taboo) noexcept {
  return freedom_of(ways_of(planes, side, taboo));
}

// What they could do, more closely.
struct Mobility : Freedom {
  // Counts of cells, tiles or ways, each of the player on turn and then of the other one.
  enum Count : std::uint8_t {
    kMovers,  // towers that can move
    kOtherMovers,
    kStacks,  // those of two and more tiles among them
    kOtherStacks,
    kRunners,  // lions that can move
    kOtherRunners,
    kHunted,  // towers that can move and could be captured
    kOtherHunted,
    kPrey,  // towers of the opponent that could be captured
    kOtherPrey,
    kBooty,  // the tiles in those of two and more, which are what counts where towers score
    kOtherBooty,
    kTowers,  // of two and more tiles
    kOtherTowers,
    kQuiet,  // ways onto own towers
    kOtherQuiet,
    kGains,  // ways onto towers of the opponent to which he has no way
    kOtherGains,
    kGifts,  // ways that lay a tile of the opponent bare if nothing is carried
    kOtherGifts,
    kSingles,  // ways of towers of one tile
    kOtherSingles,
    kCounts,
  };
  std::array<int, kCounts> counts;
};

template <Scoring kScoring = Scoring::kTowers>
[[gnu::always_inline]] inline Mobility mobility_of(const Planes& planes, Mask covered, int side, int taboo) noexcept {
  const Ways ways = ways_of(planes, side, taboo);
  const Runs& runs = ways.runs;
  const Mask stacks = planes[1] | planes[2] | planes[3] | planes[4];
  const Mask lions = planes[kReachLow] & planes[kReachHigh];
  const Mask movers = joined(ways.allowed), other_movers = joined(ways.answers);
  const Mask within = targets(runs, ways.allowed), other_within = targets(runs, ways.answers);
  const Mask prey = within & ways.others, other_prey = other_within & ways.own;
  const Four home = onto_any(runs, ways.own);
  const Four unguarded = onto_any(runs, (ways.others & ~other_within) | (ways.own & ~within));
  const Mask gifts = side == kRed ? covered : stacks & ~covered;
  const Four alone = ways.allowed & runs.alone, other_alone = ways.answers & runs.alone;
  return {freedom_of(ways),
          {std::popcount(movers),
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
           kScoring == Scoring::kTowers ? tiles_of_towers(planes, other_prey) : 0,
           std::popcount(ways.own & stacks),
           std::popcount(ways.others & stacks),
           count(ways.allowed & home),
           count(ways.answers & ~home),
           count(ways.allowed & unguarded),
           count(ways.answers & unguarded),
           count(alone & gifts),
           count(other_alone & (stacks & ~gifts)),
           count(alone & ~stacks),
           count(other_alone & ~stacks)}};
}

inline Choice choice_of(const State& state) noexcept {
  const Runs runs = runs_of(state.planes);
  Choice choice;
  choose(runs, ~onto(runs, state.taboo) & topped_by(state.planes, state.side), choice);
  return choice;
}

// Calls visit(move) for every one of them.
template <class Visit>
[[gnu::always_inline]] inline void each_move(const Choice& choice, Visit&& visit) {
#pragma GCC unroll 1  // one copy of what is done with a move, which is inlined then
  for (unsigned i = 0; i < Choice::kWords; ++i)
    for (std::uint64_t rest = choice.words[i]; rest != 0; rest &= rest - 1)
      visit(Move(i * 64 + static_cast<unsigned>(std::countr_zero(rest))));
}
template <class Visit>
[[gnu::always_inline]] inline void each_move(const State& state, Visit&& visit) {
  each_move(choice_of(state), visit);
}

}  // namespace tafelrunde::tokan::solver
