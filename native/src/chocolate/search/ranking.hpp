// The points after every placing of a position, without playing a single one.
//
// A placing in the first tier only joins: the new size of a group is the card's own pieces of the colour (they always
// hang together) and the sizes of the groups they touch. One in the second tier takes four pieces away first, so the
// groups are numbered anew once a place, and every look of every card is asked from there.
#pragma once

#include <array>
#include <cstdint>

#include "chocolate/search/labels.hpp"
#include "chocolate/state.hpp"

namespace tafelrunde::chocolate {

using Points = std::array<int, kMaxSides>;

namespace detail {

// Corners count clockwise from the top-left one; the neighbours of corner q are 2q and 2q + 1, clockwise as well.
inline constexpr std::array<Cell, 8> kAround{{{-1, 0}, {0, -1}, {1, -1}, {2, 0}, {2, 1}, {1, 2}, {0, 2}, {-1, 1}}};

constexpr std::array<std::uint8_t, 16> make_spread() {
  std::array<std::uint8_t, 16> spread{};
  for (int corners = 0; corners < 16; ++corners) {
    for (int q = 0; q < 4; ++q) {
      if ((corners >> q & 1) != 0) spread[corners] |= static_cast<std::uint8_t>(3 << (2 * q));
    }
  }
  return spread;
}
// From a set of corners to the set of their outer neighbours.
inline constexpr std::array<std::uint8_t, 16> kSpread = make_spread();

struct LookCorners {
  std::array<std::uint8_t, kColours> of{};                            // corners of a colour
  std::array<std::array<std::uint8_t, kColours>, kColours> inside{};  // sides within the card between two colours
};

constexpr std::array<LookCorners, kLooks> make_corners() {
  std::array<LookCorners, kLooks> result{};
  for (int look = 0; look < kLooks; ++look) {
    const auto& colour = kLookTable[look].colour;
    for (int q = 0; q < 4; ++q) {
      result[look].of[colour[q]] |= static_cast<std::uint8_t>(1 << q);
      const int next = colour[(q + 1) % 4];
      if (next != colour[q]) {
        ++result[look].inside[colour[q]][next];
        ++result[look].inside[next][colour[q]];
      }
    }
  }
  return result;
}
inline constexpr std::array<LookCorners, kLooks> kCorners = make_corners();

}  // namespace detail

// What lies around one place.
struct Surroundings {
  std::array<std::uint8_t, 8> number;     // of the group of each neighbour, 0 for none
  std::array<std::uint8_t, 8> same;       // neighbours before this one in the same group
  std::array<std::uint8_t, kColours> of;  // neighbours of a colour

  template <class Row>
  Surroundings(const Labels<Row>& labels, Cell at) : same{}, of{} {
    for (int i = 0; i < 8; ++i) {
      const Cell cell{at.x + detail::kAround[i].x, at.y + detail::kAround[i].y};
      number[i] = static_cast<std::uint8_t>(labels.number(cell));
      if (number[i] == 0) continue;
      of[labels.group(number[i]).colour] |= static_cast<std::uint8_t>(1 << i);
      for (int j = 0; j < i; ++j) same[i] |= static_cast<std::uint8_t>((number[j] == number[i]) << j);
    }
  }

  // The neighbours that a look joins in a colour.
  unsigned joined(std::uint8_t look, int colour) const {
    return detail::kSpread[detail::kCorners[look].of[colour]] & of[colour];
  }

  bool fits(std::uint8_t look) const { return (joined(look, 0) | joined(look, 1) | joined(look, 2)) != 0; }

  // The size of the group that a look makes in a colour, 0 without a piece of it.
  template <class Row>
  int size(const Labels<Row>& labels, std::uint8_t look, int colour) const {
    const unsigned corners = detail::kCorners[look].of[colour];
    if (corners == 0) return 0;
    int n = std::popcount(corners);
    const unsigned touched = joined(look, colour);
    for (unsigned left = touched; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      if ((same[i] & touched) == 0) n += labels.group(number[i]).size;
    }
    return n;
  }

