// How quick players deal with swaps: by the numbers of pieces that everybody hears.
#pragma once

#include "chocolate/search/policy.hpp"

namespace tafelrunde::chocolate {

// Answers an offer: with the card that shows the fewest own pieces if the offered one shows more, of equal ones with
// the card that shows most for the offerer.
inline Move quick_answer(const Table& table) {
  const std::uint8_t mine = table.colours[table.swap.to];
  const std::uint8_t theirs = table.colours[table.to_move];
  Move move;
  move.kind = Kind::kDecline;
  int least = pieces(table.swap.offered, mine);
  int most = 0;
  for (const std::uint8_t card : table.hands[table.swap.to]) {
    const int own = pieces(card, mine);
    const int shown = pieces(card, theirs);
    if (own < least || (own == least && move.kind == Kind::kCounter && shown > most)) {
      least = own;
      most = shown;
      move.kind = Kind::kCounter;
      move.card = card;
    }
  }
  return move;
}

// Accepts what shows more own pieces than the card it costs.
inline Move quick_verdict(const Table& table) {
  const std::uint8_t mine = table.colours[table.to_move];
  Move move;
  move.kind = pieces(table.swap.countered, mine) > pieces(table.swap.offered, mine) ? Kind::kAccept : Kind::kReject;
  return move;
}

// The move of a quick player, whatever is to be decided; it never offers a card itself.
template <class Row>
Move quick_move(const State<Row>& state, const Evaluator& evaluator, int again) {
  switch (state.table.swap.phase) {
    case Phase::kOffered: return quick_answer(state.table);
    case Phase::kCountered: return quick_verdict(state.table);
    case Phase::kNone: break;
  }
  return quick_turn(state, evaluator, Sight{}, again);
}

}  // namespace tafelrunde::chocolate
