// Reading positions and moves.
#include <algorithm>
#include <cstdlib>
#include <vector>

#include "tokan/text.hpp"

namespace tafelrunde::tokan {

namespace {

constexpr int kStartColumns = 2;

Problem bad_notation(std::string_view text, std::string reason) {
  return {Fault::kNotation, std::string(text), std::move(reason)};
}
Problem bad_setup(std::string reason) { return {Fault::kSetup, "", std::move(reason)}; }

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

bool is_tower(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char tile) { return kind_named(tile) != kNoKind; });
}

// The number of a cell, or -1.
int cell_named(std::string_view name) {
  if (name.size() != 2 || name[0] < 'a' || name[0] > 'f' || name[1] < '1' || name[1] > '5') return -1;
  return (name[1] - '1') * kColumns + name[0] - 'a';
}

// Reads five rows of towers, row 5 first, into cells from the bottom left.
Problem parse_grid(std::string_view text, int columns, std::vector<std::string_view>& cells) {
  auto rows = split(text, '/');
  if (rows.size() != kRows) return bad_notation(text, "a position has 5 rows separated by '/'");
  std::reverse(rows.begin(), rows.end());
  for (const auto row : rows) {
    const auto towers = split(row, ',');
    if (towers.size() != static_cast<std::size_t>(columns))
      return bad_notation(row, "a row has " + std::to_string(columns) + " cells separated by ','");
    for (const auto tower : towers) {
      if (tower != "-" && !is_tower(tower))
        return bad_notation(tower, "a cell is a tower of the tiles M J L m j l, or '-'");
      cells.push_back(tower == "-" ? std::string_view{} : tower);
    }
  }
  return {};
}

using Census = std::array<int, kKinds>;

// Counts the tiles of the cells; false if something else than tiles is among them.
bool take_census(std::span<const std::string_view> cells, Census& census) {
  for (const auto cell : cells)
    for (const char tile : cell) {
      if (kind_named(tile) == kNoKind) return false;
      ++census[kind_named(tile)];
    }
  return true;
}

int copies_of(Kind kind) { return kCopies[static_cast<std::size_t>(animal_of(kind))]; }

}  // namespace

Problem field_from(std::span<const std::string_view> towers, int side, int taboo, const Options& options,
                   Position& position) {
  Census census{};
  if (towers.size() != kCells) return bad_setup("a field has 30 cells");
  if (!take_census(towers, census)) return bad_setup("towers consist of the tiles M J L m j l");
  for (const char letter : std::string_view("MJLmjl")) {
    const Kind kind = kind_named(letter);
    if (census[kind] != copies_of(kind))
      return bad_setup("a position has " + std::to_string(copies_of(kind)) + " tiles " + letter + ", not " +
                       std::to_string(census[kind]));
  }
  Board board = empty_board();
  std::array<std::uint8_t, kKinds> used{};
  for (int cell = 0; cell < kCells; ++cell)
    for (const char letter : towers[static_cast<std::size_t>(cell)]) {
      const Kind kind = kind_named(letter);
      put(board, cell, static_cast<Tile>(kind * 8 + used[kind]++));
    }
  board.side = static_cast<std::uint8_t>(side);
  if (taboo >= 0) {
    if (taboo >= kCells) return bad_setup("the taboo cell lies outside the field");
    if (board.height(taboo) < 2 || colour_of(board.top(taboo)) == side)
      return bad_setup("the taboo tower on " + cell_name(taboo) + " was not built by the opponent");
    board.taboo = static_cast<std::uint8_t>(taboo);
  }
  position = Position{};
  position.options = options;
  position.board = board;
  return {};
}

