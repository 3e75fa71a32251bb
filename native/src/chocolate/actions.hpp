// The fixed action space of batches: every move of both games as three numbers, and back.
//
// The field is seen through a window of kSize x kSize cells (32 for a narrow field, 128 for a wide one) that is laid
// over the middle of the covered cells: along each axis its first cell is low - 2 - (kSize - 3 - extent) / 2, so that
// every place beside the field is inside as long as the field is at most kSize - 3 cells across. With 128 that is
// always so; with 32 a move that makes the field larger ends the match as truncated.
//
// An action is (what, smartie, colour):
//   what     ((slot * 4 + rotation) * 2 + tier - 1) * kSize^2 + row * kSize + column   a placing; slot counts the
//            different cards of the hand in the order of their texts, rotation how many letters the text of the card in
//            the hand is turned to the left (DDMW, DMWD, MWDD, WDDM), row and column are the window's
//            kPlacings = 32 * kSize^2, then:
//            kPlacings + 0                    pass
//            kPlacings + 1 + 4 * k + slot     offer a card to the seat k + 1 places further on (k 0 or 1)
//            kPlacings + 9                    decline
//            kPlacings + 10 + slot            counter with a card
//            kPlacings + 14, + 15             accept, reject
//            -1                               a turn drawn uniformly from all legal turns; a swap under way is refused
//   smartie  first-tier placings: 0 none, 1 on the card itself, 2 + k on the k-th target, row by row; else 0
//   colour   placings that announce: 0 D, 1 M, 2 W; else 3
// The three parts are independent but for one rule: in the second tier `smartie` is 0.
#pragma once

#include <cstdint>
#include <optional>

#include "chocolate/state.hpp"

namespace tafelrunde::chocolate {

inline constexpr std::int32_t kRandomAction = -1;
// ... and one that leaves a match of a batch as it is.
inline constexpr std::int32_t kNoAction = -2;

struct Action {
  std::int32_t what = kRandomAction;
  std::int32_t smartie = 0;
  std::int32_t colour = kNoColour;
};

inline constexpr int kSlots = kHandSize;
inline constexpr int kOtherActions = 16;
inline constexpr int kSmartieActions = 2 + kMaxDeck;

template <class Row>
struct ActionSpace {
  static constexpr int kSize = kBits<Row>;
  static constexpr int kCells = kSize * kSize;
  static constexpr int kPlacings = kSlots * kRotations * 2 * kCells;
  static constexpr int kActions = kPlacings + kOtherActions;
};

// How far a field must be moved so that its own window becomes the centred one.
template <class Row>
Cell centring(const Field<Row>& field) {
  constexpr int kRoom = Field<Row>::kMaxExtent;
  const auto along = [](int low, int high) { return 2 + (kRoom - (high - low + 1)) / 2 - low; };
  if (field.empty()) {
    const Cell start = field.to_window({0, 0});
    return {along(start.x, start.x + 1), along(start.y, start.y + 1)};
  }
  return {along(field.low().x, field.high().x), along(field.low().y, field.high().y)};
}

// The different cards of the seat that decides next: the slots of its actions.
inline Choice acting_cards(const Table& table) {
  return table.hands[static_cast<std::size_t>(table.actor())].different();
}

// The move an action stands for, legal or not; no value if it stands for none here.
template <class Row>
std::optional<Move> decode(const State<Row>& state, const Action& action);

// The action for a legal move.
template <class Row>
Action encode(const State<Row>& state, const Move& move);

extern template std::optional<Move> decode(const State<Narrow>&, const Action&);
extern template std::optional<Move> decode(const State<Wide>&, const Action&);
extern template Action encode(const State<Narrow>&, const Move&);
extern template Action encode(const State<Wide>&, const Move&);

}  // namespace tafelrunde::chocolate
