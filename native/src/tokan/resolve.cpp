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

Why objection(const Board& board, const WrittenAction& written, Action& action) {
  const int source = written.source;
  const int height = board.height(source);
  if (height == 0) return {"no-tower", "there is no tower on {cell}", {{"cell", cell_name(source)}}};
  const Kind kind = board.top(source);
  if (colour_of(kind) != board.side)
    return {"not-your-tower", "the tower on {cell} belongs to the other player", {{"cell", cell_name(source)}}};
  const std::string animal = kAnimalNames[static_cast<std::size_t>(animal_of(kind))];
  const int reach = reach_of(kind);
  const int direction = direction_to(source, written.target, reach);
  if (direction < 0)
    return {
        "wrong-distance", "a {animal} moves exactly {n} along a row or a column", {{"animal", animal}, {"n", reach}}};
  const int step = kStep[static_cast<std::size_t>(direction)];
  for (int i = 1; i <= reach; ++i)
    if (board.height(source + i * step) == 0) return {"gap-in-the-way", "a gap lies in the way or on the target"};
  if (written.target == board.taboo)
    return {"taboo", "the tower on {cell} was moved to just now and is taboo", {{"cell", cell_name(written.target)}}};
  if (written.carry >= reach)
    return {"carries-too-many", "a {animal} carries at most {n}", {{"animal", animal}, {"n", reach - 1}}};
  if (written.carry >= height) return {"too-few-below", "only {n} lie below it", {{"n", height - 1}}};
  if (board.height(written.target) + written.carry + 1 <= height)
    return {"must-climb", "it must end at least one level higher than it began"};
  action = action_of(Move(source, direction, written.carry));
  return {};
}

Why objection(const Draft& draft, const WrittenAction& written, Action& action) {
  if (colour_of(written.kind) != draft.side) return {"not-your-tile", "that tile belongs to the other player"};
  if (draft.stock[written.kind] == 0) return {"no-such-tile", "no such tile is left"};
  if ((draft.laid >> written.cell & 1) != 0) return {"tile-there", "a tile lies there already"};
  if ((draft.legal_cells() >> written.cell & 1) == 0) {
    if ((draft.beside() >> written.cell & 1) == 0) return {"touches-no-tile", "it would touch no tile"};
    return {"too-wide", "the field would grow wider than {n} columns", {{"n", kColumns}}};
  }
  action =
      action_of(Placing{static_cast<std::uint8_t>(animal_of(written.kind)), static_cast<std::uint8_t>(written.cell)});
  return {};
}

}  // namespace

Problem resolve(const Position& position, const WrittenAction& written, std::string_view text, Action& action) {
  Why why;
  if (position.over()) {
    why = {"game-over", "the game is over"};
  } else if (written.placing && !position.drafting) {
    why = {"field-laid", "the field is laid already"};
  } else if (!written.placing && position.drafting) {
    why = {"field-unfinished", "the field is still being laid"};
  } else {
    why = position.drafting ? objection(position.draft, written, action) : objection(position.board, written, action);
  }
  if (!why) return {};
  return {Fault::kIllegal, std::string(text), why.sentence, why};
}

Problem parse_action(const Position& position, std::string_view text, Action& action) {
  WrittenAction written;
  if (auto problem = parse_written(text, written)) return problem;
  return resolve(position, written, text, action);
}

}  // namespace tafelrunde::tokan
