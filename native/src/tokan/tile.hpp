// The thirty tiles: what they are and how they are numbered.
//
// A kind is colour * 4 + animal (red 0-2, black 4-6); kNoKind stands for a gap. A tile is kind * 8 + n, n counting the
// tiles of that kind, so that a tile's kind needs no table. Tiles of one kind are interchangeable: texts and hashes
// never tell them apart.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tafelrunde::tokan {

using Kind = std::uint8_t;
using Tile = std::uint8_t;

enum Colour : std::uint8_t { kRed = 0, kBlack = 1 };
enum Animal : std::uint8_t { kMouse = 0, kJackal = 1, kLion = 2 };

inline constexpr int kAnimals = 3;
inline constexpr int kTiles = 30;
inline constexpr int kTilesEach = kTiles / 2;
inline constexpr std::array<int, kAnimals> kCopies{3, 7, 5};

inline constexpr Kind kNoKind = 3;
inline constexpr int kKinds = 7;  // numbers of kinds, the gap's among them
inline constexpr Tile kNoTile = kNoKind * 8;
inline constexpr int kTileNumbers = kKinds * 8;

inline constexpr std::string_view kLetters = "MJL-mjl";

constexpr Kind make_kind(int colour, int animal) noexcept { return static_cast<Kind>(colour * 4 + animal); }
constexpr Kind kind_of(Tile tile) noexcept { return tile >> 3; }
constexpr int colour_of(Kind kind) noexcept { return kind >> 2; }
constexpr int animal_of(Kind kind) noexcept { return kind & 3; }
constexpr int reach_of(Kind kind) noexcept { return (kind & 3) + 1; }

// All tiles, in the order of their numbers.
inline constexpr std::array<Tile, kTiles> kAllTiles = [] {
  std::array<Tile, kTiles> tiles{};
  std::size_t i = 0;
  for (int colour = 0; colour < 2; ++colour)
    for (int animal = 0; animal < kAnimals; ++animal)
      for (int n = 0; n < kCopies[static_cast<std::size_t>(animal)]; ++n)
        tiles[i++] = static_cast<Tile>(make_kind(colour, animal) * 8 + n);
  return tiles;
}();

// The kind that a letter of the notation names, or kNoKind.
constexpr Kind kind_named(char letter) noexcept {
  const auto at = kLetters.find(letter);
  return at == std::string_view::npos ? kNoKind : static_cast<Kind>(at);
}

}  // namespace tafelrunde::tokan
