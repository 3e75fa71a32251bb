// What the evaluation sees of a position.
#pragma once

#include <array>
#include <cmath>

#include "chocolate/search/labels.hpp"
#include "chocolate/search/weights.hpp"
#include "chocolate/state.hpp"

namespace tafelrunde::chocolate {

using Traits = std::array<float, kTraits>;

namespace detail {

// The twelve cells around a place in a circle, from the top-left corner clockwise.
inline constexpr std::array<Cell, 12> kCircle{
    {{-1, -1}, {0, -1}, {1, -1}, {2, -1}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {-1, 2}, {-1, 1}, {-1, 0}}};
inline constexpr unsigned kCircleSides = 0b1101'1011'0110;  // those that touch the place with a side

// In how many pieces a circle of cells falls, pieces that are a corner alone not counted.
inline int count_arcs(unsigned circle) {
  // Corner cells that have no neighbour on the circle touch nothing.
  const unsigned beside = ((circle << 1) | (circle >> 11)) | ((circle >> 1) | (circle << 11));
  circle &= kCircleSides | beside;
  circle &= 0xfffU;
  if (circle == 0xfffU) return 1;
  const unsigned before = ((circle << 1) | (circle >> 11)) & 0xfffU;
  return std::popcount(circle & ~before);
}

}  // namespace detail

// The turns that a seat still has, as far as the stack can be shared equally.
inline int turns_left(const Table& table, int seat) {
  return table.hands[seat].size + table.stack_size() / table.rules.players;
}

// The largest group of a colour, and what lies around it.
template <class Row>
class Chief {
 public:
  Chief(const Field<Row>& field, const Pieces<Row>& pieces, std::uint8_t colour) : field_(field), colour_(colour) {
    const Groups<Row> groups(pieces.plane(colour), field.top(), field.bottom());
    int root = -1;
    for (int i = 0; i < groups.runs(); ++i) {
      if (groups.run(i).parent == i && groups.run(i).size > size_) {
        size_ = groups.run(i).size;
        root = i;
      }
    }
    for (int i = 0; i < groups.runs(); ++i) {
      if (root >= 0 && groups.group(i) == root) cells_[groups.run(i).y + kPad] |= groups.run(i).cells;
    }
    rest_ = groups.largest()[1];
  }

  // What a card in the second tier could take away at worst, and at how many places it could take four or more.
  void count_cuts(Pieces<Row>& pieces, int& worst, int& many) const {
    worst = many = 0;
    for (int y = field_.top(); y < field_.bottom(); ++y) {
      for (Row row = field_.second()[y]; row != 0; row &= row - 1) {
        const int loss = loss_at({lowest_bit(row), y}, pieces);
        worst = std::max(worst, loss);
        many += loss >= 4;
      }
    }
  }

  // Pieces that lie under a place of the second tier.
  int count_open() const {
    int n = 0;
    for (int y = field_.top(); y < field_.bottom(); ++y) {
      const Row wide = field_.second()[y] | (field_.second()[y] << 1);
      const Row above = field_.second()[y - 1] | (field_.second()[y - 1] << 1);
      n += count_bits<Row>(at(y) & (wide | above));
    }
    return n;
  }

  int count_liberties() const {
    int n = 0;
    for (int y = field_.top(); y < field_.bottom(); ++y) n += count_bits<Row>(beside(y) & ~field_.cover()[y]);
    return n;
  }

  // The groups of the colour with one cell or two between: the largest of them and all together.
  void count_joins(const Pieces<Row>& pieces, const Labels<Row>& labels, bool stacking, int& best, int& all) const {
    best = all = 0;
    std::array<Row, kRows> reach{};
    const auto own = pieces.plane(colour_);
    for (int y = field_.top(); y < field_.bottom(); ++y) {
      Row passable = ~field_.cover()[y];
      if (stacking) passable |= ~(field_.upper()[y] | field_.guarded()[y]) & ~own[y];
      reach[y + kPad] = beside(y) & passable;
    }
    std::array<std::uint64_t, 3> seen{};
    for (int y = field_.top(); y < field_.bottom(); ++y) {
      const Row* r = reach.data() + y + kPad;
      Row touched = (r[-1] | r[1] | (r[0] << 1) | (r[0] >> 1)) & own[y] & ~at(y);
      for (; touched != 0; touched &= touched - 1) {
        const int number = labels.number({lowest_bit(touched), y});
        std::uint64_t& word = seen[static_cast<std::size_t>(number / 64)];
        if ((word >> (number % 64) & 1) != 0) continue;
        word |= std::uint64_t{1} << (number % 64);
        best = std::max(best, int{labels.group(number).size});
        all += labels.group(number).size;
      }
    }
  }

 private:
  static constexpr int kPad = 2;
  static constexpr int kRows = Field<Row>::kSize + 2 * kPad;

  Row at(int y) const { return cells_[y + kPad]; }

  Row beside(int y) const { return (at(y - 1) | at(y + 1) | (at(y) << 1) | (at(y) >> 1)) & ~at(y); }

  bool has(Cell cell) const { return cell.x >= 0 && cell.x < kBits<Row> && (at(cell.y) >> cell.x & 1) != 0; }

