// Setting up a chocolate game, and what a move does, whatever is known of the cards.
#include <algorithm>
#include <tuple>

#include "engine/chocolate/table.hpp"

namespace tafelrunde::engine {

using chocolate::Facts;
using chocolate::kHidden;
using chocolate::Kind;
using chocolate::kNoCard;
using chocolate::Phase;

namespace {

// Takes a card out of a hand; one that is not seen there is one of the hidden ones.
void take_out(chocolate::Hand& hand, std::uint8_t type) { hand.remove(hand.count(type) > 0 ? type : kHidden); }

}  // namespace

std::unique_ptr<ChocolateTable> ChocolateTable::start(chocolate::Game game, std::string_view options,
                                                      std::string_view deal, bool inferred, int observer,
                                                      Refused& refused) {
  StartRead start;
  start.setup.rules = chocolate::Rules::read(game, options);
  refused = deal.find('/') == std::string_view::npos ? parse_deck(start, deal) : parse_start(start, deal);
  if (refused) return nullptr;
  if (start.hidden && !inferred) {
    refused = bad_setup("the deck has hidden cards: it is a seat's view");
    return nullptr;
  }
  std::string error;
  auto position = chocolate::Position::build(start.setup, true, error);
  if (!position) {
    refused = bad_setup(error);
    return nullptr;
  }
  std::unique_ptr<ChocolateTable> table(new ChocolateTable(std::move(*position)));
  if (start.hidden) table->observer_ = observer == kOpen ? start.knowing : observer;
  return table;
}

std::unique_ptr<Table> ChocolateTable::play(std::string_view text, Made& made, Refused& refused) const {
  WrittenMove written;
  refused = parse_written(text, written);
  if (refused) return nullptr;
  if (Why why = objection(written)) {
    refused = illegal(text, std::move(why));
    return nullptr;
  }
  const chocolate::Move& move = written.move;
  made = {};
  made.seat = seat();
  made.accepts = move.kind == Kind::kAccept;
  if (move.kind == Kind::kOffer || move.kind == Kind::kCounter) {
    const bool offers = move.kind == Kind::kOffer;
    made.to = offers ? move.seat : table().to_move;
    const std::string head = offers ? "offer " + std::to_string(move.seat + 1) + " " : "counter ";
    made.heard = head + '?' + std::to_string(announced(move.card, written.number, made.to));
    made.text = move.card == kHidden ? made.heard : head + std::string(chocolate::type_text(move.card));
  } else {
    made.text = chocolate::move_text(move);
  }
  if (move.kind == Kind::kPlace && table().stack_size() > 0)
    made.drawn = chocolate::deck_size(table().rules.game) - table().stack_size();
  std::unique_ptr<ChocolateTable> after(new ChocolateTable(*this));
  after->apply(written);
  return after;
}

void ChocolateTable::apply(const WrittenMove& written) {
  const chocolate::Move& move = written.move;
  chocolate::Table& t = known_.table();
  switch (move.kind) {
    case Kind::kPlace: return place(move);
    case Kind::kPass: return pass();
    case Kind::kOffer:
      t.swap = {Phase::kOffered, move.seat, move.card, kNoCard};
      t.swap_used = true;
      offered_number_ = written.number;
      return;
    case Kind::kCounter:
      t.swap.phase = Phase::kCountered;
      t.swap.countered = move.card;
      countered_number_ = written.number;
      return;
    case Kind::kAccept: return accept();
    case Kind::kDecline:
    case Kind::kReject: return refuse();
  }
}

void ChocolateTable::place(const chocolate::Move& move) {
  chocolate::Table& t = known_.table();
  const std::uint8_t type = chocolate::type_of(move.look);
  const int seat = t.to_move;
  for (Facts& known : facts_) {
    known = chocolate::lose(known, seat, type);
    if (t.stack_size() > 0) known = chocolate::draw(known, seat);
  }
  // A card that nobody saw before turns out to be one of the hidden ones.
  take_out(t.hands[seat], type);
  t.hands[seat].add(type);
  known_.follow(move);
}

void ChocolateTable::pass() {
  chocolate::Table& t = known_.table();
  if (t.hands[t.to_move].size > 0) {
    chocolate::TypeSet fitting = 0;
    for (std::uint8_t type = 0; type < chocolate::kTypes; ++type)
      if (chocolate::copies(t.rules.game, type) > 0 && fits_somewhere(type)) fitting |= chocolate::type_bit(type);
    const std::vector<int> all = observers();
    facts_ = knowledge();
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i] != t.to_move) facts_[i] = chocolate::fail(facts_[i], t.to_move, fitting);
  }
  t.next_turn<false>(true);
}

