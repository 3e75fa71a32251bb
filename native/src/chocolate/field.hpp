// The field of pieces, bit-parallel: one word a row, one plane a property.
//
// The planes live in a window of kSize x kSize cells. Cell (x, y) of the field is bit x + origin.x of row y + origin.y.
// The window follows the field: a card that would leave it makes all planes shift, and when the field has grown too
// large for the window `lay_first` refuses, the caller goes on with a wider field, and nothing is ever clipped. Two
// empty columns and rows are kept on the low side and one on the high side, so that every place beside the field is a
// bit.
//
// Two of the planes are answers kept up to date row by row as cards come: `first` has a bit for every place (top-left
// cell) where some card could go into the first tier if its colours fit, `second` the same for the second tier. What is
// left for one look of a card is a question of colours, answered by `fits` for one place or by moves.hpp for all.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>

#include "chocolate/bits.hpp"
#include "chocolate/cards.hpp"

namespace tafelrunde::chocolate {

struct Cell {
  int x;
  int y;
  friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

template <class Row>
class Field {
 public:
  static constexpr int kSize = kBits<Row>;
  static constexpr int kPad = 16;  // empty rows between planes: sweeps over blocks of rows need no bounds
  static constexpr int kMaxExtent = kSize - 3;

  // A plane to look at; rows -kPad to kSize + kPad - 1 may be read.
  class Plane {
   public:
    explicit Plane(const Row* rows) : rows_(rows) {}
    const Row& operator[](int row) const { return rows_[row]; }
    bool test(Cell at) const { return (rows_[at.y] >> at.x) & 1; }

   private:
    const Row* rows_;
  };

  Field() { plane(kFirst)[kStart] = Row{1} << kStart; }

  bool empty() const { return numbers_.cards == 0; }
  int cards() const { return numbers_.cards; }
  Plane visible(int colour) const { return Plane(plane(colour)); }
  Plane cover() const { return Plane(plane(kCover)); }    // covered by the first tier
  Plane upper() const { return Plane(plane(kUpper)); }    // covered by the second tier
  Plane guarded() const { return Plane(plane(kGuard)); }  // first-tier cards with a smartie, all their cells
  Plane places() const { return Plane(plane(kPlace)); }   // top-left cells of first-tier cards
  Plane first() const { return Plane(plane(kFirst)); }
  Plane second() const { return Plane(plane(kSecond)); }
  Plane targets() const { return Plane(plane(kTarget)); }  // places of cards that a smartie may secure
  int first_count() const { return numbers_.first; }
  int second_count() const { return numbers_.second; }
  int target_count() const { return numbers_.targets; }

  // Rows from `top` to `bottom` - 1 hold every bit of every plane.
  int top() const { return numbers_.low.y - 2; }
  int bottom() const { return numbers_.high.y + 2; }
  Cell low() const { return numbers_.low; }    // corners of the covered cells, in the window
  Cell high() const { return numbers_.high; }  // meaningless while empty

  Cell to_window(Cell cell) const { return {cell.x + numbers_.origin.x, cell.y + numbers_.origin.y}; }
  Cell to_field(Cell cell) const { return {cell.x - numbers_.origin.x, cell.y - numbers_.origin.y}; }
  static bool in_window(Cell cell) { return cell.x >= 0 && cell.x < kSize && cell.y >= 0 && cell.y < kSize; }
  // Whether two fields see the same cells in the same bits.
  bool same_window(const Field& other) const { return numbers_.origin == other.numbers_.origin; }

  // Whether one look fits in colour at a place of `first` or `second`.
  bool fits(std::uint8_t look, Cell at) const {
    if (empty()) return true;
    const std::array<std::uint8_t, 4>& c = kLookTable[look].colour;
    const int y = at.y;
    const Row here = Row{1} << at.x;
    const Row left = here >> 1;
    const Row next = here << 1;
    const Row right = next << 1;
    return ((plane(c[0])[y - 1] & here) | (plane(c[0])[y] & left) |       //
            (plane(c[1])[y - 1] & next) | (plane(c[1])[y] & right) |      //
            (plane(c[2])[y + 1] & right) | (plane(c[2])[y + 2] & next) |  //
            (plane(c[3])[y + 1] & left) | (plane(c[3])[y + 2] & here)) != 0;
  }

  // Lays a card on the first tier, its top-left cell at `at` (a place of `first`, in the window). Returns false and
  // changes nothing when the field would outgrow its window; may move the window, so cells must be converted anew.
  bool lay_first(std::uint8_t look, Cell at) {
    if (!make_room(at)) return false;
    paint(look, at);
    const Row cells = Row{3} << at.x;
    plane(kCover)[at.y] |= cells;
    plane(kCover)[at.y + 1] |= cells;
    plane(kPlace)[at.y] |= Row{1} << at.x;
    refresh_first(at.y - 2);
    refresh_second(at.y - 1);
    ++numbers_.cards;
    return true;
  }

