// The rules of a match as one value with named fields, made by tafelrunde.native._chocolate_parts.native_rules.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "chocolate.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tafelrunde::chocolate {
namespace {

constexpr std::array<std::string_view, 2> kGameNames{"schoko", "schokoly"};

Game read_game(const std::string& name) {
  for (std::size_t i = 0; i < kGameNames.size(); ++i) {
    if (kGameNames[i] == name) return static_cast<Game>(i);
  }
  throw std::invalid_argument("there is no such game");
}

}  // namespace

void bind_chocolate_rules(nb::module_& module) {
  nb::class_<Rules>(module, "Rules")
      .def(
          "__init__",
          [](Rules* self, const std::string& game, int players, const nb::kwargs& switches) {
            if (players < 2 || players > kMaxPlayers) throw std::invalid_argument("there are no such rules");
            Rules rules{.game = read_game(game), .players = static_cast<std::uint8_t>(players)};
            for (const Switch& one : kSwitches) rules.*one.field = nb::cast<bool>(switches[one.name.data()]);
            if (switches.size() != kSwitches.size() || !rules.valid())
              throw std::invalid_argument("there are no such rules");
            new (self) Rules(rules);
          },
          nb::kw_only(), "game"_a, "players"_a, "switches"_a)
      .def("__eq__", [](const Rules& a, const Rules& b) { return a == b; }, nb::is_operator());
}

}  // namespace tafelrunde::chocolate
