// Writing positions and moves.
#include "tokan/text.hpp"

namespace tafelrunde::tokan {

namespace {

void add_tower(std::string& text, const Board& board, int cell) {
  std::array<Kind, kTiles> kinds;
  const int height = board.contents(cell, kinds);
  if (height == 0) text += '-';
  for (int level = 0; level < height; ++level) text += kLetters[kinds[static_cast<std::size_t>(level)]];
}

}  // namespace

std::string cell_name(int cell) {
  return {static_cast<char>('a' + column_of(cell)), static_cast<char>('1' + row_of(cell))};
}

std::string to_text(const Position& position) {
  std::string text;
  const int columns = position.drafting ? position.draft.last_column - position.draft.first_column + 1 : kColumns;
  for (int row = kRows - 1; row >= 0; --row) {
    for (int column = 0; column < columns; ++column) {
      if (column > 0) text += ',';
      if (position.drafting) {
        const int cell = row * kStripColumns + position.draft.first_column + column;
        text += kLetters[position.draft.kinds[static_cast<std::size_t>(cell)]];
      } else {
        add_tower(text, position.board, row * kColumns + column);
      }
    }
    if (row > 0) text += '/';
  }
  text += position.side() == kRed ? " r " : " b ";
  const bool taboo = !position.drafting && position.board.taboo != kNoCell;
  return text + (taboo ? cell_name(position.board.taboo) : "-");
}

std::string to_text(const Position& position, Action action) {
  if (is_placing(action)) {
    const Placing placing = placing_of(action);
    return std::string(1, kLetters[make_kind(position.side(), placing.animal)]) + '@' +
           std::to_string(placing.cell % kStripColumns - kStripOrigin) + ',' +
           std::to_string(placing.cell / kStripColumns + 1);
  }
  const Move move = move_of(action);
  std::string text = cell_name(move.cell()) + cell_name(target_of(position.board, move));
  if (move.carry() > 0) text += '+' + std::to_string(move.carry());
  return text;
}

}  // namespace tafelrunde::tokan
