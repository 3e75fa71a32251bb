#include "chocolate/position.hpp"

#include <algorithm>

#include "chocolate/legality.hpp"

namespace tafelrunde::chocolate {

Position::Position(const Table& start) : narrow_(start) { narrow_.table.hash = narrow_.fresh_hash(); }

Position::Position(const State<Narrow>& state) : narrow_(state) { narrow_.table.hash = narrow_.fresh_hash(); }

Position::Position(const State<Wide>& state) : wide_(std::make_unique<State<Wide>>(state)) {
  wide_->table.hash = wide_->fresh_hash();
}

Position::Position(const Position& other)
    : narrow_(other.narrow_),
      wide_(other.wide_ ? std::make_unique<State<Wide>>(*other.wide_) : nullptr),
      facts_(other.facts_) {}

Position& Position::operator=(const Position& other) {
  if (this != &other) *this = Position(other);
  return *this;
}

const char* Position::play(const Move& move) {
  if (const char* reason = visit([&](const auto& state) { return objection(state, move); })) return reason;
  learn(move);
  if (!wide_) {
    if (narrow_.play<true>(move)) return nullptr;
    wide_ = std::make_unique<State<Wide>>(narrow_.widened());
  }
  wide_->play<true>(move);
  return nullptr;
}

void Position::follow(const Move& placing) {
  if (!wide_) {
    if (narrow_.play<false>(placing)) return;
    wide_ = std::make_unique<State<Wide>>(narrow_.widened());
  }
  wide_->play<false>(placing);
}

std::vector<std::string> Position::turns() const {
  std::vector<std::string> texts;
  if (table().over() || table().swap.phase != Phase::kNone) return texts;
  visit([&](const auto& state) { state.each_placing([&](const Move& move) { texts.push_back(move_text(move)); }); });
  if (texts.empty()) texts.emplace_back("pass");
  std::sort(texts.begin(), texts.end());
  return texts;
}

std::vector<Move> Position::swap_actions() const {
  const Table& t = table();
  std::vector<Move> actions;
  if (t.over()) return actions;
  const auto add = [&](Kind kind, int seat, std::uint8_t card) {
    Move move;
    move.kind = kind;
    move.seat = static_cast<std::uint8_t>(seat);
    move.card = card;
    if (std::find(actions.begin(), actions.end(), move) == actions.end()) actions.push_back(move);
  };
  switch (t.swap.phase) {
    case Phase::kNone:
      if (!t.may_offer()) break;
      for (int to = 0; to < t.rules.players; ++to) {
        if (to == t.to_move) continue;
        for (const std::uint8_t card : t.hands[t.to_move]) add(Kind::kOffer, to, card);
      }
      break;
    case Phase::kOffered:
      add(Kind::kDecline, 0, kNoCard);
      for (const std::uint8_t card : t.hands[t.swap.to]) add(Kind::kCounter, 0, card);
      break;
    case Phase::kCountered:
      add(Kind::kReject, 0, kNoCard);
      add(Kind::kAccept, 0, kNoCard);
      break;
  }
  return actions;
}

Score Position::score() const {
  return visit([](const auto& state) { return state.score(); });
}

std::uint64_t Position::fresh_hash() const {
  return visit([](const auto& state) { return state.fresh_hash(); });
}

Facts Position::facts_of(int observer) const {
  if (facts_.empty()) return {};
  const int index = observer < 0 ? table().rules.players : observer;
  return facts_[static_cast<std::size_t>(index)];
}

// What a move tells others; called before the move is played.
void Position::learn(const Move& move) {
  const Table& t = table();
  const int seat = t.to_move;
  switch (move.kind) {
    case Kind::kPlace:
      for (Facts& known : facts_) {
        known = lose(known, seat, type_of(move.look));
        if (t.stack_size() > 0) known = draw(known, seat);
      }
      break;
    case Kind::kPass: learn_of_pass(); break;
    case Kind::kDecline:
    case Kind::kReject: learn_of_refusal(); break;
    case Kind::kAccept: learn_of_accept(); break;
    case Kind::kOffer:
    case Kind::kCounter: break;
  }
}

void Position::learn_of_pass() {
  const Table& t = table();
  if (t.hands[t.to_move].size == 0) return;
  TypeSet fitting = 0;
  for (std::uint8_t type = 0; type < kTypes; ++type) {
    if (copies(t.rules.game, type) == 0) continue;
    Choice one;
    one.types[0] = type;
    one.second[0] = t.may_stack(type);
    one.size = 1;
    const PlaceCount places = visit([&](const auto& state) { return count_places(state.field, one); });
    if (places.first + places.second > 0) fitting |= type_bit(type);
  }
  facts_.resize(std::size_t{t.rules.players} + 1);
  for (int observer = 0; observer <= t.rules.players; ++observer) {
    if (observer != t.to_move) facts_[observer] = fail(facts_[observer], t.to_move, fitting);
  }
}

// What a swap card can be for somebody who only heard the number.
TypeSet Position::types_heard(std::uint8_t card, int to) const {
  const Table& t = table();
  const std::uint8_t colour = t.colours[static_cast<std::size_t>(t.rules.side(to))];
  return types_showing(t.rules.game, colour, pieces(card, colour));
}

void Position::learn_of_refusal() {
  const Table& t = table();
  facts_.resize(std::size_t{t.rules.players} + 1);
  for (int observer = 0; observer <= t.rules.players; ++observer) {
    Facts& known = facts_[observer];
    if (observer != t.to_move) known = announce(known, t.to_move, types_heard(t.swap.offered, t.swap.to));
    if (t.swap.phase == Phase::kCountered && observer != t.swap.to) {
      known = announce(known, t.swap.to, types_heard(t.swap.countered, t.to_move));
    }
  }
}

void Position::learn_of_accept() {
  const Table& t = table();
  const Swap& swap = t.swap;
  facts_.resize(std::size_t{t.rules.players} + 1);
  for (int observer = 0; observer <= t.rules.players; ++observer) {
    Facts& known = facts_[observer];
    if (observer == t.to_move) {
      known = give(lose(known, swap.to, swap.countered), swap.to, swap.offered);
    } else if (observer == swap.to) {
      known = give(lose(known, t.to_move, swap.offered), t.to_move, swap.countered);
    } else {
      const TypeSet offered = types_heard(swap.offered, swap.to);
      known = swap_cards(known, t.to_move, offered, swap.to, types_heard(swap.countered, t.to_move));
    }
  }
}

}  // namespace tafelrunde::chocolate