  int loss_at(Cell place, Pieces<Row>& pieces) const {
    const Row under = Row{3} << place.x;
    const int taken = count_bits<Row>(at(place.y) & under) + count_bits<Row>(at(place.y + 1) & under);
    if (taken == 0) return 0;
    unsigned circle = 0;
    for (int i = 0; i < 12; ++i) {
      const Cell cell{place.x + detail::kCircle[i].x, place.y + detail::kCircle[i].y};
      circle |= static_cast<unsigned>(has(cell)) << i;
    }
    // What stays connected around the place is not cut.
    if (size_ - taken >= rest_ && detail::count_arcs(circle) <= 1) return taken;
    pieces.clear(place);
    const int left = Groups<Row>(pieces.plane(colour_), field_.top(), field_.bottom()).largest()[0];
    pieces.restore(field_, place);
    return size_ - left;
  }

  const Field<Row>& field_;
  std::uint8_t colour_;
  std::array<Row, kRows> cells_{};
  int size_ = 0;
  int rest_ = 0;
};

// The traits of every side.
template <class Row>
std::array<Traits, kMaxSides> traits_of(const State<Row>& state, const Colours& colours) {
  const Field<Row>& field = state.field;
  const Table& table = state.table;
  Pieces<Row> pieces(field);
  const Labels<Row> labels(pieces, field.top(), field.bottom(), colours);
  std::array<Traits, kMaxSides> all{};
  const bool draws_printed = table.rules.material().printed_smarties;
  std::array<bool, kMaxSides> stacks{};
  std::array<int, kMaxSides> armed{};  // stack cards at hand
  for (int seat = 0; seat < table.rules.players; ++seat) {
    const int side = table.rules.side(seat);
    Traits& traits = all[side];
    traits[kSmartiesHeld] += static_cast<float>(std::min(int{table.smarties[seat]}, turns_left(table, seat)));
    armed[side] += table.smarties[seat];
    stacks[side] = stacks[side] || table.smarties[seat] > 0 || (draws_printed && table.stack_size() > 0);
    for (const std::uint8_t card : table.hands[seat]) {
      if (card >= kTypes) continue;
      traits[kPrintedHeld] += kPrinted[card];
      stacks[side] = stacks[side] || kPrinted[card];
      armed[side] += kPrinted[card];
      if (colours.side[side] != kNoColour)
        traits[kPiecesHeld] += static_cast<float>(chocolate::pieces(card, colours.side[side]));
    }
  }
  const int next = table.rules.side(table.to_move);
  for (int side = 0; side < colours.sides; ++side) {
    Traits& traits = all[side];
    traits[kNextTurn] = side == next ? 1.0F : side == (next + 1) % colours.sides && colours.sides > 2 ? 0.5F : 0.0F;
    const std::uint8_t colour = colours.side[side];
    if (colour == kNoColour) continue;
    traits[kPointsNow] = static_cast<float>(labels.points(colours, side));
    traits[kLargest] = static_cast<float>(labels.largest(colour));
    traits[kSecondLargest] = static_cast<float>(labels.second_largest(colour));
    traits[kOtherPieces] =
        static_cast<float>(labels.pieces(colour) - labels.largest(colour) - labels.second_largest(colour));
    const Chief<Row> chief(field, pieces, colour);
    int best = 0;
    int joins = 0;
    chief.count_joins(pieces, labels, stacks[side], best, joins);
    traits[kBestJoin] = static_cast<float>(best);
    traits[kAllJoins] = static_cast<float>(joins);
    traits[kLiberties] = static_cast<float>(chief.count_liberties());
    bool threatened = false;
    int against = 0;
    for (int other = 0; other < colours.sides; ++other) {
      if (other == side) continue;
      threatened = threatened || stacks[other];
      against += armed[other];
    }
    if (!threatened) continue;
    traits[kOpenCells] = static_cast<float>(chief.count_open());
    int worst = 0;
    int many = 0;
    chief.count_cuts(pieces, worst, many);
    traits[kWorstCut] = static_cast<float>(worst);
    traits[kCutNext] = next != side && stacks[next] ? traits[kWorstCut] : 0.0F;
    traits[kCuts] = static_cast<float>(std::min(many, 8));
    traits[kCutPower] = static_cast<float>(worst * std::min(against, 2));
  }
  if (colours.neutral == kNoColour) return all;
  for (int i = 1; i < labels.groups(); ++i) {
    const Group& group = labels.group(i);
    if (group.colour != colours.neutral || group.size < 3) continue;
    const int lead = group.contacts[0] - group.contacts[1];
    if (lead == 0) continue;
    Traits& traits = all[lead > 0 ? 0 : 1];
    if (group.size < kNeutralMinimum) {
      traits[kGrowingNeutral] += group.size;
    } else {
      traits[kHeldNeutral] += static_cast<float>(std::min(std::abs(lead), 3));
      traits[kFirmNeutral] += static_cast<float>(group.size * std::min(std::abs(lead), 4)) / 4.0F;
    }
  }
  return all;
}

}  // namespace tafelrunde::chocolate