  // Lays a card on the second tier (a place of `second`, in the window).
  void lay_second(std::uint8_t look, Cell at) {
    paint(look, at);
    const Row cells = Row{3} << at.x;
    plane(kUpper)[at.y] |= cells;
    plane(kUpper)[at.y + 1] |= cells;
    refresh_second(at.y - 1);
    ++numbers_.cards;
  }

  // Puts a smartie on the first-tier card at a place.
  void secure(Cell at) {
    const Row cells = Row{3} << at.x;
    plane(kGuard)[at.y] |= cells;
    plane(kGuard)[at.y + 1] |= cells;
    refresh_second(at.y - 1);
  }

  // Takes back a card that was laid at `at`, and a smartie on it: copies the rows around it from the field before,
  // which must have the same window.
  void restore(const Field& before, Cell at) {
    for (int i = 0; i < kPlaneCount; ++i) {
      std::memcpy(plane(i) + at.y - 3, before.plane(i) + at.y - 3, 8 * sizeof(Row));
    }
    numbers_ = before.numbers_;
  }

  // Whether one of the four cells of a place is covered by the first tier, and by the second.
  bool covers(Cell at) const { return meets(cover(), at); }
  bool is_built_over(Cell at) const { return meets(upper(), at); }

  // The k-th set bit of a plane, row by row.
  Cell nth(Plane plane, int k) const {
    int y = top();
    for (;; ++y) {
      const int here = count_bits(plane[y]);
      if (k < here) break;
      k -= here;
    }
    return {nth_bit(plane[y], k), y};
  }

  // The number of set bits of a plane before a cell, row by row.
  int rank(Plane plane, Cell at) const {
    int n = 0;
    for (int y = top(); y < at.y; ++y) n += count_bits(plane[y]);
    return n + count_bits(static_cast<Row>(plane[at.y] & ((Row{1} << at.x) - 1)));
  }

  // Moves the window of an empty field so that the cells from `low` to `high` (in field coordinates) come to lie in its
  // middle.
  void centre(Cell low, Cell high) {
    plane(kFirst)[kStart] = 0;
    numbers_.first = 0;
    numbers_.origin = {kStart - (low.x + high.x) / 2, kStart - (low.y + high.y) / 2};
  }

  // The same field with room for everything the rules allow.
  Field<Wide> widened() const;

 private:
  template <class>
  friend class Field;

  // The visible planes of the three colours come first.
  enum PlaneIndex : int { kCover = kColours, kUpper, kGuard, kPlace, kFirst, kSecond, kTarget, kPlaneCount };

  static constexpr int kStart = kSize / 2 - 1;
  static constexpr int kStride = kSize + kPad;

  struct Numbers {
    Cell origin{kStart, kStart};
    Cell low{kStart, kStart};
    Cell high{kStart, kStart};
    int first = 1;
    int second = 0;
    int targets = 0;
    int cards = 0;
  };

  // Sweeps: five rows around a card change in `first`, three in `second`; vectors like powers of two.
  static constexpr int kFirstSweep = sizeof(Row) == 4 ? 8 : 5;
  static constexpr int kSecondSweep = sizeof(Row) == 4 ? 4 : 3;

  static bool meets(Plane plane, Cell at) { return ((plane[at.y] | plane[at.y + 1]) & (Row{3} << at.x)) != 0; }

  void paint(std::uint8_t look, Cell at) {
    const Row keep = ~(Row{3} << at.x);
    for (int c = 0; c < kColours; ++c) {
      const std::array<std::uint8_t, 2> bits = kLookTable[look].bits[static_cast<std::size_t>(c)];
      Row& upper = plane(c)[at.y];
      Row& lower = plane(c)[at.y + 1];
      upper = (upper & keep) | (Row{bits[0]} << at.x);
      lower = (lower & keep) | (Row{bits[1]} << at.x);
    }
  }

