// TOKAN for Python: positions as frozen values, counts and random games.
#include "tokan.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <vector>

#include "parallel/tokan.hpp"
#include "tokan/table.hpp"
#include "tokan/text.hpp"
#include "tokan_errors.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tafelrunde::tokan {

namespace {

constexpr int kMaxDepth = 64;  // no match is longer

Position position_from_text(std::string_view text, const Options& options) {
  Position position;
  raise(parse_position(text, options, position));
  return position;
}

Position position_from_field(const std::vector<std::string_view>& towers, int side, const Options& options, int taboo) {
  if (side != kRed && side != kBlack) throw nb::value_error("the side is 0 (red) or 1 (black)");
  Position position;
  raise(field_from(towers, side, taboo, options, position));
  return position;
}

Position position_from_draft(const std::vector<std::string_view>& cells, int side, const Options& options) {
  if (side != kRed && side != kBlack) throw nb::value_error("the side is 0 (red) or 1 (black)");
  Position position;
  raise(draft_from(cells, side, options, position));
  return position;
}

Position dealt(std::uint64_t seed, const Options& options) {
  Rng rng(seed);
  return deal(options, rng);
}

void check_legal(const Position& position, Action action) {
  if (!position.legal(action)) {
    raise(Problem{Fault::kIllegal, std::to_string(action),
                  position.over() ? "the game is over" : "no legal action has this number"});
  }
}

Position after(const Position& position, Action action) {
  check_legal(position, action);
  Position next = position;
  next.play(action);
  return next;
}

Action action_from_text(const Position& position, std::string_view text) {
  Action action = 0;
  raise(parse_action(position, text, action));
  return action;
}

std::string action_to_text(const Position& position, Action action) {
  check_legal(position, action);
  return to_text(position, action);
}

std::vector<std::string> moves_as_text(const Position& position) {
  std::vector<std::string> moves;
  for (const Action action : position.legal_actions()) moves.push_back(to_text(position, action));
  return moves;
}

nb::bytes table_bytes(const Position& position, bool legal) {
  const std::string json = table_as_json(position, legal);
  return nb::bytes(json.data(), json.size());
}

nb::object field_as_tuple(const Position& position) {
  nb::list towers;
  std::array<Kind, kTiles> kinds;
  for (int cell = 0; cell < kCells; ++cell) {
    std::string tower;
    const int height = position.drafting ? 0 : position.board.contents(cell, kinds);
    for (int level = 0; level < height; ++level) tower += kLetters[kinds[static_cast<std::size_t>(level)]];
    towers.append(tower);
  }
  return nb::tuple(towers);
}

nb::object draft_as_tuple(const Position& position) {
  if (!position.drafting) return nb::none();
  nb::list cells;
  for (const Kind kind : position.draft.kinds)
    cells.append(kind == kNoKind ? std::string() : std::string(1, kLetters[kind]));
  return nb::tuple(cells);
}

nb::object winner_or_none(const Position& position) {
  const Winner winner = position.winner();
  return winner == Winner::kNobody ? nb::none() : nb::object(nb::int_(static_cast<int>(winner)));
}

std::uint64_t count_sequences(const Position& position, int depth, unsigned threads) {
  if (depth < 0 || depth > kMaxDepth) throw nb::value_error("the depth is between 0 and 64");
  const nb::gil_scoped_release unlocked;
  return parallel_perft(position, depth, threads);
}

Tally tally_playouts(const Position& position, std::uint64_t games, std::uint64_t seed, unsigned threads) {
  const nb::gil_scoped_release unlocked;
  return parallel_play_out(position, seed, games, threads);
}

Tally tally_random(std::uint64_t games, std::uint64_t seed, const Options& options, unsigned threads) {
  const nb::gil_scoped_release unlocked;
  return parallel_play_random(options, seed, games, threads);
}

std::string random_game(std::uint64_t seed, std::uint64_t game, const Options& options) {
  Rng rng(seed, game);
  Position position = deal(options, rng);
  std::string text = to_text(position) + "\n";
  while (!position.over()) {
    const Action action = draw(position, rng);
    text += to_text(position, action) + " ";
    position.play(action);
  }
  return text;
}

bool same(const Position& a, const Position& b) { return a.options == b.options && to_text(a) == to_text(b); }

void bind_position(nb::module_& module) {
  nb::class_<Position>(module, "Position")
      .def_static("from_text", &position_from_text, "text"_a, "options"_a)
      .def_static("from_field", &position_from_field, "towers"_a, "side"_a, "options"_a, nb::kw_only(), "taboo"_a)
      .def_static("from_draft", &position_from_draft, "cells"_a, "side"_a, "options"_a)
      .def_static("deal", &dealt, "seed"_a, "options"_a)
      .def("__str__", nb::overload_cast<const Position&>(&to_text))
      .def("__eq__", &same)
      .def("__hash__", [](const Position& position) { return static_cast<std::int64_t>(position.hash() >> 1); })
      .def_prop_ro("options", [](const Position& position) { return position.options; })
      .def_prop_ro("side", &Position::side)
      .def_prop_ro("taboo",
                   [](const Position& position) {
                     return position.drafting || position.board.taboo == kNoCell ? -1 : int{position.board.taboo};
                   })
      .def_prop_ro("drafting", [](const Position& position) { return position.drafting; })
      .def_prop_ro("field", &field_as_tuple)
      .def_prop_ro("draft", &draft_as_tuple)
      .def_prop_ro("over", &Position::over)
      .def_prop_ro("points",
                   [](const Position& position) {
                     const Points points = position.points();
                     return nb::make_tuple(points[kRed], points[kBlack]);
                   })
      .def_prop_ro("winner", &winner_or_none)
      .def_prop_ro("key", &Position::hash)
      .def("moves", &moves_as_text)
      .def("table", &table_bytes, "legal"_a)
      .def("actions", &Position::legal_actions)
      .def("count", &Position::count_actions)
      .def("parse", &action_from_text, "text"_a)
      .def("print", &action_to_text, "action"_a)
      .def("play", &after, "action"_a)
      .def("perft", &count_sequences, "depth"_a, "threads"_a)
      .def("playouts", &tally_playouts, "games"_a, "seed"_a, "threads"_a);
}

void bind_tally(nb::module_& module) {
  nb::class_<Tally>(module, "Tally")
      .def_ro("games", &Tally::games)
      .def_ro("red", &Tally::red)
      .def_ro("black", &Tally::black)
      .def_ro("draws", &Tally::draws)
      .def_ro("moves", &Tally::moves)
      .def_ro("margin", &Tally::margin);
}

}  // namespace

}  // namespace tafelrunde::tokan

void bind_tokan(nb::module_& module) {
  using namespace tafelrunde::tokan;
  nb::module_ tokan = module.def_submodule("tokan", "TOKAN in C++; go through tafelrunde.native.tokan.");
  tokan.attr("ACTIONS") = kActions;
  tokan.attr("MOVE_ACTIONS") = kMoveActions;
  tokan.attr("FEATURES") = kFeatures;
  bind_options(tokan);
  bind_tally(tokan);
  bind_position(tokan);
  bind_batch(tokan);
  tokan.def("random_games", &tally_random, "games"_a, "seed"_a, "options"_a, "threads"_a);
  tokan.def("random_game", &random_game, "seed"_a, "game"_a, "options"_a);
}
