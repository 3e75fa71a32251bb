// All legal places of cards at once: colour masks by shifts, one sweep over the rows for a whole hand.
//
// For a card with its top-left cell at x of row y, piece i has two outer neighbours; the mask `touch[i][c]` has bit x
// set when one of them shows colour c. A look with colours c0 c1 c2 c3 fits where
//     touch[0][c0] | touch[1][c1] | touch[2][c2] | touch[3][c3]
// meets the field's `first` or `second` plane. The upper two and the lower two pieces are joined beforehand (nine pairs
// each), so that a look costs one OR and one AND a row and tier.
#pragma once

#include "chocolate/field.hpp"

namespace tafelrunde::chocolate {

inline constexpr int kSweep = 8;  // rows in one step of a sweep

// Calls visit(look, tier, y, rows) for every look of the choice with its legal places in the eight rows from y on, in a
// field that is not empty; rows[i] has the places of row y + i.
template <class Row, class Visit>
inline void sweep_block(const Field<Row>& field, const Choice& choice, int y, Visit visit) {
  using Rows = std::array<Row, kSweep>;
  std::array<Rows, 9> upper;
  std::array<Rows, 9> lower;
  std::array<std::array<Rows, kColours>, 4> touch;
  for (int c = 0; c < kColours; ++c) {
    const Row* v = &field.visible(c)[y];
    for (int i = 0; i < kSweep; ++i) {
      touch[0][c][i] = v[i - 1] | (v[i] << 1);
      touch[1][c][i] = (v[i - 1] >> 1) | (v[i] >> 2);
      touch[2][c][i] = (v[i + 1] >> 2) | (v[i + 2] >> 1);
      touch[3][c][i] = (v[i + 1] << 1) | v[i + 2];
    }
  }
  for (int a = 0; a < kColours; ++a) {
    for (int b = 0; b < kColours; ++b) {
      for (int i = 0; i < kSweep; ++i) {
        upper[3 * a + b][i] = touch[0][a][i] | touch[1][b][i];
        lower[3 * a + b][i] = touch[2][a][i] | touch[3][b][i];
      }
    }
  }
  const Row* first = &field.first()[y];
  const Row* second = &field.second()[y];
  for (int card = 0; card < choice.size; ++card) {
    for (int rotation = 0; rotation < kRotations; ++rotation) {
      const auto look = static_cast<std::uint8_t>(choice.types[card] * kRotations + rotation);
      const Rows& up = upper[kLookTable[look].upper_pair];
      const Rows& low = lower[kLookTable[look].lower_pair];
      Rows rows;
      for (int i = 0; i < kSweep; ++i) rows[i] = (up[i] | low[i]) & first[i];
      visit(look, 1, y, rows);
      if (choice.second[card]) {
        for (int i = 0; i < kSweep; ++i) rows[i] = (up[i] | low[i]) & second[i];
        visit(look, 2, y, rows);
      }
    }
  }
}

// The same for all rows: blocks from top to bottom, in a block card by card.
template <class Row, class Visit>
inline void sweep_places(const Field<Row>& field, const Choice& choice, Visit visit) {
  if (field.empty()) {
    const Cell start = field.to_window({0, 0});
    std::array<Row, kSweep> rows{};
    rows[0] = field.first()[start.y];
    for (int card = 0; card < choice.size; ++card) {
      for (int rotation = 0; rotation < kRotations; ++rotation) {
        visit(static_cast<std::uint8_t>(choice.types[card] * kRotations + rotation), 1, start.y, rows);
      }
    }
    return;
  }
  for (int y = field.top(); y < field.bottom(); y += kSweep) sweep_block(field, choice, y, visit);
}

template <class Row>
inline int count_block(const std::array<Row, kSweep>& rows) {
  return count_rows<kSweep>(rows.data());
}

// How many legal places all looks of a choice have, by tier.
struct PlaceCount {
  int first = 0;
  int second = 0;
};

template <class Row>
inline PlaceCount count_places(const Field<Row>& field, const Choice& choice) {
  PlaceCount count;
  sweep_places(field, choice, [&](std::uint8_t, int tier, int, const std::array<Row, kSweep>& rows) {
    (tier == 1 ? count.first : count.second) += count_block(rows);
  });
  return count;
}

}  // namespace tafelrunde::chocolate