  void refresh_first(int from) {
    Row* out = &plane(kFirst)[from];
    const Row* c = &plane(kCover)[from];
    numbers_.first -= count_rows<kFirstSweep>(out);
    for (int i = 0; i < kFirstSweep; ++i) {
      const Row above = c[i - 1];
      const Row a = c[i];
      const Row b = c[i + 1];
      const Row below = c[i + 2];
      const Row taken = a | (a >> 1) | b | (b >> 1);
      // The eight outer neighbours, clockwise from above the top-left piece; two of them must be covered.
      const Row n0 = above, n1 = above >> 1, n2 = a >> 2, n3 = b >> 2;
      const Row n4 = below >> 1, n5 = below, n6 = b << 1, n7 = a << 1;
      const Row p0 = n0 | n1, p1 = n2 | n3, p2 = n4 | n5, p3 = n6 | n7;
      const Row q0 = p0 | p1, q1 = p2 | p3;
      const Row two = (n0 & n1) | (n2 & n3) | (n4 & n5) | (n6 & n7) | (p0 & p1) | (p2 & p3) | (q0 & q1);
      out[i] = two & ~taken;
    }
    numbers_.first += count_rows<kFirstSweep>(out);
  }

  void refresh_second(int from) {
    Row* out = &plane(kSecond)[from];
    Row* goals = &plane(kTarget)[from];
    const Row* cover = &plane(kCover)[from];
    const Row* upper = &plane(kUpper)[from];
    const Row* guard = &plane(kGuard)[from];
    const Row* place = &plane(kPlace)[from];
    numbers_.second -= count_rows<kSecondSweep>(out);
    numbers_.targets -= count_rows<kSecondSweep>(goals);
    for (int i = 0; i < kSecondSweep; ++i) {
      const Row open = cover[i] & ~(upper[i] | guard[i]);
      const Row under = cover[i + 1] & ~(upper[i + 1] | guard[i + 1]);
      out[i] = open & (open >> 1) & under & (under >> 1) & ~place[i];
      const Row hidden = upper[i] & (upper[i] >> 1) & upper[i + 1] & (upper[i + 1] >> 1);
      goals[i] = place[i] & ~(guard[i] | hidden);
    }
    numbers_.second += count_rows<kSecondSweep>(out);
    numbers_.targets += count_rows<kSecondSweep>(goals);
  }

  // Sees to it that the covered cells and a new card at `at` lie in the window with their margins.
  bool make_room(Cell& at) {
    Cell low = at;
    Cell high{at.x + 1, at.y + 1};
    if (!empty()) {
      low = {std::min(low.x, numbers_.low.x), std::min(low.y, numbers_.low.y)};
      high = {std::max(high.x, numbers_.high.x), std::max(high.y, numbers_.high.y)};
    }
    if (low.x < 2 || low.y < 2 || high.x > kSize - 2 || high.y > kSize - 2) [[unlikely]] {
      if (high.x - low.x >= kMaxExtent || high.y - low.y >= kMaxExtent) return false;
      const Cell by{2 + (kSize - 4 - (high.x - low.x)) / 2 - low.x, 2 + (kSize - 4 - (high.y - low.y)) / 2 - low.y};
      move_window(by);
      at = {at.x + by.x, at.y + by.y};
      low = {low.x + by.x, low.y + by.y};
      high = {high.x + by.x, high.y + by.y};
    }
    numbers_.low = low;
    numbers_.high = high;
    return true;
  }

  void move_window(Cell by) {
    for (int i = 0; i < kPlaneCount; ++i) {
      std::array<Row, kSize> old;
      std::copy_n(plane(i), kSize, old.begin());
      std::fill_n(plane(i), kSize, Row{0});
      for (int y = std::max(0, by.y); y < std::min(kSize, kSize + by.y); ++y) {
        plane(i)[y] = shifted(old[static_cast<std::size_t>(y - by.y)], by.x);
      }
    }
    numbers_.origin = {numbers_.origin.x + by.x, numbers_.origin.y + by.y};
  }

  Row* plane(int index) { return rows_.data() + kPad + index * kStride; }
  const Row* plane(int index) const { return rows_.data() + kPad + index * kStride; }

  std::array<Row, kPlaneCount * kStride + kPad> rows_{};
  Numbers numbers_;
};

template <class Row>
Field<Wide> Field<Row>::widened() const {
  static_assert(sizeof(Row) < sizeof(Wide));
  constexpr int kBy = Field<Wide>::kStart - kStart;
  const auto moved = [](Cell cell) { return Cell{cell.x + kBy, cell.y + kBy}; };
  Field<Wide> wide;
  for (int i = 0; i < kPlaneCount; ++i) {
    std::fill_n(wide.plane(i), Field<Wide>::kSize, Wide{0});
    for (int y = 0; y < kSize; ++y) wide.plane(i)[y + kBy] = static_cast<Wide>(plane(i)[y]) << kBy;
  }
  wide.numbers_ = {moved(numbers_.origin), moved(numbers_.low), moved(numbers_.high), numbers_.first,
                   numbers_.second,        numbers_.targets,    numbers_.cards};
  return wide;
}

}  // namespace tafelrunde::chocolate
