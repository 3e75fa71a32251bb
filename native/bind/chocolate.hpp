// What the files that bind the chocolate games share.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "chocolate/playout.hpp"
#include "chocolate/view.hpp"

namespace tafelrunde::chocolate {

// A position as plain values. Cards are texts, `?` a hidden one, `?n` a hidden swap card with its number; colours are
// letters, `-` for none; facts are (kind, seats, cards, spare) by observer.
using CardParts = std::tuple<int, int, int, std::string, bool>;
using SwapParts = std::tuple<int, std::string, std::optional<std::string>>;
using FactParts = std::tuple<int, std::vector<int>, std::vector<std::string>, int>;

struct Parts {
  Rules rules;
  std::vector<CardParts> cards;
  std::vector<std::vector<std::string>> hands;
  std::vector<std::string> stack;
  std::string colours;
  std::vector<int> smarties;
  int to_move = 0;
  int passes = 0;
  std::optional<SwapParts> swap;
  bool swap_used = false;
  std::vector<std::vector<FactParts>> facts;
};

// Builds from plain values; throws std::invalid_argument.
Position read_position(const Parts& parts);
View read_view(const Parts& parts, int observer);

Parts write_position(const Position& position);
Parts write_view(const View& view);

// (games, turns, draws, wins, points) by side.
using TotalsParts =
    std::tuple<std::int64_t, std::int64_t, std::int64_t, std::vector<std::int64_t>, std::vector<std::int64_t>>;
TotalsParts write_totals(const PlayoutTotals& totals, int sides);

void bind_chocolate_rules(nanobind::module_& module);
void bind_chocolate_position(nanobind::module_& module);
void bind_chocolate_batch(nanobind::module_& module);

}  // namespace tafelrunde::chocolate
