#include "tokan/table.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "tokan/moves.hpp"
#include "tokan/text.hpp"

namespace tafelrunde::tokan {

namespace {

void add_cell(std::string& json, int cell) {
  json += '"';
  json += static_cast<char>('a' + column_of(cell));
  json += static_cast<char>('1' + row_of(cell));
  json += '"';
}

void add_towers(std::string& json, const Board& board) {
  std::array<Kind, kTiles> kinds;
  for (int cell = 0; cell < kCells; ++cell) {
    json += cell == 0 ? "\"" : ",\"";
    const int height = board.contents(cell, kinds);
    for (int level = 0; level < height; ++level) json += kLetters[kinds[static_cast<std::size_t>(level)]];
    json += '"';
  }
}

void add_scored(std::string& json, const Board& board, Scoring scoring) {
  bool first = true;
  for (int cell = 0; cell < kCells; ++cell) {
    const int height = board.height(cell);
    if (height < (scoring == Scoring::kHeads ? 1 : 2)) continue;
    const Kind top = board.top(cell);
    json += first ? "{\"cell\":" : ",{\"cell\":";
    first = false;
    add_cell(json, cell);
    json += ",\"side\":";
    json += std::to_string(colour_of(top));
    json += ",\"points\":";
    json += std::to_string(scoring == Scoring::kHeads ? reach_of(top) : height);
    json += '}';
  }
}

// Cells in the order of their names, column by column.
int cell_by_name(int place) { return place % kRows * kColumns + place / kRows; }

// Directions in the order of the names of the cells they lead to.
constexpr std::array<Direction, kDirections> kByName{kWest, kSouth, kNorth, kEast};

void add_targets(std::string& json, const Board& board, const MoveSet& moves, int source) {
  bool first = true;
  for (const Direction direction : kByName) {
    std::array<char, 2 * kCarries> carries;
    std::size_t size = 0;
    for (int carry = 0; carry < kCarries; ++carry)
      if ((moves.plane(carry, direction) & bit(source)) != 0) {
        if (size != 0) carries[size++] = ',';
        carries[size++] = static_cast<char>('0' + carry);
      }
    if (size == 0) continue;
    json += first ? "{\"target\":" : ",{\"target\":";
    first = false;
    add_cell(json, target_of(board, Move(source, direction, 0)));
    json += ",\"carry\":[";
    json.append(carries.data(), size);
    json += "]}";
  }
}

void add_steps(std::string& json, const Board& board, const MoveSet& moves) {
  Mask sources = 0;
  for (int carry = 0; carry < kCarries; ++carry)
    for (int direction = 0; direction < kDirections; ++direction) sources |= moves.plane(carry, direction);
  bool first = true;
  for (int place = 0; place < kCells; ++place) {
    const int source = cell_by_name(place);
    if ((sources & bit(source)) == 0) continue;
    if (!first) json += ',';
    first = false;
    add_cell(json, source);
    json += ":[";
    add_targets(json, board, moves, source);
    json += ']';
  }
}

// What is laid so far, and what each side has still to lay.
void add_draft(std::string& json, const Draft& draft) {
  const int columns = draft.last_column - draft.first_column + 1;
  json += "{\"first\":";
  json += std::to_string(draft.first_column - kStripOrigin);
  json += ",\"columns\":";
  json += std::to_string(columns);
  json += ",\"most\":";
  json += std::to_string(kColumns);
  json += ",\"cells\":[";
  for (int row = 0; row < kRows; ++row)
    for (int column = draft.first_column; column <= draft.last_column; ++column) {
      const Kind kind = draft.kinds[static_cast<std::size_t>(row * kStripColumns + column)];
      json += row == 0 && column == draft.first_column ? "\"" : ",\"";
      if (kind != kNoKind) json += kLetters[kind];
      json += '"';
    }
  json += "],\"reserves\":[";
  for (const int side : {kRed, kBlack}) {
    json += side == kRed ? "\"" : ",\"";
    for (int animal = 0; animal < kAnimals; ++animal) {
      const Kind kind = make_kind(side, animal);
      json.append(draft.stock[kind], kLetters[kind]);
    }
    json += '"';
  }
  json += "]}";
}

void add_placings(std::string& json, const Draft& draft) {
  json += R"({"tiles":")";
  for (int animal = 0; animal < kAnimals; ++animal) {
    const Kind kind = make_kind(draft.side, animal);
    if (draft.stock[kind] > 0) json += kLetters[kind];
  }
  json += "\",\"spaces\":[";
  const char* separator = "";
  for (std::uint64_t rest = draft.legal_cells(); rest != 0; rest &= rest - 1) {
    const int cell = lowest(rest);
    json += separator;
    json += '[';
    json += std::to_string(cell % kStripColumns - kStripOrigin);
    json += ',';
    json += std::to_string(cell / kStripColumns + 1);
    json += ']';
    separator = ",";
  }
  json += "]}";
}

// The heights of a side's towers, the highest first.
void add_heights(std::string& json, const Board& board, int side) {
  std::vector<int> heights;
  for (int cell = 0; cell < kCells; ++cell)
    if (board.height(cell) > 0 && colour_of(board.top(cell)) == side) heights.push_back(board.height(cell));
  std::sort(heights.begin(), heights.end(), std::greater<>());
  json += '[';
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (i > 0) json += ',';
    json += std::to_string(heights[i]);
  }
  json += ']';
}

