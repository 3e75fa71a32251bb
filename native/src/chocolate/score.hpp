// Points and the winner, from the visible pieces alone.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "chocolate/groups.hpp"
#include "chocolate/table.hpp"

namespace tafelrunde::chocolate {

struct Score {
  bool over = false;
  std::array<int, kMaxSides> points{};
  std::array<int, kMaxSides> second{};  // sizes of second-largest groups where they break ties, 0 elsewhere
  int winner = -1;                      // the winning side; -1 while the game runs and for a draw
  unsigned leaders = 0;                 // at the end, bits of the winner or of the sides that share a draw
  unsigned tied = 0;                    // at the end, bits of the sides whose tie second groups were to break

  // Bits of those of some sides that have the most points, and of these the largest second groups.
  unsigned leading(unsigned among) const {
    std::array<int, 2> best{-1, -1};
    unsigned found = 0;
    for (int side = 0; side < kMaxSides; ++side) {
      if ((among >> side & 1) == 0) continue;
      const std::array<int, 2> rank{points[side], second[side]};
      if (rank > best) {
        best = rank;
        found = 0;
      }
      if (rank == best) found |= 1U << side;
    }
    return found;
  }
};

// A neutral group, how often each side's colour touches it, and the side it counts for (-1: nobody).
struct NeutralGroup {
  int root;  // its first run
  int size;
  std::array<int, 2> contacts;
  int holder;
};

// Calls visit(group, groups) for the neutral groups from top to bottom; `groups` has the runs of all of them.
template <class Row, class Visit>
void each_neutral_group(const Field<Row>& field, const Table& table, Visit visit) {
  const std::uint8_t neutral = table.neutral_colour();
  if (neutral == kNoColour) return;
  const Groups<Row> groups(field.visible(neutral), field.top(), field.bottom());
  std::array<std::array<int, 2>, Groups<Row>::kMaxRuns> contacts{};
  for (int i = 0; i < groups.runs(); ++i) {
    const Row cells = groups.run(i).cells;
    const int y = groups.run(i).y;
    for (int side = 0; side < 2; ++side) {
      const auto own = field.visible(table.colours[static_cast<std::size_t>(side)]);
      // Left and right neighbours of a run are single cells, so no side is counted twice.
      contacts[groups.group(i)][side] += count_bits<Row>(cells & own[y - 1]) + count_bits<Row>(cells & own[y + 1]) +
                                         count_bits<Row>(((cells << 1) | (cells >> 1)) & ~cells & own[y]);
    }
  }
  for (int root = 0; root < groups.runs(); ++root) {
    if (groups.group(root) != root) continue;
    const std::array<int, 2> touching = contacts[root];
    const int size = groups.run(root).size;
    const int holder = touching[0] == touching[1] || size < kNeutralMinimum ? -1 : int{touching[1] > touching[0]};
    visit(NeutralGroup{root, size, touching, holder}, groups);
  }
}

template <class Row>
Score score(const Field<Row>& field, const Table& table) {
  Score result;
  const int sides = table.rules.sides();
  const bool tie_break = table.rules.second_group_breaks_ties;
  for (int side = 0; side < sides; ++side) {
    if (table.colours[side] == kNoColour) continue;
    const Groups<Row> groups(field.visible(table.colours[side]), field.top(), field.bottom());
    const std::array<int, 2> sizes = groups.largest();
    result.points[side] = sizes[0];
    result.second[side] = tie_break ? sizes[1] : 0;
  }
  each_neutral_group(field, table, [&](const NeutralGroup& group, const Groups<Row>&) {
    if (group.holder >= 0) result.points[group.holder] += group.size;
  });
  result.over = table.over();
  if (!result.over) return result;
  result.leaders = result.leading((1U << sides) - 1);
  if (std::has_single_bit(result.leaders)) result.winner = std::countr_zero(result.leaders);
  if (!tie_break) return result;
  const int most = *std::max_element(result.points.begin(), result.points.begin() + sides);
  for (int side = 0; side < sides; ++side) result.tied |= result.points[side] == most ? 1U << side : 0;
  if (std::has_single_bit(result.tied)) result.tied = 0;
  return result;
}

}  // namespace tafelrunde::chocolate
