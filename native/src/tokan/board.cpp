#include "tokan/board.hpp"

namespace tafelrunde::tokan {

int Board::contents(int cell, std::span<Kind, kTiles> kinds) const noexcept {
  const Tower tower = towers[static_cast<std::size_t>(cell)];
  Tile tile = top_of(tower);
  for (int level = height_of(tower); level > 0; --level) {
    kinds[static_cast<std::size_t>(level) - 1] = kind_of(tile);
    tile = below[tile];
  }
  return height_of(tower);
}

Board empty_board() noexcept {
  Board board{};
  board.towers.fill(kGap);
  board.below.fill(kNoTile);
  board.planes[kNoKind] = kField;
  board.side = kRed;
  board.taboo = kNoCell;
  return board;
}

void put(Board& board, int cell, Tile tile) noexcept {
  Tower& tower = board.towers[static_cast<std::size_t>(cell)];
  board.planes[kind_of(top_of(tower))] &= ~bit(cell);
  board.planes[kind_of(tile)] |= bit(cell);
  board.below[tile] = top_of(tower);
  const int height = height_of(tower) + 1;
  tower = static_cast<Tower>(height << 8 | tile);
  if (height >= 2) board.planes[kTall] |= bit(cell);
  if (height >= 3) board.tall3 |= bit(cell);
  if (height >= 4) board.tall4 |= bit(cell);
}

Board board_of(std::span<const Tile, kTiles> tiles, int side) noexcept {
  Board board{};
  board.towers.fill(kGap);
  board.below.fill(kNoTile);
  for (int cell = 0; cell < kCells; ++cell) {
    const Tile tile = tiles[static_cast<std::size_t>(cell)];
    board.towers[static_cast<std::size_t>(cell)] = static_cast<Tower>(1 << 8 | tile);
    board.planes[kind_of(tile)] |= bit(cell);
  }
  board.side = static_cast<std::uint8_t>(side);
  board.taboo = kNoCell;
  return board;
}

}  // namespace tafelrunde::tokan
