// The search of Scho K.O. and Schokoly, behind the door tafelrunde.native.chocolate_search.
#include "chocolate/search/search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "chocolate.hpp"
#include "chocolate/legality.hpp"
#include "chocolate/search/selfplay.hpp"
#include "chocolate/search/uct.hpp"
#include "watch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tafelrunde::chocolate {
namespace {

using JudgedParts = std::tuple<std::string, double, double, int>;
using AnswerParts = std::tuple<std::vector<JudgedParts>, bool, std::uint64_t>;

void check_settings(const Settings& settings) {
  if (settings.candidates < 1 || settings.looks < 1 || settings.depth < 0 || settings.again < 1 ||
      settings.stages < 1 || settings.worlds < 1 || settings.sight.cards < 1 || settings.sight.recent < 1) {
    throw std::invalid_argument("a setting is out of range");
  }
}

// Settings as one value with named fields.
void bind_settings(nb::module_& module) {
  nb::class_<Settings>(module, "Settings")
      .def(
          "__init__",
          [](Settings* self, int candidates, int looks, int depth, int again, int stages, int worlds, bool endgame,
             bool offers, int cards, int recent, bool second, bool groups, bool others, bool habits) {
            const Settings settings{.candidates = candidates,
                                    .looks = looks,
                                    .depth = depth,
                                    .again = again,
                                    .stages = stages,
                                    .worlds = worlds,
                                    .endgame = endgame,
                                    .offers = offers,
                                    .sight = {.cards = cards,
                                              .recent = recent,
                                              .second = second,
                                              .groups = groups,
                                              .others = others,
                                              .habits = habits}};
            check_settings(settings);
            new (self) Settings(settings);
          },
          nb::kw_only(), "candidates"_a, "looks"_a, "depth"_a, "again"_a, "stages"_a, "worlds"_a, "endgame"_a,
          "offers"_a, "cards"_a, "recent"_a, "second"_a, "groups"_a, "others"_a, "habits"_a);
}

Weights read_weights(const std::vector<float>& numbers) {
  Weights weights;
  if (numbers.size() != kPhases * (kTraits + 1) + kHabits)
    throw std::invalid_argument("there are more or fewer weights");
  auto next = numbers.begin();
  for (auto& phase : weights.trait) {
    for (float& weight : phase) weight = *next++;
  }
  for (float& spread : weights.spread) spread = *next++;
  for (float& habit : weights.habit) habit = *next++;
  return weights;
}

std::vector<float> write_weights(int form) {
  if (form < 0 || form >= kForms) throw std::invalid_argument("there is no such form");
  const Weights& weights = fitted_weights(form);
  std::vector<float> numbers;
  for (const auto& phase : weights.trait) numbers.insert(numbers.end(), phase.begin(), phase.end());
  numbers.insert(numbers.end(), weights.spread.begin(), weights.spread.end());
  numbers.insert(numbers.end(), weights.habit.begin(), weights.habit.end());
  return numbers;
}

AnswerParts write_answer(const Answer& found) {
  if (found.judged.empty()) throw std::invalid_argument("no deal fits what the observer knows");
  std::vector<JudgedParts> judged;
  for (const Judged& one : found.judged) {
    judged.emplace_back(move_text(one.move), one.prospect.chance, one.prospect.lead, one.worlds);
  }
  return {judged, found.exact, found.nodes};
}

AnswerParts answer(const Source& source, const Settings& settings, const std::optional<std::vector<float>>& numbers,
                   const Net* net, std::uint64_t seed, std::uint64_t nodes, double seconds, nb::object stop,
                   const std::vector<std::string>& texts) {
  const Table& table = source.known().table();
  if (table.over()) throw std::invalid_argument("the game is over");
  if (source.view != nullptr && source.view->observer() != table.actor()) {
    throw std::invalid_argument("another seat decides next");
  }
  const Weights weights = numbers ? read_weights(*numbers) : fitted_weights(form_of(table.rules));
  if (net != nullptr && net->form() != form_of(table.rules)) {
    throw std::invalid_argument("the net is made for another form");
  }
  std::vector<Move> asked;
  for (const std::string& text : texts) {
    const std::optional<Move> move = parse_move(text);
    if (!move) throw std::invalid_argument("'" + text + "' is no move");
    const char* reason = source.known().visit([&](const auto& state) { return objection(state, *move); });
    if (reason != nullptr) throw std::invalid_argument(text + ": " + reason);
    asked.push_back(*move);
  }
  Watch watch(seconds, std::move(stop), Watch::Asks::kAtOnce);
  Limits limits;
  limits.nodes = nodes;
  limits.passed = [&] { return watch.passed(); };
  Answer found;
  {
    const nb::gil_scoped_release unlocked;
    found = search(source, settings, {weights, net}, seed, limits, asked);
  }
  return write_answer(found);
}

AnswerParts uct(const View& view, std::uint64_t seed, std::uint64_t nodes, double seconds, nb::object stop,
                int worlds) {
  if (view.known().table().over()) throw std::invalid_argument("the game is over");
  if (view.observer() != view.known().table().actor()) throw std::invalid_argument("another seat decides next");
  if ((nodes == 0 && seconds <= 0) || worlds < 1) throw std::invalid_argument("a limit is missing");
  Watch watch(seconds, std::move(stop), Watch::Asks::kAtOnce);
  Limits limits;
  limits.nodes = nodes;
  limits.passed = [&] { return watch.passed(); };
  Answer found;
  {
    const nb::gil_scoped_release unlocked;
    found = plain_uct(view, seed, limits, worlds);
  }
  return write_answer(found);
}

using Rows = nb::ndarray<nb::numpy, float, nb::ndim<2>>;

Rows observe(const Rules& rules, const std::vector<float>& numbers, int again, int wild, std::uint64_t seed,
             std::uint64_t begin, std::uint64_t end) {
  const Weights weights = read_weights(numbers);
  if (again < 1 || wild < 1) throw std::invalid_argument("a setting is out of range");
  auto* rows = new std::vector<float>();
  const nb::capsule owner(rows, [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
  {
    const nb::gil_scoped_release unlocked;
    observe_games(rules, weights, again, wild, seed, begin, end, *rows);
  }
  return Rows(rows->data(), {rows->size() / kRowSize, static_cast<std::size_t>(kRowSize)}, owner);
}

std::vector<float> play_duel(const Rules& rules, const std::vector<float>& first, const std::vector<float>& second,
                             int again, std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  const Weights one = read_weights(first);
  const Weights other = read_weights(second);
  if (again < 1) throw std::invalid_argument("a setting is out of range");
  const nb::gil_scoped_release unlocked;
  return duel(rules, one, other, again, seed, begin, end);
}

}  // namespace
}  // namespace tafelrunde::chocolate

void bind_chocolate_search(nb::module_& module) {
  using namespace tafelrunde::chocolate;
  nb::module_ inner = module.def_submodule("chocolate_search", "Strong players for Scho K.O. and Schokoly.");
  bind_settings(inner);
  nb::class_<Net>(inner, "Net")
      .def_static("read",
                  [](const nb::bytes& bytes) {
                    std::string error;
                    const auto* data = static_cast<const std::uint8_t*>(bytes.data());
                    std::optional<Net> net = Net::read({data, bytes.size()}, error);
                    if (!net) throw std::invalid_argument(error);
                    return *net;
                  })
      .def_prop_ro("form", &Net::form);
  inner.def(
      "search",
      [](const View& view, const Settings& settings, const std::optional<std::vector<float>>& weights, const Net* net,
         std::uint64_t seed, std::uint64_t nodes, double seconds, nb::object stop,
         const std::vector<std::string>& asked) {
        return answer({&view, nullptr}, settings, weights, net, seed, nodes, seconds, std::move(stop), asked);
      },
      nb::arg(), nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(),
      nb::arg());
  inner.def(
      "search_open",
      [](const Position& position, const Settings& settings, const std::optional<std::vector<float>>& weights,
         const Net* net, std::uint64_t seed, std::uint64_t nodes, double seconds, nb::object stop,
         const std::vector<std::string>& asked) {
        return answer({nullptr, &position}, settings, weights, net, seed, nodes, seconds, std::move(stop), asked);
      },
      nb::arg(), nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(),
      nb::arg());
  inner.def("uct", &uct, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg());
  inner.def("weights", &write_weights);
  inner.def("observe", &observe);
  inner.def("duel", &play_duel);
}
