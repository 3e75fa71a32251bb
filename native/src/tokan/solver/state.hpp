// The field as the solver sees it: what a move changes fits into registers, so that a position is looked at before it
// is made.
//
// Every cell has a code of eight bits: the height of its tower (5 bits), the reach of its top (2), its colour (1); 0 is
// a gap. Eight planes hold these bits transposed, one plane a bit, and together fill one vector. A tower's tiles lie in
// a word, three bits each, the lowest tile first. A tile on level j can be laid bare only by a move onto a tower at
// least j + 1 high, so with thirty tiles nothing ever leaves a tower of 17 or more: from 21 tiles on only the height
// and the top are kept, and the words need no more room.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "common/hash.hpp"
#include "tokan/board.hpp"
#include "tokan/options.hpp"

namespace tafelrunde::tokan::solver {

using Code = std::uint8_t;
using Planes [[gnu::vector_size(32)]] = Mask;

inline constexpr int kHeightBits = 5;
inline constexpr int kReachLow = 5;
inline constexpr int kReachHigh = 6;
inline constexpr int kColourPlane = 7;
inline constexpr int kWordLevels = 20;

constexpr int height_in(Code code) noexcept { return code & 31; }
constexpr int reach_in(Code code) noexcept { return code >> kReachLow & 3; }
constexpr int colour_in(Code code) noexcept { return code >> kColourPlane; }

struct alignas(32) State {
  Planes planes;
  std::array<Code, 32> codes;
  std::array<std::uint64_t, 32> words;
  std::uint64_t sum;    // of the keys of all towers
  std::int32_t margin;  // red's points less black's
  Mask covered;         // the towers whose top lies on a black tile
  std::uint8_t side;
  std::uint8_t taboo;
};

// What a tower is worth to red: the points by the scoring, by its code.
using Worth = std::array<std::int8_t, 256>;

template <Scoring kScoring>
inline constexpr Worth kWorth = [] {
  Worth worth{};
  for (int code = 0; code < 256; ++code) {
    const int height = code & 31;
    const int tower = height >= 2 ? height : 0, head = height >= 1 ? code >> kReachLow & 3 : 0;
    const int points = kScoring == Scoring::kTowers ? tower : head;
    worth[static_cast<std::size_t>(code)] = static_cast<std::int8_t>(code >> kColourPlane == kRed ? points : -points);
  }
  return worth;
}();

inline constexpr std::uint64_t kSearchSeed = 0x7465'6b61'6e35'0000ULL;

inline constexpr auto kCellKeys = [] {
  std::array<std::uint64_t, 32> keys{};
  for (std::size_t cell = 0; cell < 32; ++cell) keys[cell] = mix64(kSearchSeed + cell) | 1;
  return keys;
}();

inline constexpr std::uint64_t kTowerFactor = mix64(kSearchSeed + 96) | 1;

inline constexpr auto kTurnKeys = [] {
  std::array<std::uint64_t, 64> keys{};
  for (std::size_t turn = 0; turn < 64; ++turn) keys[turn] = mix64(kSearchSeed + 32 + turn);
  return keys;
}();

// A number for the tiles of a tower, 0 for none, that takes no more than products of 64 bits: WebAssembly has no larger
// ones. It is not linear, so that the sum over the cells is not.
constexpr std::uint64_t tower_number(std::uint64_t word) noexcept {
  word = (word ^ word >> 32) * kTowerFactor;
  return word ^ word >> 32;
}

// The Zobrist key of a tower on a cell; a gap's is 0.
inline std::uint64_t tower_key(int cell, std::uint64_t word) noexcept {
  return tower_number(word) * kCellKeys[static_cast<std::size_t>(cell)];
}

inline std::uint64_t turn_key(int side, int taboo) noexcept {
  return kTurnKeys[static_cast<std::size_t>(side * 32 + taboo)];
}

// The word of a tower too high to be taken apart again.
constexpr std::uint64_t settled_word(int height, int kind) noexcept {
  return std::uint64_t{15} << 60 | static_cast<std::uint64_t>(height) << 3 | static_cast<std::uint64_t>(kind);
}

// The planes that a code sets, as full masks.
inline Planes planes_of(Code code) noexcept {
  constexpr Planes kBits{1, 2, 4, 8, 16, 32, 64, 128};
  return reinterpret_cast<Planes>(((Planes{} + Mask{code}) & kBits) == kBits);
}

inline Mask occupied(const Planes& p) noexcept { return p[0] | p[1] | p[2] | p[3] | p[4]; }

// A position after a move, as far as it is needed to judge it.
struct Glimpse {
  Planes planes;
  Mask covered;
  std::uint64_t sum;
  std::int32_t margin;
  int target;
};

namespace detail {

// Plays a move on values; `put(cell, code, word)` is told of every cell that changes.
template <Gaps kGaps, class Put>
[[gnu::always_inline]] inline Glimpse advance(const State& state, Move move, const Worth& worth, Put&& put) noexcept {
  const int source = move.cell();
  const int step = kStep[static_cast<std::size_t>(move.direction())];
  const Code from = state.codes[static_cast<std::size_t>(source)];
  const int target = source + reach_in(from) * step;
  const Code onto = state.codes[static_cast<std::size_t>(target)];
  const std::uint64_t from_word = state.words[static_cast<std::size_t>(source)];
  const std::uint64_t onto_word = state.words[static_cast<std::size_t>(target)];
  const int left = height_in(from) - move.carry() - 1;
  const int raised = height_in(onto) + move.carry() + 1;
  const std::uint64_t moved = from_word >> (3 * left);
  const Code top = static_cast<Code>((from & 0xe0) | raised);
  const std::uint64_t top_word =
      raised <= kWordLevels ? onto_word | moved << (3 * height_in(onto)) : settled_word(raised, from >> kReachLow);

  // What the top stands on then: what it stood on if that comes along, or else the top of the tower it goes to.
  const Mask beneath = move.carry() > 0 ? state.covered >> source & 1 : static_cast<Mask>(colour_in(onto));

  Glimpse after;
  after.target = target;
  after.sum = state.sum - tower_key(source, from_word) - tower_key(target, onto_word) + tower_key(target, top_word);
  after.margin = state.margin - worth[from] - worth[onto] + worth[top];
  put(target, top, top_word);
  if (left > 0) {
    const std::uint64_t rest_word = from_word & ((std::uint64_t{1} << (3 * left)) - 1);
    const Code rest = static_cast<Code>((rest_word >> (3 * (left - 1))) << kReachLow | static_cast<unsigned>(left));
    after.sum += tower_key(source, rest_word);
    after.margin += worth[rest];
    put(source, rest, rest_word);
    after.planes = (state.planes & ~(bit(source) | bit(target))) | (planes_of(top) & bit(target)) |
                   (planes_of(rest) & bit(source));
    const Mask bared = static_cast<Mask>(rest_word << 6 >> (3 * left)) >> 2 & 1;
    after.covered = (state.covered & ~(bit(source) | bit(target))) | beneath << target | bared << source;
    return after;
  }
  const Mask moving = tokan::detail::moving_up<kGaps>(kField & ~occupied(state.planes), source, move.direction());
  const int up = step > 0 ? step : 0;
  const int down = step > 0 ? 0 : -step;
  int cell = source;
  for (int i = std::popcount(moving); i > 0; --i) {
    const int next = cell - step;
    const std::uint64_t word = state.words[static_cast<std::size_t>(next)];
    after.sum +=
        tower_number(word) * (kCellKeys[static_cast<std::size_t>(cell)] - kCellKeys[static_cast<std::size_t>(next)]);
    put(cell, state.codes[static_cast<std::size_t>(next)], word);
    cell = next;
  }
  put(cell, Code{0}, std::uint64_t{0});
  after.planes = (state.planes & ~(bit(source) | bit(target) | moving)) | ((state.planes & moving) << up >> down) |
                 (planes_of(top) & bit(target));
  after.covered = (state.covered & ~(bit(source) | bit(target) | moving)) | ((state.covered & moving) << up >> down) |
                  beneath << target;
  return after;
}

}  // namespace detail

// Looks at the position after a move without making it. What the caller does not ask of it is not worked out, since all
// of it is inlined: without the sum a closing gap costs hardly anything.
template <Gaps kGaps>
[[gnu::always_inline]] inline Glimpse glimpse(const State& state, Move move, const Worth& worth) noexcept {
  return detail::advance<kGaps>(state, move, worth, [](int, Code, std::uint64_t) {});
}

// Makes a move in a copy.
template <Gaps kGaps>
inline void make(const State& state, Move move, const Worth& worth, State& next) noexcept {
  next.codes = state.codes;
  next.words = state.words;
  const Glimpse after = detail::advance<kGaps>(state, move, worth, [&](int cell, Code code, std::uint64_t word) {
    next.codes[static_cast<std::size_t>(cell)] = code;
    next.words[static_cast<std::size_t>(cell)] = word;
  });
  next.planes = after.planes;
  next.covered = after.covered;
  next.sum = after.sum;
  next.margin = after.margin;
  next.side = state.side ^ 1;
  next.taboo = static_cast<std::uint8_t>(after.target);
}

// The field of a match as a state.
State state_of(const Board& board, Scoring scoring) noexcept;

// Makes a move by the house rules.
void make(const State& state, Move move, const Options& options, State& next) noexcept;

}  // namespace tafelrunde::tokan::solver
