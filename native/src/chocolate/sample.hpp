// A legal turn drawn uniformly, without listing the legal turns.
//
// A turn is drawn from a superset that needs no colours: any look of the hand on any place of the field's `first` or
// `second` plane, any way to spend a smartie. If its colours do not fit it is drawn again: what comes out is uniform
// over the legal turns, and about two draws in three are good. After kDraws misses the legal turns are counted, which
// finds out whether a card fits at all, and the turn is selected by its number.
#pragma once

#include "chocolate/state.hpp"

namespace tafelrunde::chocolate {

namespace detail {

inline constexpr int kDraws = 12;

// The placing on one place, spending a smartie in way number `way` (0 not at all, 1 on the card itself, then on targets
// row by row), with a random colour where one is announced.
template <class Row>
Move make_placing(const State<Row>& state, std::uint8_t look, int tier, Cell at, int way, Rng& rng) {
  Move move;
  move.kind = Kind::kPlace;
  move.look = look;
  move.tier = static_cast<std::uint8_t>(tier);
  const Cell cell = state.field.to_field(at);
  move.x = static_cast<std::int16_t>(cell.x);
  move.y = static_cast<std::int16_t>(cell.y);
  if (way == 1) {
    move.smartie = Smartie::kSelf;
  } else if (way > 1) {
    const Cell target = state.field.to_field(state.field.nth(state.field.targets(), way - 2));
    move.smartie = Smartie::kOther;
    move.u = static_cast<std::int16_t>(target.x);
    move.v = static_cast<std::int16_t>(target.y);
  }
  if (const unsigned free = state.table.announceable(); free != 0) [[unlikely]] {
    const auto which = static_cast<int>(rng.below(static_cast<std::uint32_t>(std::popcount(free))));
    move.colour = static_cast<std::uint8_t>(nth_bit(free, which));
  }
  return move;
}

// Counts the legal placings and selects one; a pass if there is none.
template <class Row>
Move counted_turn(const State<Row>& state, const Choice& choice, Rng& rng) {
  const PlaceCount places = count_places(state.field, choice);
  const int ways = state.smartie_ways();
  const int total = places.first * ways + places.second;
  if (total == 0) return {};
  int left = static_cast<int>(rng.below(static_cast<std::uint32_t>(total)));
  Move move;
  bool found = false;
  sweep_places(state.field, choice, [&](std::uint8_t look, int tier, int y, const std::array<Row, kSweep>& rows) {
    if (found) return;
    const int weight = tier == 1 ? ways : 1;
    const int here = count_block(rows) * weight;
    if (left >= here) {
      left -= here;
      return;
    }
    int k = left / weight;
    int i = 0;
    for (; k >= count_bits(rows[i]); ++i) k -= count_bits(rows[i]);
    move = make_placing(state, look, tier, {nth_bit(rows[i], k), y + i}, left % weight, rng);
    found = true;
  });
  return move;
}

}  // namespace detail

// A legal turn, every one as likely as every other; a pass where no card fits. The game must not be over and no swap
// under way.
template <class Row>
Move random_turn(const State<Row>& state, Rng& rng) {
  const Field<Row>& field = state.field;
  const Choice choice = state.choice();
  const int ways = state.smartie_ways();
  const int first = field.first_count() * ways;
  const int looks = kRotations * choice.size;
  int stacking = 0;
  for (int i = 0; i < choice.size; ++i) stacking += choice.second[i] ? kRotations : 0;
  const int total = looks * first + stacking * field.second_count();
  if (total == 0) return {};
  for (int draw = 0; draw < detail::kDraws; ++draw) {
    int k = static_cast<int>(rng.below(static_cast<std::uint32_t>(total)));
    if (k < looks * first) {
      const int index = k / first;
      k -= index * first;
      const auto look = static_cast<std::uint8_t>(choice.types[index / kRotations] * kRotations + index % kRotations);
      const Cell at = field.nth(field.first(), k / ways);
      if (field.fits(look, at)) return detail::make_placing(state, look, 1, at, k % ways, rng);
    } else {
      k -= looks * first;
      const int index = k / field.second_count();
      int card = 0;
      for (int left = index / kRotations; left > 0 || !choice.second[card]; ++card) left -= choice.second[card];
      const auto look = static_cast<std::uint8_t>(choice.types[card] * kRotations + index % kRotations);
      const Cell at = field.nth(field.second(), k % field.second_count());
      if (field.fits(look, at)) return detail::make_placing(state, look, 2, at, 0, rng);
    }
  }
  return detail::counted_turn(state, choice, rng);
}

// The same where a swap may be under way: it is refused.
template <class Row>
Move random_move(const State<Row>& state, Rng& rng) {
  Move refusal;
  switch (state.table.swap.phase) {
    case Phase::kOffered: refusal.kind = Kind::kDecline; return refusal;
    case Phase::kCountered: refusal.kind = Kind::kReject; return refusal;
    case Phase::kNone: break;
  }
  return random_turn(state, rng);
}

}  // namespace tafelrunde::chocolate
