// Zobrist hashes of positions, with sums in place of XOR: 64 bits, kept up to date move by move, and simple enough to
// be recomputed in any language.
//
// All numbers are taken modulo 2^64, cells and kinds as numbered in cell.hpp and tile.hpp, levels from 0 at the bottom:
//   tile(level, kind) = mix64(kTileSeed + level * 8 + kind)
//   place(cell)       = mix64(kPlaceSeed + cell) * 256 + cell * 2 + 1
//   tower(cell)       = the sum of tile(level, kind) over the tower that stands on the cell
//   state             = mix64(kStateSeed + side * 32 + taboo), side 0 for red and 1 for black, taboo 31 for none
//   hash              = mix64(state + the sum of tower(cell) * place(cell) over all cells)
// and during a draft, on the strip of draft.hpp:
//   state             = mix64(kDraftSeed + side)
//   hash              = mix64(state + the sum of tile(0, kind) * place(32 + cell) over all laid tiles)
// The products let a whole tower move up with one multiplication. The low bits of place() differ between all cells, so
// that the difference of two places is never divisible by more than 2^6. House rules are not part of the hash.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "common/hash.hpp"
#include "tokan/board.hpp"

namespace tafelrunde::tokan {

inline constexpr std::uint64_t kTileSeed = 0x7465'6b61'6e31'0000ULL;
inline constexpr std::uint64_t kPlaceSeed = 0x7465'6b61'6e32'0000ULL;
inline constexpr std::uint64_t kStateSeed = 0x7465'6b61'6e33'0000ULL;
inline constexpr std::uint64_t kDraftSeed = 0x7465'6b61'6e34'0000ULL;

inline constexpr auto kTileKeys = [] {
  std::array<std::array<std::uint64_t, 8>, kTiles> keys{};
  for (std::size_t level = 0; level < kTiles; ++level)
    for (std::size_t kind = 0; kind < 8; ++kind) keys[level][kind] = mix64(kTileSeed + level * 8 + kind);
  return keys;
}();

constexpr std::uint64_t place_key(std::uint64_t place) noexcept {
  return mix64(kPlaceSeed + place) * 256 + place * 2 + 1;
}

inline constexpr auto kPlaceKeys = [] {
  std::array<std::uint64_t, 32> keys{};
  for (std::size_t cell = 0; cell < 32; ++cell) keys[cell] = place_key(cell);
  return keys;
}();

inline constexpr auto kStateKeys = [] {
  std::array<std::uint64_t, 64> keys{};
  for (std::size_t state = 0; state < 64; ++state) keys[state] = mix64(kStateSeed + state);
  return keys;
}();

// The part of a hash that moves change: hand it to play() as the tracker of its board.
class HashTracker {
 public:
  explicit HashTracker(const Board& board) noexcept {
    for (int cell = 0; cell < kCells; ++cell) {
      const auto at = static_cast<std::size_t>(cell);
      Tile tile = top_of(board.towers[at]);
      for (int level = board.height(cell); level > 0; --level) {
        towers_[at] += kTileKeys[static_cast<std::size_t>(level) - 1][kind_of(tile)];
        tile = board.below[tile];
      }
      sum_ += towers_[at] * kPlaceKeys[at];
    }
  }

  void lift(const Board& board, int source, int target, int count) noexcept {
    const auto from = static_cast<std::size_t>(source);
    const auto to = static_cast<std::size_t>(target);
    auto level_before = static_cast<std::size_t>(board.height(source));
    auto level_after = static_cast<std::size_t>(board.height(target) + count);
    std::uint64_t taken = 0;
    std::uint64_t given = 0;
    Tile tile = top_of(board.towers[from]);
    for (; count > 0; --count) {
      taken += kTileKeys[--level_before][kind_of(tile)];
      given += kTileKeys[--level_after][kind_of(tile)];
      tile = board.below[tile];
    }
    towers_[from] -= taken;
    towers_[to] += given;
    sum_ += given * kPlaceKeys[to] - taken * kPlaceKeys[from];
  }

  void shift(int from, int to) noexcept {
    const auto before = static_cast<std::size_t>(from);
    const auto after = static_cast<std::size_t>(to);
    sum_ += towers_[before] * (kPlaceKeys[after] - kPlaceKeys[before]);
    towers_[after] = towers_[before];
    towers_[before] = 0;
  }

  [[nodiscard]] std::uint64_t hash(const Board& board) const noexcept {
    return mix64(sum_ + kStateKeys[static_cast<std::size_t>(board.side) * 32 + board.taboo]);
  }

 private:
  std::array<std::uint64_t, kCells> towers_{};
  std::uint64_t sum_ = 0;
};

inline std::uint64_t hash_of(const Board& board) noexcept { return HashTracker(board).hash(board); }

}  // namespace tafelrunde::tokan
