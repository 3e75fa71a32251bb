// A running game in one width of field: which moves are legal, what they do, how a random one is drawn.
//
// States are copied rather than unmade: a narrow one is small. Whatever can make the field outgrow its window returns
// false and changes nothing; the caller goes on with `widened()`.
#pragma once

#include "chocolate/move.hpp"
#include "chocolate/moves.hpp"
#include "chocolate/score.hpp"
#include "chocolate/table.hpp"

namespace tafelrunde::chocolate {

template <class Row>
class State {
 public:
  Field<Row> field;
  Table table;

  State() = default;
  explicit State(const Table& start) : table(start) {}

  // The different cards of the hand on turn.
  Choice choice() const {
    Choice result = table.hands[table.to_move].different();
    for (int i = 0; i < result.size; ++i) result.second[i] = table.may_stack(result.types[i]);
    return result;
  }

  // In how many ways a first-tier placing can go with a smartie or without.
  int smartie_ways() const { return table.smarties[table.to_move] > 0 ? 2 + field.target_count() : 1; }

  // In how many ways a colour can be announced with a placing, one where none is.
  int colour_ways() const {
    const unsigned free = table.announceable();
    return free == 0 ? 1 : std::popcount(free);
  }

  // The number of placings; a pass is not counted.
  std::int64_t count_placings() const {
    const PlaceCount places = count_places(field, choice());
    return (std::int64_t{places.first} * smartie_ways() + places.second) * colour_ways();
  }

  // The number of legal moves, swap actions left out.
  std::int64_t count_turns() const {
    if (table.over() || table.swap.phase != Phase::kNone) return 0;
    return std::max<std::int64_t>(count_placings(), 1);
  }

  // Calls visit(move) for every legal placing, in no promised order.
  template <class Visit>
  void each_placing(Visit visit) const;

  // The same for the placings of one look on one place of the window: all colours to announce, all ways with smarties.
  template <class Visit>
  void each_way(std::uint8_t look, int tier, Cell at, Visit visit) const;

  // Plays a legal move. False: the field would outgrow its window, nothing changed.
  template <bool kHashed>
  bool play(const Move& move);

  std::uint64_t fresh_hash() const {
    std::uint64_t h = table.fresh_hash();
    for (int i = 0; i < table.lying; ++i) {
      const Placed& card = table.cards[i];
      if (is_secured(card)) h ^= Table::secured_key(card.x, card.y);
    }
    return h;
  }

  // Whether a smartie was put on a lying first-tier card; printed ones and those of the second tier do not count.
  bool is_secured(const Placed& card) const {
    return card.tier == 1 && !kPrinted[type_of(card.look)] && field.guarded().test(field.to_window({card.x, card.y}));
  }

  Score score() const { return chocolate::score(field, table); }

  State<Wide> widened() const {
    State<Wide> wide(table);
    wide.field = field.widened();
    return wide;
  }

 private:
  template <bool kHashed>
  bool lay(const Move& move);
};

template <class Row>
template <class Visit>
void State<Row>::each_way(std::uint8_t look, int tier, Cell at, Visit visit) const {
  const Cell cell = field.to_field(at);
  const unsigned free = table.announceable();
  Move move;
  move.kind = Kind::kPlace;
  move.look = look;
  move.tier = static_cast<std::uint8_t>(tier);
  move.x = static_cast<std::int16_t>(cell.x);
  move.y = static_cast<std::int16_t>(cell.y);
  for (unsigned left = free == 0 ? 1U << kNoColour : free; left != 0; left &= left - 1) {
    move.colour = static_cast<std::uint8_t>(std::countr_zero(left));
    move.smartie = Smartie::kNone;
    move.u = move.v = 0;
    visit(std::as_const(move));
    if (tier == 2 || table.smarties[table.to_move] == 0) continue;
    move.smartie = Smartie::kSelf;
    visit(std::as_const(move));
    move.smartie = Smartie::kOther;
    for (int y = field.top(); y < field.bottom(); ++y) {
      for (Row row = field.targets()[y]; row != 0; row &= row - 1) {
        const Cell target = field.to_field({lowest_bit(row), y});
        move.u = static_cast<std::int16_t>(target.x);
        move.v = static_cast<std::int16_t>(target.y);
        visit(std::as_const(move));
      }
    }
  }
}

template <class Row>
template <class Visit>
void State<Row>::each_placing(Visit visit) const {
  sweep_places(field, choice(), [&](std::uint8_t look, int tier, int y, const std::array<Row, kSweep>& rows) {
    for (int i = 0; i < kSweep; ++i) {
      for (Row row = rows[i]; row != 0; row &= row - 1) each_way(look, tier, {lowest_bit(row), y + i}, visit);
    }
  });
}

template <class Row>
template <bool kHashed>
bool State<Row>::lay(const Move& move) {
  const std::uint8_t type = type_of(move.look);
  const int seat = table.to_move;
  if (move.tier == 1) {
    if (!field.lay_first(move.look, field.to_window({move.x, move.y}))) return false;
    if (kPrinted[type]) {
      field.secure(field.to_window({move.x, move.y}));
    } else if (move.smartie != Smartie::kNone) {
      const bool self = move.smartie == Smartie::kSelf;
      const Cell target = self ? Cell{move.x, move.y} : Cell{move.u, move.v};
      field.secure(field.to_window(target));
      table.template spend_smartie<kHashed>(seat);
      if constexpr (kHashed) table.hash ^= Table::secured_key(target.x, target.y);
    }
  } else {
    field.lay_second(move.look, field.to_window({move.x, move.y}));
    if (!kPrinted[type]) table.template spend_smartie<kHashed>(seat);
  }
  if (move.colour != kNoColour) table.template announce<kHashed>(move.colour);
  Placed& card = table.cards[table.lying++];
  card = {move.look, move.tier, static_cast<std::int8_t>(move.x), static_cast<std::int8_t>(move.y)};
  if constexpr (kHashed) table.hash ^= Table::lying_key(card);
  table.template give_card<kHashed>(seat, type);
  table.template draw<kHashed>(seat);
  table.template next_turn<kHashed>(false);
  return true;
}

template <class Row>
template <bool kHashed>
bool State<Row>::play(const Move& move) {
  const Swap swap = table.swap;
  switch (move.kind) {
    case Kind::kPlace: return lay<kHashed>(move);
    case Kind::kPass: table.template next_turn<kHashed>(true); break;
    case Kind::kOffer:
      if constexpr (kHashed) table.hash ^= key(Feature::kSwapUsed, 0);
      table.swap_used = true;
      table.template set_swap<kHashed>({Phase::kOffered, move.seat, move.card, kNoCard});
      break;
    case Kind::kCounter: table.template set_swap<kHashed>({Phase::kCountered, swap.to, swap.offered, move.card}); break;
    case Kind::kAccept:
      table.template give_card<kHashed>(table.to_move, swap.offered);
      table.template give_card<kHashed>(swap.to, swap.countered);
      table.template take_card<kHashed>(table.to_move, swap.countered);
      table.template take_card<kHashed>(swap.to, swap.offered);
      table.template set_swap<kHashed>({});
      break;
    case Kind::kDecline:
    case Kind::kReject: table.template set_swap<kHashed>({}); break;
  }
  return true;
}

}  // namespace tafelrunde::chocolate
