// Which moves are legal, found for all cells of a direction at once by shifts and masks.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "common/bits.hpp"
#include "tokan/board.hpp"

namespace tafelrunde::tokan {

inline constexpr int kCarries = 3;
inline constexpr int kMovePlanes = kCarries * kDirections;

// The legal moves of a position. A plane, of one number of carried tiles and one direction, holds the cells from which
// such a move is legal; two planes share a word, so that bit b of word w is the move of code w * 64 + b.
struct MoveSet {
  static constexpr std::size_t kWords = kMovePlanes / 2;
  std::array<std::uint64_t, kWords> words;

  [[nodiscard]] Mask plane(int carry, int direction) const noexcept {
    return static_cast<Mask>(words[static_cast<std::size_t>(carry * 2 + direction / 2)] >> (direction % 2 * 32));
  }
  [[nodiscard]] bool empty() const noexcept {
    return (words[0] | words[1] | words[2] | words[3] | words[4] | words[5]) == 0;
  }
  [[nodiscard]] int count() const noexcept {
    int count = 0;
    for (const std::uint64_t word : words) count += std::popcount(word);
    return count;
  }
  [[nodiscard]] bool contains(Move move) const noexcept {
    return move.carry() < kCarries && (words[move.code() / 64] >> move.code() % 64 & 1) != 0;
  }
  void add(Move move) noexcept { words[move.code() / 64] |= std::uint64_t{1} << move.code() % 64; }
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t i = 0; i < kWords; ++i)
      for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1)
        visit(Move(static_cast<unsigned>(i) * 64 + static_cast<unsigned>(lowest(rest))));
  }
};

namespace detail {

// One mask a direction: what is asked of a cell is asked of all cells and all four directions at once. Vectors are a
// type of the compilers that we use, lowered to what the machine has.
using Four [[gnu::vector_size(kDirections * sizeof(Mask))]] = Mask;

// Lane d moves by kByColumns or kByRows bits, downwards for the first direction of each pair and upwards for its
// opposite. Where a vector's lanes can only be moved all by the same number, that is done for each and the lanes are
// put together.
template <int kByColumns, int kByRows>
[[gnu::always_inline]] inline Four moved(const Four& lanes) noexcept {
#ifdef __AVX2__
  return lanes >> Four{kByColumns, 0, kByRows, 0} << Four{0, kByColumns, 0, kByRows};
#else
  const Four columns = __builtin_shufflevector(lanes >> kByColumns, lanes << kByColumns, 0, 5, 2, 7);
  const Four rows = __builtin_shufflevector(lanes >> kByRows, lanes << kByRows, 0, 5, 2, 7);
  return __builtin_shufflevector(columns, rows, 0, 1, 6, 7);
#endif
}

// Bit c of lane d is bit c + kSteps * kStep[d] of the mask, for the cells c of kInside<kSteps>[d].
template <int kSteps>
[[gnu::always_inline]] inline Four ahead(Mask mask) noexcept {
  return moved<kSteps, kSteps * kColumns>(Four{} + mask);
}

// The cells so many steps ahead of those in each lane, which has only cells of kInside<kSteps>.
template <int kSteps>
[[gnu::always_inline]] inline Four stepped(const Four& lanes) noexcept {
  const Four turned = __builtin_shufflevector(lanes, lanes, 1, 0, 3, 2);
  return moved<kSteps, kSteps * kColumns>(turned);
}

// The cells from which `kSteps` steps stay inside the field.
template <int kSteps>
inline constexpr Four kInside = [] {
  std::array<Mask, kDirections> masks{};
  for (int direction = 0; direction < kDirections; ++direction)
    for (int cell = 0; cell < kCells; ++cell)
      if (room(cell, direction) >= kSteps) masks[static_cast<std::size_t>(direction)] |= bit(cell);
  return Four{masks[0], masks[1], masks[2], masks[3]};
}();

// Packs four planes into two words.
inline void store(const Four& lanes, std::uint64_t* words) noexcept {
  static_assert(std::endian::native == std::endian::little, "planes are packed into words by their place in memory");
  std::memcpy(words, &lanes, sizeof lanes);
}

// kCarriesFor[reach - 1][missing]: the legal numbers of carried tiles, one bit each, of a tower that is at least as
// high as the reach and `missing` levels higher than its target.
inline constexpr std::array<std::array<std::uint8_t, 4>, 3> kCarriesFor{{{1, 0, 0, 0}, {3, 2, 0, 0}, {7, 6, 4, 0}}};

// Adds the moves of high towers; `high` holds two planes of sources that become words pair, pair + 2 and pair + 4.
inline void add_high_moves(const Board& board, std::uint64_t high, std::size_t pair, MoveSet& moves) noexcept {
  for (; high != 0; high &= high - 1) {
    const int at = lowest(high);
    const int cell = at & 31;
    const Kind kind = board.top(cell);
    const int step = kStep[pair * 2 + static_cast<std::size_t>(at >> 5)];
    const int missing = board.height(cell) - board.height(cell + reach_of(kind) * step);
    const std::uint64_t carries = kCarriesFor[kind & 3][static_cast<std::size_t>(std::clamp(missing, 0, 3))];
    moves.words[pair] |= (carries & 1) << at;
    moves.words[pair + 2] |= (carries >> 1 & 1) << at;
    moves.words[pair + 4] |= (carries >> 2) << at;
  }
}

}  // namespace detail

inline MoveSet legal_moves(const Board& board) noexcept {
  using namespace detail;
  const Mask* own = &board.planes[static_cast<std::size_t>(board.side) * 4];
  const Mask occupied = board.occupied();
  const Mask targets = occupied & ~bit(board.taboo);
  const Mask tall2 = board.planes[kTall], tall3 = board.tall3, tall4 = board.tall4;

  // The way is free of gaps and ends on a tower that is not taboo.
  const Four first = ahead<1>(occupied);
  const Four mice = kInside<1> & own[kMouse] & ahead<1>(targets);
  const Four jackals = kInside<2> & own[kJackal] & first & ahead<2>(targets);
  const Four lions = kInside<3> & own[kLion] & first & ahead<2>(occupied) & ahead<3>(targets);

  // The moves that end on a tower of height 2, or 3, or more.
  const Four onto2 = (mice & ahead<1>(tall2)) | (jackals & ahead<2>(tall2)) | (lions & ahead<3>(tall2));
  const Four onto3 = (mice & ahead<1>(tall3)) | (jackals & ahead<2>(tall3)) | (lions & ahead<3>(tall3));

  // Towers of up to three tiles are settled by masks; the few higher ones are looked at one by one.
  const Four all = mice | jackals | lions;
  MoveSet moves;
  store((all & ~tall2) | (onto2 & ~tall3) | (onto3 & ~tall4), &moves.words[0]);
  store((jackals | lions) & (tall2 & ~tall4) & (onto2 | ~tall3), &moves.words[2]);
  store(lions & (tall3 & ~tall4), &moves.words[4]);
  if ((tall4 & board.topped_by(board.side)) != 0) {
    std::array<std::uint64_t, 2> high;
    store(all & tall4, high.data());
    add_high_moves(board, high[0], 0, moves);
    add_high_moves(board, high[1], 1, moves);
  }
  return moves;
}

}  // namespace tafelrunde::tokan