void add_tie(std::string& json, const Position& position, bool over) {
  const auto [red, black] = position.points();
  if (!over || red != black || position.options.scoring != Scoring::kHeads) {
    json += "null";
    return;
  }
  json += '[';
  add_heights(json, position.board, kRed);
  json += ',';
  add_heights(json, position.board, kBlack);
  json += ']';
}

void add_legal(std::string& json, const Position& position, const MoveSet& moves) {
  json += "{\"steps\":{";
  if (!position.drafting) add_steps(json, position.board, moves);
  json += R"(},"placings":)";
  if (position.drafting)
    add_placings(json, position.draft);
  else
    json += "null";
  json += '}';
}

// Whether a game that is over could go on without the taboo.
bool ended_by_taboo(const Board& board) {
  Board free = board;
  free.taboo = kNoCell;
  return board.taboo != kNoCell && !legal_moves(free).empty();
}

}  // namespace

std::string table_as_json(const Position& position, bool with_legal) {
  const bool drafting = position.drafting;
  const Board board = drafting ? empty_board() : position.board;
  const MoveSet moves = drafting ? MoveSet{} : legal_moves(board);
  const bool over = !drafting && moves.empty();
  const auto [red, black] = position.points();
  std::string json;
  json.reserve(2048);
  json += R"({"family":"tokan","position":")";
  json += to_text(position);
  json += R"(","towers":[)";
  add_towers(json, board);
  json += "],\"seat\":";
  json += std::to_string(position.side());
  json += ",\"taboo\":";
  if (drafting || board.taboo == kNoCell)
    json += "null";
  else
    add_cell(json, board.taboo);
  json += R"(,"draft":)";
  if (drafting)
    add_draft(json, position.draft);
  else
    json += "null";
  json += R"(,"scored":[)";
  add_scored(json, board, position.options.scoring);
  json += "],\"points\":[";
  json += std::to_string(red);
  json += ',';
  json += std::to_string(black);
  json += R"(],"tie":)";
  add_tie(json, position, over);
  json += over ? R"(,"over":true,"winner":)" : R"(,"over":false,"winner":)";
  const Winner winner = over ? position.winner() : Winner::kNobody;
  json += winner == Winner::kNobody ? "null" : std::to_string(static_cast<int>(winner));
  json += R"(,"legal":)";
  if (with_legal && !over)
    add_legal(json, position, moves);
  else
    json += "null";
  json += over && ended_by_taboo(board) ? R"(,"by_taboo":true})" : R"(,"by_taboo":false})";
  return json;
}

}  // namespace tafelrunde::tokan
