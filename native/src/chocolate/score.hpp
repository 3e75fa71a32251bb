// Points and the winner, from the visible pieces alone.
#pragma once

#include <array>

#include "chocolate/groups.hpp"
#include "chocolate/table.hpp"

namespace tafelrunde::chocolate {

struct Score {
  bool over = false;
  std::array<int, kMaxSides> points{};
  int winner = -1;  // the winning side; -1 while the game runs and for a draw
};

// A neutral group, how often each side's colour touches it, and the side it counts for (-1: nobody).
template <class Row>
struct NeutralGroup {
  std::array<Row, Field<Row>::kSize> cells{};
  int size = 0;
  std::array<int, 2> contacts{};
  int holder = -1;
};

// The neutral groups of at least `minimum` pieces, passed to visit(const NeutralGroup<Row>&) from top to bottom.
template <class Row, class Visit>
void each_neutral_group(const Field<Row>& field, const Table& table, int minimum, Visit visit) {
  const std::uint8_t neutral = table.neutral_colour();
  if (neutral == kNoColour) return;
  const Groups<Row> groups(field.visible(neutral), field.top(), field.bottom());
  for (int root = 0; root < groups.runs(); ++root) {
    if (groups.run(root).parent != root || groups.run(root).size < minimum) continue;
    NeutralGroup<Row> found;
    found.size = groups.run(root).size;
    for (int i = root; i < groups.runs(); ++i) {
      if (groups.group(i) != root) continue;
      const Row cells = groups.run(i).cells;
      const int y = groups.run(i).y;
      found.cells[static_cast<std::size_t>(y)] |= cells;
      for (int side = 0; side < 2; ++side) {
        const auto own = field.visible(table.colours[static_cast<std::size_t>(side)]);
        // Left and right neighbours of a run are single cells, so no side is counted twice.
        found.contacts[side] += count_bits<Row>(cells & own[y - 1]) + count_bits<Row>(cells & own[y + 1]) +
                                count_bits<Row>((cells << 1) & own[y]) + count_bits<Row>((cells >> 1) & own[y]);
      }
    }
    if (found.contacts[0] != found.contacts[1] && found.size >= kNeutralMinimum) {
      found.holder = found.contacts[1] > found.contacts[0];
    }
    visit(found);
  }
}

template <class Row>
Score score(const Field<Row>& field, const Table& table) {
  Score result;
  const int sides = table.rules.sides();
  std::array<int, kMaxSides> second{};
  for (int side = 0; side < sides; ++side) {
    if (table.colours[side] == kNoColour) continue;
    const Groups<Row> groups(field.visible(table.colours[side]), field.top(), field.bottom());
    const std::array<int, 2> sizes = groups.largest();
    result.points[side] = sizes[0];
    second[side] = sizes[1];
  }
  each_neutral_group(field, table, kNeutralMinimum, [&](const NeutralGroup<Row>& group) {
    if (group.holder >= 0) result.points[group.holder] += group.size;
  });
  result.over = table.over();
  if (!result.over) return result;
  const bool tie_break = table.rules.game == Game::kSchoko;
  const auto rank = [&](int side) { return result.points[side] * 256 + (tie_break ? second[side] : 0); };
  int best = 0;
  int holders = 1;
  for (int side = 1; side < sides; ++side) {
    if (rank(side) > rank(best)) {
      best = side;
      holders = 1;
    } else if (rank(side) == rank(best)) {
      ++holders;
    }
  }
  if (holders == 1) result.winner = best;
  return result;
}

}  // namespace tafelrunde::chocolate
