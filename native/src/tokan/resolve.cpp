// Finding what a written move means in a position, or saying why it is illegal.
#include <array>

#include "tokan/text.hpp"

namespace tafelrunde::tokan {

namespace {

constexpr std::array<const char*, kAnimals> kAnimalNames{"mouse", "jackal", "lion"};

// The direction from a cell that reaches another one after `steps` steps, or -1.
int direction_to(int source, int target, int steps) {
  for (int direction = 0; direction < kDirections; ++direction)
    if (room(source, direction) >= steps && source + steps * kStep[static_cast<std::size_t>(direction)] == target)
      return direction;
  return -1;
}

std::string objection(const Board& board, const WrittenAction& written, Action& action) {
  const int source = written.source;
  const int height = board.height(source);
  if (height == 0) return "there is no tower on " + cell_name(source);
  const Kind kind = board.top(source);
  if (colour_of(kind) != board.side) return "the tower on " + cell_name(source) + " belongs to the other player";
  const std::string animal = std::string("a ") + kAnimalNames[static_cast<std::size_t>(animal_of(kind))];
  const int reach = reach_of(kind);
  const int direction = direction_to(source, written.target, reach);
  if (direction < 0) return animal + " moves exactly " + std::to_string(reach) + " along a row or a column";
  const int step = kStep[static_cast<std::size_t>(direction)];
  for (int i = 1; i <= reach; ++i)
    if (board.height(source + i * step) == 0) return "a gap lies in the way or on the target";
  if (written.target == board.taboo)
    return "the tower on " + cell_name(written.target) + " was moved to just now and is taboo";
  if (written.carry >= reach) return animal + " carries at most " + std::to_string(reach - 1);
  if (written.carry >= height) return "only " + std::to_string(height - 1) + " lie below it";
  if (board.height(written.target) + written.carry + 1 <= height)
    return "it must end at least one level higher than it began";
  action = action_of(Move(source, direction, written.carry));
  return {};
}

std::string objection(const Draft& draft, const WrittenAction& written, Action& action) {
  if (colour_of(written.kind) != draft.side) return "that tile belongs to the other player";
  if (draft.stock[written.kind] == 0) return "no such tile is left";
  if ((draft.laid >> written.cell & 1) != 0) return "a tile lies there already";
  if ((draft.legal_cells() >> written.cell & 1) == 0) {
    return (draft.beside() >> written.cell & 1) != 0 ? "the field would grow wider than 6 columns"
                                                     : "it would touch no tile";
  }
  action =
      action_of(Placing{static_cast<std::uint8_t>(animal_of(written.kind)), static_cast<std::uint8_t>(written.cell)});
  return {};
}

}  // namespace

Problem resolve(const Position& position, const WrittenAction& written, std::string_view text, Action& action) {
  std::string reason;
  if (position.over()) {
    reason = "the game is over";
  } else if (written.placing != position.drafting) {
    reason = position.drafting ? "the field is still being laid" : "the field is laid already";
  } else {
    reason =
        position.drafting ? objection(position.draft, written, action) : objection(position.board, written, action);
  }
  if (reason.empty()) return {};
  return {Fault::kIllegal, std::string(text), std::move(reason)};
}

Problem parse_action(const Position& position, std::string_view text, Action& action) {
  WrittenAction written;
  if (auto problem = parse_written(text, written)) return problem;
  return resolve(position, written, text, action);
}

}  // namespace tafelrunde::tokan
