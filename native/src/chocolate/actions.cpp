#include "chocolate/actions.hpp"

namespace tafelrunde::chocolate {
namespace {

enum Other : int {
  kPassAction = 0,
  kOfferAction = 1,
  kDeclineAction = 9,
  kCounterAction = 10,
  kAcceptAction = 14,
  kRejectAction = 15,
};

std::optional<Move> decode_other(const Table& table, int number) {
  const Choice cards = acting_cards(table);
  Move move;
  const auto card_move = [&](Kind kind, int slot) -> std::optional<Move> {
    if (slot >= cards.size) return {};
    move.kind = kind;
    move.card = cards.types[slot];
    return move;
  };
  if (number == kPassAction) return move;
  if (number < kDeclineAction) {
    const int k = (number - kOfferAction) / kSlots;
    move.seat = static_cast<std::uint8_t>((table.to_move + k + 1) % table.rules.players);
    return card_move(Kind::kOffer, (number - kOfferAction) % kSlots);
  }
  if (number >= kCounterAction && number < kAcceptAction) return card_move(Kind::kCounter, number - kCounterAction);
  move.kind = number == kDeclineAction ? Kind::kDecline : number == kAcceptAction ? Kind::kAccept : Kind::kReject;
  return move;
}

int slot_of(const Table& table, std::uint8_t type) {
  const Choice cards = acting_cards(table);
  int slot = 0;
  while (slot < cards.size && cards.types[slot] != type) ++slot;
  return slot;
}

int encode_other(const Table& table, const Move& move) {
  switch (move.kind) {
    case Kind::kOffer: {
      const int k = (move.seat - table.to_move + table.rules.players) % table.rules.players - 1;
      return kOfferAction + kSlots * k + slot_of(table, move.card);
    }
    case Kind::kDecline: return kDeclineAction;
    case Kind::kCounter: return kCounterAction + slot_of(table, move.card);
    case Kind::kAccept: return kAcceptAction;
    case Kind::kReject: return kRejectAction;
    default: return kPassAction;
  }
}

}  // namespace

template <class Row>
std::optional<Move> decode(const State<Row>& state, const Action& action) {
  using Space = ActionSpace<Row>;
  const bool plain = action.smartie == 0 && action.colour == kNoColour;
  if (action.what < 0 || action.what >= Space::kActions) return {};
  if (action.what >= Space::kPlacings) {
    if (!plain) return {};
    return decode_other(state.table, action.what - Space::kPlacings);
  }
  if (action.colour < 0 || action.colour > kNoColour || action.smartie < 0) return {};
  const int cell = action.what % Space::kCells;
  const int layer = action.what / Space::kCells;
  const int slot = layer / (2 * kRotations);
  const Choice cards = acting_cards(state.table);
  if (slot >= cards.size) return {};
  const Cell by = centring(state.field);
  const Cell at = state.field.to_field({cell % Space::kSize - by.x, cell / Space::kSize - by.y});
  Move move;
  move.kind = Kind::kPlace;
  move.look = static_cast<std::uint8_t>(cards.types[slot] * kRotations + layer / 2 % kRotations);
  move.tier = static_cast<std::uint8_t>(1 + layer % 2);
  move.colour = static_cast<std::uint8_t>(action.colour);
  move.x = static_cast<std::int16_t>(at.x);
  move.y = static_cast<std::int16_t>(at.y);
  if (action.smartie == 1) {
    move.smartie = Smartie::kSelf;
  } else if (action.smartie > 1) {
    if (action.smartie - 2 >= state.field.target_count()) return {};
    const Cell target = state.field.to_field(state.field.nth(state.field.targets(), action.smartie - 2));
    move.smartie = Smartie::kOther;
    move.u = static_cast<std::int16_t>(target.x);
    move.v = static_cast<std::int16_t>(target.y);
  }
  return move;
}

template <class Row>
Action encode(const State<Row>& state, const Move& move) {
  using Space = ActionSpace<Row>;
  if (move.kind != Kind::kPlace) return {Space::kPlacings + encode_other(state.table, move), 0, kNoColour};
  const Cell by = centring(state.field);
  const Cell at = state.field.to_window({move.x, move.y});
  const int slot = slot_of(state.table, type_of(move.look));
  const int layer = (slot * kRotations + move.look % kRotations) * 2 + move.tier - 1;
  Action action;
  action.what = layer * Space::kCells + (at.y + by.y) * Space::kSize + at.x + by.x;
  action.colour = move.colour;
  if (move.smartie == Smartie::kSelf) action.smartie = 1;
  if (move.smartie == Smartie::kOther) {
    action.smartie = 2 + state.field.rank(state.field.targets(), state.field.to_window({move.u, move.v}));
  }
  return action;
}

template std::optional<Move> decode(const State<Narrow>&, const Action&);
template std::optional<Move> decode(const State<Wide>&, const Action&);
template Action encode(const State<Narrow>&, const Move&);
template Action encode(const State<Wide>&, const Move&);

}  // namespace tafelrunde::chocolate
