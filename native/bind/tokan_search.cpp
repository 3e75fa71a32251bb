// The search of TOKAN, behind the door tafelrunde.native.tokan_search.
#include "tokan/search/search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "tokan/search/uct.hpp"
#include "tokan/text.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tafelrunde::tokan {

namespace {

using search::Findings;
using search::Limits;
using search::Score;
using search::Sight;
using search::Weights;

// moves with their scores and chances, line, depth, nodes
using FindingParts =
    std::tuple<std::vector<std::tuple<std::string, int, double>>, std::vector<std::string>, int, std::uint64_t>;
// moves with their chances and visits, nodes
using VisitParts = std::tuple<std::vector<std::tuple<std::string, double, int>>, std::uint64_t>;

Weights read_weights(const Position& position, int sight, const std::optional<std::vector<float>>& numbers) {
  if (!numbers) {
    if (sight < 0 || sight > static_cast<int>(Sight::kAll)) throw nb::value_error("there is no such sight");
    return search::weights_of(position.options.scoring, static_cast<Sight>(sight));
  }
  if (numbers->size() != search::kKnots * search::kTraits) throw nb::value_error("there are more or fewer weights");
  Weights weights;
  auto next = numbers->begin();
  for (auto& knot : weights)
    for (float& weight : knot) weight = *next++;
  return weights;
}

FindingParts find(const Position& position, int depth, int near, int sight,
                  const std::optional<std::vector<float>>& numbers, std::uint64_t nodes, double seconds,
                  nb::object stop) {
  if (position.drafting || position.over()) throw nb::value_error("there is no move to search for");
  if (depth < 1 || near < 0) throw nb::value_error("a setting is out of range");
  const Weights weights = read_weights(position, sight, numbers);
  Watch watch(seconds, std::move(stop), Watch::Asks::kLater);
  Findings found;
  {
    const nb::gil_scoped_release unlocked;
    const solver::State state = solver::state_of(position.board, position.options.scoring);
    found =
        search::search(state, position.options, weights, near, Limits{nodes, depth, [&] { return watch.expired(); }});
  }
  FindingParts parts;
  auto& [moves, line, reached, looked] = parts;
  for (const search::RankedMove& one : found.moves)
    moves.emplace_back(to_text(position, action_of(one.move)), one.score, search::chance_of(one.score));
  Position here = position;
  for (const Move move : found.line) {
    line.push_back(to_text(here, action_of(move)));
    here.play(action_of(move));
  }
  reached = found.depth;
  looked = found.nodes;
  return parts;
}

VisitParts visit_parts(const Position& position, const search::Visits& visits) {
  VisitParts parts;
  for (const search::VisitedMove& one : visits.moves)
    std::get<0>(parts).emplace_back(to_text(position, one.action), one.chance, one.visits);
  std::get<1>(parts) = visits.nodes;
  return parts;
}

VisitParts uct(const Position& position, std::uint64_t seed, std::uint64_t nodes, double seconds, nb::object stop) {
  if (position.over()) throw nb::value_error("the game is over");
  if (nodes == 0 && seconds <= 0) throw nb::value_error("a limit is missing");
  Watch watch(seconds, std::move(stop), Watch::Asks::kLater);
  search::Visits visits;
  {
    const nb::gil_scoped_release unlocked;
    visits = search::plain_uct(position, seed, Limits{nodes, 0, [&] { return watch.expired(); }});
  }
  return visit_parts(position, visits);
}

VisitParts draft(const Position& position, int sight, const std::optional<std::vector<float>>& numbers,
                 std::uint64_t seed, std::uint64_t nodes, double seconds, nb::object stop) {
  if (!position.drafting) throw nb::value_error("nothing is drafted");
  if (nodes == 0 && seconds <= 0) throw nb::value_error("a limit is missing");
  const Weights weights = read_weights(position, sight, numbers);
  Watch watch(seconds, std::move(stop), Watch::Asks::kLater);
  search::Visits visits;
  {
    const nb::gil_scoped_release unlocked;
    visits = search::search_draft(position, weights, seed, Limits{nodes, 0, [&] { return watch.expired(); }});
  }
  return visit_parts(position, visits);
}

// The traits of a position, laid out knot by knot as the weights are.
std::vector<float> traits(const Position& position) {
  if (position.drafting) throw nb::value_error("a draft has no traits");
  const solver::State state = solver::state_of(position.board, position.options.scoring);
  const search::Traits seen =
      position.options.scoring == Scoring::kTowers
          ? search::traits_of<Scoring::kTowers>(state.planes, state.margin, state.side, state.taboo)
          : search::traits_of<Scoring::kHeads>(state.planes, state.margin, state.side, state.taboo);
  const search::Mix mix = search::mix_of(seen.moves);
  std::vector<float> row(static_cast<std::size_t>(search::kKnots * search::kTraits), 0.0F);
  for (std::size_t i = 0; i < search::kTraits; ++i) {
    row[mix.lower * search::kTraits + i] = (1.0F - mix.upper_share) * seen.values[i];
    row[(mix.lower + 1) * search::kTraits + i] = mix.upper_share * seen.values[i];
  }
  return row;
}

std::vector<float> fitted(bool heads) {
  std::vector<float> numbers;
  for (const auto& knot : search::fitted_weights(heads ? Scoring::kHeads : Scoring::kTowers))
    numbers.insert(numbers.end(), knot.begin(), knot.end());
  return numbers;
}

}  // namespace

}  // namespace tafelrunde::tokan

void bind_tokan_search(nb::module_& module) {
  using namespace tafelrunde::tokan;
  nb::module_ inner =
      module.def_submodule("tokan_search", "Players for TOKAN; go through tafelrunde.native.tokan_search.");
  // Everything but the position has a name here: settings and limits are values with named fields on the other side.
  inner.def("search", &find, nb::arg(), nb::kw_only(), "depth"_a, "near"_a, "sight"_a, "weights"_a.none(), "nodes"_a,
            "seconds"_a, "stop"_a.none());
  inner.def("uct", &uct, nb::arg(), nb::kw_only(), "seed"_a, "nodes"_a, "seconds"_a, "stop"_a.none());
  inner.def("draft", &draft, nb::arg(), nb::kw_only(), "sight"_a, "weights"_a.none(), "seed"_a, "nodes"_a, "seconds"_a,
            "stop"_a.none());
  inner.def("traits", &traits);
  inner.def("weights", &fitted);
}
