// Why a move is illegal. The texts are for people; a legal move has none.
#pragma once

#include "chocolate/state.hpp"

namespace tafelrunde::chocolate {

namespace detail {

template <class Row>
const char* securing_objection(const State<Row>& state, const Move& move) {
  const Table& table = state.table;
  if (move.smartie == Smartie::kNone) return nullptr;
  if (table.smarties[table.to_move] == 0) return "no smartie is left";
  if (move.smartie == Smartie::kSelf) return nullptr;
  const Field<Row>& field = state.field;
  const Cell target = field.to_window({move.u, move.v});
  if (!Field<Row>::in_window(target) || !field.places().test(target)) return "no card of the first tier lies there";
  if (field.guarded().test(target)) return "that card has a smartie already";
  return field.targets().test(target) ? nullptr : "that card is wholly covered";
}

template <class Row>
const char* placing_objection(const State<Row>& state, const Move& move) {
  const Table& table = state.table;
  const Field<Row>& field = state.field;
  if (table.hands[table.to_move].count(type_of(move.look)) == 0) return "that card is not in the hand";
  const unsigned free = table.announceable();
  if (free == 0 && move.colour != kNoColour) return "no colour is announced with this turn";
  if (free != 0 && move.colour == kNoColour) return "this turn announces a colour";
  if (free != 0 && (free >> move.colour & 1) == 0) return "that colour cannot be chosen";
  if (move.tier == 2 && !table.may_stack(type_of(move.look))) return "no smartie for a card in the second tier";
  if (move.tier == 2 && move.smartie != Smartie::kNone) return "a turn spends one smartie at most";
  const Cell at = field.to_window({move.x, move.y});
  if (field.empty() && (move.tier != 1 || move.x != 0 || move.y != 0)) {
    return "the first card lies at 0,0 in the first tier";
  }
  if (!Field<Row>::in_window(at) || !(move.tier == 1 ? field.first() : field.second()).test(at)) {
    return move.tier == 1 ? "it must lie on four empty cells and touch at least two pieces side to side"
                          : "it must lie on at least two cards without smarties that carry all of it";
  }
  if (!field.fits(move.look, at)) return "at least one piece must touch one of the same colour";
  return securing_objection(state, move);
}

template <class Row>
const char* swap_objection(const State<Row>& state, const Move& move) {
  const Table& table = state.table;
  const Swap& swap = table.swap;
  if (move.kind == Kind::kOffer) {
    if (!table.rules.swap) return "cards are not swapped in this game";
    if (swap.phase != Phase::kNone) return "a swap is being negotiated";
    if (table.swap_used) return "only one card may be offered in a turn";
    if (!table.colours_known()) return "cards are swapped once every colour is known";
    if (move.seat == table.to_move || move.seat >= table.rules.players) return "a card is offered to another seat";
    return table.hands[table.to_move].count(move.card) > 0 ? nullptr : "that card is not in the hand";
  }
  if (swap.phase == Phase::kNone) return "no card is on offer";
  const bool answering = swap.phase == Phase::kOffered;
  if (move.kind == Kind::kAccept || move.kind == Kind::kReject) {
    return answering ? "the offer has not been answered yet" : nullptr;
  }
  if (!answering) return "the offer has been answered already";
  if (move.kind == Kind::kCounter && table.hands[swap.to].count(move.card) == 0) return "that card is not in the hand";
  return nullptr;
}

}  // namespace detail

// Why a move is illegal here, or null.
template <class Row>
const char* objection(const State<Row>& state, const Move& move) {
  if (state.table.over()) return "the game is over";
  if (move.kind != Kind::kPlace && move.kind != Kind::kPass) return detail::swap_objection(state, move);
  if (state.table.swap.phase != Phase::kNone) return "a swap is being negotiated";
  if (move.kind == Kind::kPlace) return detail::placing_objection(state, move);
  return state.count_placings() > 0 ? "a card of the hand fits" : nullptr;
}

}  // namespace tafelrunde::chocolate
