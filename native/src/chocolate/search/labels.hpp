// Every visible piece with the number of its group: what a search asks of a field again and again, counted once.
#pragma once

#include <array>
#include <cstdint>

#include "chocolate/groups.hpp"
#include "chocolate/table.hpp"

namespace tafelrunde::chocolate {

// The colours of the sides and the one that is nobody's, as they are or as they would be after an announcement.
struct Colours {
  std::array<std::uint8_t, kMaxSides> side{kNoColour, kNoColour, kNoColour};
  std::uint8_t neutral = kNoColour;
  int sides = 2;
  unsigned played = 0;  // bits of all colours of the game

  explicit Colours(const Table& table)
      : side(table.colours),
        neutral(table.neutral_colour()),
        sides(table.rules.sides()),
        played(table.rules.material().colours) {}
};

// The visible pieces by colour, to be changed freely.
template <class Row>
class Pieces {
 public:
  explicit Pieces(const Field<Row>& field) {
    for (int c = 0; c < kColours; ++c) {
      for (int y = std::max(field.top(), -kPad); y < std::min(field.bottom(), kSize + kPad); ++y) {
        rows_[c][y + kPad] = field.visible(c)[y];
      }
    }
  }

  typename Field<Row>::Plane plane(int colour) const { return typename Field<Row>::Plane(rows_[colour].data() + kPad); }

  // Takes away the four pieces at a place; `restore` puts back what another field shows there.
  void clear(Cell at) {
    const Row keep = ~(Row{3} << at.x);
    for (auto& rows : rows_) {
      rows[at.y + kPad] &= keep;
      rows[at.y + 1 + kPad] &= keep;
    }
  }

  void restore(const Field<Row>& field, Cell at) {
    for (int c = 0; c < kColours; ++c) {
      rows_[c][at.y + kPad] = field.visible(c)[at.y];
      rows_[c][at.y + 1 + kPad] = field.visible(c)[at.y + 1];
    }
  }

 private:
  static constexpr int kSize = Field<Row>::kSize;
  static constexpr int kPad = 2;

  std::array<std::array<Row, kSize + 2 * kPad>, kColours> rows_{};
};

struct Group {
  std::uint8_t colour = kNoColour;
  std::int16_t size = 0;
  std::array<std::int16_t, 2> contacts{};  // of a neutral group with the colour of each side

  // The side that a neutral group scores for, -1 for none.
  int holder() const {
    if (size < kNeutralMinimum || contacts[0] == contacts[1]) return -1;
    return contacts[1] > contacts[0];
  }
};

template <class Row>
class Labels {
 public:
  static constexpr int kMaxGroups = kColours * kMaxDeck + 1;

  Labels(const Pieces<Row>& pieces, int top, int bottom, const Colours& colours) {
    label(pieces, top, bottom, colours);
  }

  // Numbers all groups anew; 0 is the number of an empty cell.
  void label(const Pieces<Row>& pieces, int top, int bottom, const Colours& colours) {
    numbers_.fill(0);
    count_ = 1;
    sizes_ = {};
    won_ = {};
    for (int c = 0; c < kColours; ++c) {
      if ((colours.played >> c & 1) == 0) continue;
      label_colour(pieces, top, bottom, c, colours);
    }
  }

  const Group& group(int number) const { return groups_[number]; }
  int groups() const { return count_; }  // one more than the highest number
  int number(Cell at) const { return numbers_[index(at)]; }
  int largest(std::uint8_t colour) const { return sizes_[colour][0]; }
  int second_largest(std::uint8_t colour) const { return sizes_[colour][1]; }
  int pieces(std::uint8_t colour) const { return sizes_[colour][2]; }
  // What a side's neutral groups count.
  int won(int side) const { return won_[side]; }

  int points(const Colours& colours, int side) const {
    return colours.side[side] == kNoColour ? 0 : sizes_[colours.side[side]][0] + won_[side];
  }

 private:
  static constexpr int kSize = Field<Row>::kSize;
  static constexpr int kPad = 3;  // places beside the field have neighbours outside the window
  static constexpr int kStride = kSize + 2 * kPad;

  static std::size_t index(Cell at) { return static_cast<std::size_t>((at.y + kPad) * kStride + at.x + kPad); }

  void label_colour(const Pieces<Row>& pieces, int top, int bottom, int colour, const Colours& colours) {
    const Groups<Row> runs(pieces.plane(colour), top, bottom);
    const bool neutral = colour == colours.neutral;
    std::array<std::uint8_t, Groups<Row>::kMaxRuns> number_of;
    const int first = count_;
    for (int i = 0; i < runs.runs(); ++i) {
      const int root = runs.group(i);
      if (root == i) {
        number_of[i] = static_cast<std::uint8_t>(count_);
        groups_[count_++] = {static_cast<std::uint8_t>(colour), runs.run(i).size, {}};
      }
      const std::uint8_t number = number_of[root];
      const int y = runs.run(i).y;
      const Row cells = runs.run(i).cells;
      for (Row left = cells; left != 0; left &= left - 1) numbers_[index({lowest_bit(left), y})] = number;
      if (!neutral) continue;
      for (int side = 0; side < 2; ++side) {
        const auto own = pieces.plane(colours.side[side]);
        // Left and right neighbours of a run are single cells, so no side of a piece is counted twice.
        groups_[number].contacts[side] = static_cast<std::int16_t>(
            groups_[number].contacts[side] + count_bits<Row>(cells & own[y - 1]) + count_bits<Row>(cells & own[y + 1]) +
            count_bits<Row>((cells << 1) & own[y]) + count_bits<Row>((cells >> 1) & own[y]));
      }
    }
    std::array<int, 3>& sizes = sizes_[colour];
    for (int i = first; i < count_; ++i) {
      const int size = groups_[i].size;
      sizes[1] = std::max(sizes[1], std::min(sizes[0], size));
      sizes[0] = std::max(sizes[0], size);
      sizes[2] += size;
      if (!neutral) continue;
      if (const int holder = groups_[i].holder(); holder >= 0) won_[holder] += size;
    }
  }

  std::array<std::uint8_t, kStride * kStride> numbers_;
  std::array<Group, kMaxGroups> groups_;
  int count_ = 1;
  std::array<std::array<int, 3>, kColours> sizes_{};  // of the largest and the second largest group, and all together
  std::array<int, kMaxSides> won_{};
};

}  // namespace tafelrunde::chocolate