Problem draft_from(std::span<const std::string_view> cells, int side, const Options& options, Position& position) {
  Census census{};
  if (cells.size() != kStripCells) return bad_setup("a draft has 50 cells");
  if (!take_census(cells, census)) return bad_setup("a draft consists of the tiles M J L m j l");
  Census start{};
  Draft draft = empty_draft(side);
  for (int cell = 0; cell < kStripCells; ++cell) {
    const auto text = cells[static_cast<std::size_t>(cell)];
    const int column = cell % kStripColumns;
    const bool at_start = column == kStripOrigin || column == kStripOrigin + 1;
    if (text.size() > 1 || (at_start && text.empty()))
      return bad_setup("a draft starts with one tile on each of its ten spaces");
    if (text.empty()) continue;
    const Kind kind = kind_named(text[0]);
    if (at_start) ++start[kind];
    if (census[kind] > copies_of(kind))
      return bad_setup("there are only " + std::to_string(copies_of(kind)) + " tiles " + text[0]);
    lay(draft, kind, cell);
  }
  for (const int colour : {kRed, kBlack}) {
    const Kind mouse = make_kind(colour, kMouse);
    if (start[mouse] + start[mouse + 1] + start[mouse + 2] != kDraftStartTiles / 2)
      return bad_setup("a draft starts with 5 tiles of each colour");
  }
  const int reds = census[0] + census[1] + census[2];
  const int blacks = census[4] + census[5] + census[6];
  const int lead = side == kRed ? blacks - reds : reds - blacks;
  if (lead != 0 && lead != 1) return bad_setup("the players of a draft lay in turns");
  if (draft.last_column - draft.first_column >= kColumns) return bad_setup("the field is wider than 6 columns");
  if (draft.complete()) return bad_setup("the field is laid already");
  position = Position{};
  position.options = options;
  position.drafting = true;
  position.draft = draft;
  return {};
}

Problem parse_position(std::string_view text, const Options& options, Position& position) {
  const auto parts = split(text, ' ');
  if (parts.size() != 3) return bad_notation(text, "a position is its rows, the side to move and the taboo cell");
  if (parts[1] != "r" && parts[1] != "b") return bad_notation(parts[1], "the side to move is 'r' or 'b'");
  const int side = parts[1] == "r" ? kRed : kBlack;
  const int taboo = parts[2] == "-" ? -1 : cell_named(parts[2]);
  if (parts[2] != "-" && taboo < 0) return bad_notation(parts[2], "the taboo cell is a cell like c3, or '-'");
  std::vector<std::string_view> cells;
  if (options.setup == Setup::kRandom) {
    if (auto problem = parse_grid(parts[0], kColumns, cells)) return problem;
    return field_from(cells, side, taboo, options, position);
  }
  if (taboo >= 0) return bad_setup("nothing is taboo in a draft");
  if (auto problem = parse_grid(parts[0], kStartColumns, cells)) return problem;
  std::vector<std::string_view> strip(kStripCells);
  for (std::size_t i = 0; i < cells.size(); ++i)
    strip[i / kStartColumns * kStripColumns + kStripOrigin + i % kStartColumns] = cells[i];
  return draft_from(strip, side, options, position);
}

Problem parse_written(std::string_view text, WrittenAction& written) {
  const auto problem = [&] { return bad_notation(text, "a move reads like c3f3 or b2b4+1, a placing like L@-2,3"); };
  written = {};
  if (text.size() > 1 && text[1] == '@') {
    std::string_view rest = text.substr(2);
    const bool negative = rest.starts_with('-');
    if (negative) rest.remove_prefix(1);
    if (rest.size() != 3 || rest[1] != ',') return problem();
    const int column = negative ? '0' - rest[0] : rest[0] - '0';
    const int row = rest[2] - '1';
    written.placing = true;
    written.kind = kind_named(text[0]);
    if (written.kind == kNoKind || row < 0 || row >= kRows) return problem();
    if (negative ? column < -kStripOrigin || column > -1 : column < 0 || column > kStripColumns - 1 - kStripOrigin)
      return problem();
    written.cell = row * kStripColumns + column + kStripOrigin;
    return {};
  }
  written.source = cell_named(text.substr(0, 2));
  written.target = text.size() < 4 ? -1 : cell_named(text.substr(2, 2));
  if (written.source < 0 || written.target < 0) return problem();
  const auto rest = text.substr(4);
  if (rest == "+1" || rest == "+2") {
    written.carry = rest[1] - '0';
  } else if (!rest.empty()) {
    return problem();
  }
  return {};
}

}  // namespace tafelrunde::tokan
