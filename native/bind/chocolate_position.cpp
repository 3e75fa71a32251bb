#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "chocolate.hpp"
#include "chocolate/perft.hpp"
#include "chocolate/queries.hpp"
#include "parallel/workers.hpp"

namespace nb = nanobind;

namespace tafelrunde::chocolate {
namespace {

// Points by side, and at the end the sides in front.
using ScoreParts = std::pair<std::vector<int>, std::vector<int>>;
using NeutralParts = std::tuple<Cells, std::pair<int, int>, std::optional<int>>;
using PlaceParts = std::tuple<std::string, Cells, Cells>;

// The parts in the order in which they cross the door.
auto as_tuple(const Parts& p) {
  return std::make_tuple(p.rules, p.cards, p.hands, p.stack, p.colours, p.smarties, p.to_move, p.passes, p.swap,
                         p.swap_used, p.facts);
}
using PartsTuple = decltype(as_tuple(Parts{}));

Parts from_tuple(const PartsTuple& t) {
  Parts p;
  std::tie(p.rules, p.cards, p.hands, p.stack, p.colours, p.smarties, p.to_move, p.passes, p.swap, p.swap_used,
           p.facts) = t;
  return p;
}

ScoreParts write_score(const Score& score, int sides) {
  std::vector<int> leaders;
  for (int side = 0; side < sides; ++side) {
    if ((score.leaders >> side & 1) != 0) leaders.push_back(side);
  }
  return {{score.points.begin(), score.points.begin() + sides}, leaders};
}

std::vector<PlaceParts> places(const Position& position) {
  std::vector<PlaceParts> result;
  for (LookPlaces& places : hand_places(position)) {
    result.emplace_back(std::move(places.look), std::move(places.first), std::move(places.second));
  }
  return result;
}

std::vector<Cells> groups(const Position& position, const std::string& letter) {
  const std::uint8_t colour = letter.size() == 1 ? colour_of(letter[0]) : kNoColour;
  if (colour == kNoColour) throw std::invalid_argument("a colour is one of D, M, W");
  return colour_groups(position, colour);
}

std::vector<NeutralParts> neutral(const Position& position) {
  std::vector<NeutralParts> result;
  for (NeutralCells& group : neutral_groups(position)) {
    const std::optional<int> holder = group.holder < 0 ? std::nullopt : std::optional<int>(group.holder);
    result.emplace_back(std::move(group.cells), std::pair(group.contacts[0], group.contacts[1]), holder);
  }
  return result;
}

// The position after a move; or none, and why it cannot be played (an empty text for one that does not read).
std::pair<std::optional<Position>, std::string> played(const Position& position, const std::string& text) {
  const std::optional<Move> move = parse_move(text);
  if (!move) return {};
  Position next = position;
  const char* reason = next.play(*move);
  if (reason != nullptr) return {std::nullopt, reason};
  return {std::move(next), {}};
}

std::vector<std::string> swap_actions(const Position& position) {
  std::vector<std::string> texts;
  for (const Move& move : position.swap_actions()) texts.push_back(move_text(move));
  return texts;
}

std::uint64_t count_sequences(const Position& position, int depth, unsigned threads) {
  if (depth < 0) throw std::invalid_argument("a depth is not negative");
  if (thread_count(threads) == 1 || depth < 2) return perft(position, depth);
  const std::vector<Move> turns = turns_of(position);
  std::vector<std::uint64_t> counts(turns.size());
  Workers workers(threads);
  workers.run(turns.size(), [&](std::size_t i, unsigned) { counts[i] = perft_after(position, turns[i], depth); });
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts) total += count;
  return total;
}

// Splits games between workers in equal parts; game i takes stream i whoever plays it.
template <class PlayPart>
PlayoutTotals play_parts(std::uint64_t games, unsigned threads, PlayPart play_part) {
  Workers workers(threads);
  const std::uint64_t parts = std::min<std::uint64_t>(games, std::uint64_t{workers.size()} * 8);
  std::vector<PlayoutTotals> totals(parts);
  workers.run(parts,
              [&](std::size_t i, unsigned) { totals[i] = play_part(games * i / parts, games * (i + 1) / parts); });
  PlayoutTotals sum;
  for (const PlayoutTotals& part : totals) sum.add(part);
  return sum;
}

TotalsParts playouts(const Position& position, std::uint64_t games, std::uint64_t seed, unsigned threads) {
  const PlayoutTotals totals = play_parts(games, threads, [&](std::uint64_t begin, std::uint64_t end) {
    PlayoutTotals part;
    for (std::uint64_t i = begin; i < end; ++i) {
      Rng rng(seed, i);
      part.add(playout(position, rng));
    }
    return part;
  });
  return write_totals(totals, position.table().rules.sides());
}

TotalsParts fresh_playouts(const Rules& rules, std::uint64_t games, std::uint64_t seed, unsigned threads) {
  const PlayoutTotals totals = play_parts(games, threads, [&](std::uint64_t begin, std::uint64_t end) {
    return play_fresh_games(rules, seed, begin, end);
  });
  return write_totals(totals, rules.sides());
}

Position deal(const Rules& rules, std::uint64_t seed) {
  Rng rng(seed);
  return Position(Table::shuffled(rules, rng));
}

std::optional<std::string> random_text(const Position& position, std::uint64_t seed) {
  if (position.table().over()) return {};
  Rng rng(seed);
  return move_text(random_move(position, rng));
}

Position resample(const View& view, std::uint64_t seed) {
  Rng rng(seed);
  std::optional<Position> position = view.resample(rng);
  if (!position) throw std::invalid_argument("no deal fits what the observer knows");
  return std::move(*position);
}

}  // namespace

void bind_chocolate_position(nb::module_& module) {
  using Release = nb::call_guard<nb::gil_scoped_release>;

  nb::class_<Position>(module, "Position")
      .def_static("build", [](const PartsTuple& parts) { return read_position(from_tuple(parts)); })
      .def_static("deal", &deal)
      .def("parts", [](const Position& p) { return as_tuple(write_position(p)); })
      .def("played", &played)
      .def("turns", &Position::turns)
      .def("count_turns", &count_turns)
      .def("swap_actions", &swap_actions)
      .def("random_turn", &random_text)
      .def("places", &places)
      .def("targets", &smartie_targets)
      .def("groups", &groups)
      .def("neutral_groups", &neutral)
      .def("score", [](const Position& p) { return write_score(p.score(), p.table().rules.sides()); })
      .def("perft", &count_sequences, Release())
      .def("playouts", &playouts, Release())
      .def("view",
           [](const Position& p, int observer) {
             if (observer < kSpectator || observer >= p.table().rules.players) {
               throw std::invalid_argument("there is no such observer");
             }
             return View(p, observer);
           })
      .def("fresh_hash", &Position::fresh_hash)
      .def_prop_ro("hash", [](const Position& p) { return p.table().hash; })
      .def_prop_ro("seat", [](const Position& p) { return p.table().actor(); })
      .def_prop_ro("is_over", [](const Position& p) { return p.table().over(); })
      .def_prop_ro("is_wide", &Position::is_wide);

  nb::class_<View>(module, "View")
      .def_static("build", [](const PartsTuple& parts, int observer) { return read_view(from_tuple(parts), observer); })
      .def("parts", [](const View& view) { return as_tuple(write_view(view)); })
      .def("resample", &resample, Release())
      .def_prop_ro("observer", &View::observer);

  module.def("playouts", &fresh_playouts, Release());
}

}  // namespace tafelrunde::chocolate