void ChocolateTable::refuse() {
  chocolate::Table& t = known_.table();
  const std::vector<int> all = observers();
  facts_ = knowledge();
  const chocolate::Swap swap = t.swap;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] != t.to_move)
      facts_[i] = chocolate::announce(facts_[i], t.to_move, heard(swap.offered, offered_number_, swap.to));
    if (swap.phase == Phase::kCountered && all[i] != swap.to)
      facts_[i] = chocolate::announce(facts_[i], swap.to, heard(swap.countered, countered_number_, t.to_move));
  }
  t.swap = {};
  offered_number_ = countered_number_ = -1;
}

void ChocolateTable::accept() {
  chocolate::Table& t = known_.table();
  const chocolate::Swap swap = t.swap;
  const std::vector<int> all = observers();
  facts_ = knowledge();
  // The partners come to know both cards, everybody else that two cards changed hands.
  const bool seen = swap.offered != kHidden && swap.countered != kHidden;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Facts& known = facts_[i];
    if (seen && all[i] == t.to_move) {
      known = chocolate::give(chocolate::lose(known, swap.to, swap.countered), swap.to, swap.offered);
    } else if (seen && all[i] == swap.to) {
      known = chocolate::give(chocolate::lose(known, t.to_move, swap.offered), t.to_move, swap.countered);
    } else {
      const chocolate::TypeSet offered = heard(swap.offered, offered_number_, swap.to);
      known = chocolate::swap_cards(known, t.to_move, offered, swap.to,
                                    heard(swap.countered, countered_number_, t.to_move));
    }
  }
  const auto as_held = [&](int seat, std::uint8_t card) {
    return observer_ == kOpen || seat == observer_ ? card : kHidden;
  };
  take_out(t.hands[t.to_move], swap.offered);
  t.hands[t.to_move].add(as_held(t.to_move, swap.countered));
  take_out(t.hands[swap.to], swap.countered);
  t.hands[swap.to].add(as_held(swap.to, swap.offered));
  t.swap = {};
  offered_number_ = countered_number_ = -1;
}

std::vector<int> ChocolateTable::observers() const {
  if (observer_ != kOpen) return {observer_, kSpectator};
  std::vector<int> all;
  all.reserve(static_cast<std::size_t>(table().rules.players) + 1);
  for (int seat = 0; seat < table().rules.players; ++seat) all.push_back(seat);
  all.push_back(kSpectator);
  return all;
}

// What each of the observers learned.
std::vector<Facts> ChocolateTable::knowledge() const {
  return facts_.empty() ? std::vector<Facts>(observers().size()) : facts_;
}

ChocolateTable ChocolateTable::view(int observer) const {
  ChocolateTable seen = *this;
  if (observer_ == kOpen) {
    seen.observer_ = observer;
    if (!facts_.empty()) {
      const std::size_t own = observer < 0 ? facts_.size() - 1 : static_cast<std::size_t>(observer);
      seen.facts_ = {facts_[own], facts_.back()};
    }
  }
  if (over()) return seen;
  chocolate::Table& t = seen.known_.table();
  const int known = seen.observer_;
  for (int seat = 0; seat < t.rules.players; ++seat) {
    chocolate::Hand& hand = t.hands[seat];
    if (seat != known) std::fill(hand.cards.begin(), hand.cards.begin() + hand.size, kHidden);
  }
  std::fill(t.stack.begin() + t.drawn, t.stack.begin() + t.stack_end, kHidden);
  if (t.swap.phase != Phase::kNone && known != t.to_move) {
    seen.offered_number_ = announced(t.swap.offered, offered_number_, t.swap.to);
    t.swap.offered = kHidden;
  }
  if (t.swap.phase == Phase::kCountered && known != t.swap.to) {
    seen.countered_number_ = announced(t.swap.countered, countered_number_, t.to_move);
    t.swap.countered = kHidden;
  }
  return seen;
}

// The cards that lie, by tier and place.
std::vector<chocolate::SetupCard> ChocolateTable::lying() const {
  std::vector<chocolate::SetupCard> cards = known_.setup().cards;
  std::sort(cards.begin(), cards.end(), [](const chocolate::SetupCard& a, const chocolate::SetupCard& b) {
    return std::tie(a.tier, a.x, a.y) < std::tie(b.tier, b.x, b.y);
  });
  return cards;
}

chocolate::Setup ChocolateTable::setup() const {
  chocolate::Setup setup = known_.setup();
  setup.cards = lying();
  setup.facts = facts_;
  return setup;
}

std::optional<chocolate::View> ChocolateTable::to_search(std::string& error) const {
  return chocolate::View::build(setup(), observer_, offered_number_, countered_number_, error);
}

std::optional<chocolate::Position> ChocolateTable::to_search_open(std::string& error) const {
  return chocolate::Position::build(setup(), false, error);
}

}  // namespace tafelrunde::engine