  // How the neutral points of both sides change with a look.
  template <class Row>
  std::array<int, 2> neutral_change(const Labels<Row>& labels, std::uint8_t look, const Colours& colours) const {
    const detail::LookCorners& corners = detail::kCorners[look];
    const int neutral = colours.neutral;
    const unsigned own = corners.of[neutral];
    const unsigned joining = joined(look, neutral);
    std::array<unsigned, 2> touching{};
    Group made{static_cast<std::uint8_t>(neutral), static_cast<std::int16_t>(std::popcount(own)), {}};
    for (int side = 0; side < 2; ++side) {
      const int colour = colours.side[side];
      touching[side] = detail::kSpread[corners.of[colour]] & of[neutral];
      made.contacts[side] = static_cast<std::int16_t>(corners.inside[neutral][colour] +
                                                      std::popcount(detail::kSpread[own] & unsigned{of[colour]}));
    }
    std::array<int, 2> change{};
    if (((touching[0] | touching[1]) | own) == 0) return change;
    for (unsigned left = of[neutral]; left != 0; left &= left - 1) {
      const int i = std::countr_zero(left);
      if (same[i] != 0) continue;
      unsigned members = 0;
      for (int j = i; j < 8; ++j) members |= static_cast<unsigned>(number[j] == number[i]) << j;
      const Group& before = labels.group(number[i]);
      Group after = before;
      for (int side = 0; side < 2; ++side) {
        after.contacts[side] =
            static_cast<std::int16_t>(after.contacts[side] + std::popcount(members & touching[side]));
      }
      if (const int holder = before.holder(); holder >= 0) change[holder] -= before.size;
      if ((members & joining) != 0) {
        made.size = static_cast<std::int16_t>(made.size + after.size);
        for (int side = 0; side < 2; ++side) {
          made.contacts[side] = static_cast<std::int16_t>(made.contacts[side] + after.contacts[side]);
        }
      } else if (const int holder = after.holder(); holder >= 0) {
        change[holder] += after.size;
      }
    }
    if (const int holder = made.holder(); holder >= 0) change[holder] += made.size;
    return change;
  }
};

// One placing with the points it leads to; `made` is the size of the group it makes in the colour of each side, and
// `touched` the number of pieces it joins in it.
struct Ranked {
  std::uint8_t look;
  std::uint8_t tier;
  Cell at;  // in the window
  Points points;
  Points made;
  Points touched;
};

// Calls visit(const Ranked&) for every legal placing of the cards, smarties on other cards and colours to announce left
// out; the field must not be empty.
template <class Row, class Visit>
void rank_placings(const State<Row>& state, const Choice& cards, const Colours& colours, Visit visit) {
  const Field<Row>& field = state.field;
  Pieces<Row> pieces(field);
  Labels<Row> labels(pieces, field.top(), field.bottom(), colours);
  const auto try_place = [&](const Labels<Row>& here, Cell at, int tier) {
    const Surroundings around(here, at);
    for (int card = 0; card < cards.size; ++card) {
      if (tier == 2 && !cards.second[card]) continue;
      for (int rotation = 0; rotation < kRotations; ++rotation) {
        Ranked ranked;
        ranked.look = static_cast<std::uint8_t>(cards.types[card] * kRotations + rotation);
        if (!around.fits(ranked.look)) continue;
        ranked.tier = static_cast<std::uint8_t>(tier);
        ranked.at = at;
        ranked.points = {};
        ranked.made = {};
        ranked.touched = {};
        for (int side = 0; side < colours.sides; ++side) {
          const int colour = colours.side[side];
          if (colour == kNoColour) continue;
          ranked.made[side] = around.size(here, ranked.look, colour);
          ranked.touched[side] = std::popcount(around.joined(ranked.look, colour));
          ranked.points[side] =
              std::max(here.largest(static_cast<std::uint8_t>(colour)), ranked.made[side]) + here.won(side % 2);
        }
        if (colours.neutral != kNoColour) {
          const std::array<int, 2> change = around.neutral_change(here, ranked.look, colours);
          ranked.points[0] += change[0];
          ranked.points[1] += change[1];
        }
        visit(std::as_const(ranked));
      }
    }
  };
  const bool stacking =
      std::find(cards.second.begin(), cards.second.begin() + cards.size, true) != cards.second.begin() + cards.size;
  for (int y = field.top(); y < field.bottom(); ++y) {
    for (Row row = field.first()[y]; row != 0; row &= row - 1) try_place(labels, {lowest_bit(row), y}, 1);
  }
  if (!stacking || field.second_count() == 0) return;
  for (int y = field.top(); y < field.bottom(); ++y) {
    for (Row row = field.second()[y]; row != 0; row &= row - 1) {
      const Cell at{lowest_bit(row), y};
      pieces.clear(at);
      labels.label(pieces, field.top(), field.bottom(), colours);
      try_place(labels, at, 2);
      pieces.restore(field, at);
    }
  }
}

}  // namespace tafelrunde::chocolate
