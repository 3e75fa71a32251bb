#include "chocolate/view.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace tafelrunde::chocolate {
namespace {

// The cards of the deck that are neither in the field nor known to be in a hand or the stack.
Supply unseen_cards(const Table& table) {
  Supply unseen;
  for (int type = 0; type < kTypes; ++type) {
    unseen.left[type] = static_cast<std::int8_t>(copies(table.rules.game, type));
  }
  for (int i = 0; i < table.lying; ++i) --unseen.left[type_of(table.cards[i].look)];
  for (const Hand& hand : table.hands) {
    for (const std::uint8_t type : hand) {
      if (type != kHidden) --unseen.left[type];
    }
  }
  for (int i = table.drawn; i < table.stack_end; ++i) {
    if (table.stack[i] != kHidden) --unseen.left[table.stack[i]];
  }
  return unseen;
}

void hide_hand(Hand& hand) { std::fill(hand.cards.begin(), hand.cards.begin() + hand.size, kHidden); }

// A card drawn from those of a hand that show a number of pieces of a colour; kNoCard where there is none.
std::uint8_t draw_matching(const Hand& hand, std::uint8_t colour, int number, Rng& rng) {
  std::array<std::uint8_t, kHandSize> matching{};
  std::uint32_t n = 0;
  for (const std::uint8_t card : hand) {
    if (pieces(card, colour) == number) matching[n++] = card;
  }
  return n == 0 ? kNoCard : matching[rng.below(n)];
}

}  // namespace

View::View(const Position& position, int observer) : known_(position), observer_(observer) {
  has_facts_ = !position.facts().empty();
  facts_ = position.facts_of(observer);
  public_facts_ = position.facts_of(kSpectator);
  known_.set_facts({});
  Table& table = known_.table();
  if (table.over()) return;
  const auto number = [&](std::uint8_t card, int to) {
    return pieces(card, table.colours[static_cast<std::size_t>(table.rules.side(to))]);
  };
  if (table.swap.phase != Phase::kNone && observer != table.to_move) {
    offered_number_ = number(table.swap.offered, table.swap.to);
    table.swap.offered = kHidden;
  }
  if (table.swap.phase == Phase::kCountered && observer != table.swap.to) {
    countered_number_ = number(table.swap.countered, table.to_move);
    table.swap.countered = kHidden;
  }
  for (int seat = 0; seat < table.rules.players; ++seat) {
    if (seat != observer) hide_hand(table.hands[seat]);
  }
  std::fill(table.stack.begin() + table.drawn, table.stack.begin() + table.stack_end, kHidden);
}

std::optional<View> View::build(Setup setup, int observer, int offered_number, int countered_number,
                                std::string& error) {
  if (observer < kSpectator || observer >= setup.rules.players) {
    error = "the view belongs to no observer";
    return {};
  }
  if (!setup.facts.empty() && setup.facts.size() != 2) {
    error = "a view has the facts of its observer and those of the public";
    return {};
  }
  const std::vector<Facts> facts = std::move(setup.facts);
  setup.facts.clear();
  std::optional<Position> position = Position::build(setup, true, error);
  if (!position) return {};
  View view(std::move(*position));
  const Table& table = view.known_.table();
  // Every place must be filled: the deck is dealt out completely.
  int places = 0;
  for (const Hand& hand : table.hands) places += hand.size;
  if (places + table.stack_size() + table.lying != deck_size(setup.rules.game)) {
    error = "a view must account for every card of the deck";
    return {};
  }
  view.observer_ = observer;
  view.has_facts_ = !facts.empty();
  if (view.has_facts_) {
    view.facts_ = facts[0];
    view.public_facts_ = facts[1];
  }
  const Swap& swap = table.swap;
  if (swap.phase != Phase::kNone && swap.offered == kHidden) view.offered_number_ = offered_number;
  if (swap.phase == Phase::kCountered && swap.countered == kHidden) view.countered_number_ = countered_number;
  return view;
}

// Chooses the hidden cards of a swap under way from the hands; false where a hand has no such card.
bool View::choose_swap(Swap& swap, const Table& table, Rng& rng) const {
  const auto colour = [&](int seat) { return table.colours[static_cast<std::size_t>(table.rules.side(seat))]; };
  if (swap.phase != Phase::kNone && swap.offered == kHidden) {
    swap.offered = draw_matching(table.hands[table.to_move], colour(swap.to), offered_number_, rng);
    if (swap.offered == kNoCard) return false;
  }
  if (swap.phase == Phase::kCountered && swap.countered == kHidden) {
    swap.countered = draw_matching(table.hands[swap.to], colour(table.to_move), countered_number_, rng);
    if (swap.countered == kNoCard) return false;
  }
  return true;
}

// The known cards of the hands and what is left to deal, once it is settled who holds the cards that were given away.
struct View::Start {
  std::array<Hand, kMaxPlayers> hands{};
  HandPlans plans{};
  Supply supply;
  double ways = 0;
};

// Every way to settle who holds the cards that the observer gave away, with the number of deals each leaves open.
std::vector<View::Start> View::starts() const {
  const Table& base = known_.table();
  Start plain;
  plain.supply = unseen_cards(base);
  for (int seat = 0; seat < base.rules.players; ++seat) {
    for (const std::uint8_t card : base.hands[seat]) {
      if (card == kHidden) {
        ++plain.plans[seat].open;
      } else {
        plain.hands[seat].add(card);
      }
    }
  }
  std::vector<Start> found{plain};
  for (const Fact& fact : facts_) {
    if (fact.kind != FactKind::kGiven) continue;
    const auto card = static_cast<std::uint8_t>(std::countr_zero(fact.cards));
    std::vector<Start> settled;
    for (const Start& before : found) {
      for (int seat = 0; seat < base.rules.players; ++seat) {
        if ((fact.seats & seat_bit(seat)) == 0) continue;
        if (before.plans[seat].open == 0 || before.supply.left[card] == 0) continue;
        Start& after = settled.emplace_back(before);
        after.hands[seat].add(card);
        --after.plans[seat].open;
        --after.supply.left[card];
      }
    }
    found = std::move(settled);
  }
  for (Start& start : found) {
    for (const Fact& fact : facts_) {
      if (fact.kind != FactKind::kUnable) continue;
      const int seat = std::countr_zero(fact.seats);
      int limit = fact.spare;
      for (const std::uint8_t card : start.hands[seat]) limit -= (fact.cards & type_bit(card)) != 0;
      start.plans[seat].respect(fact.cards, limit);
    }
    start.ways = count_deals(start.supply, start.plans);
  }
  return found;
}

// What everybody knows as far as the observer knows it.
std::vector<Facts> View::facts_for_all() const {
  if (!has_facts_) return {};
  std::vector<Facts> facts(std::size_t{known_.table().rules.players} + 1, public_facts_);
  if (observer_ != kSpectator) facts[static_cast<std::size_t>(observer_)] = facts_;
  return facts;
}

std::optional<Position> View::resample(Rng& rng, int tries) const {
  if (known_.table().over()) {
    // A finished game is open: there is one deal.
    Position open = known_;
    open.set_facts(facts_for_all());
    open.table().hash = open.fresh_hash();
    return open;
  }
  const std::vector<Start> found = starts();
  double all = 0;
  for (const Start& start : found) all += start.ways;
  if (all == 0) return {};
  Position drawn = known_;
  Table& table = drawn.table();
  const Table& base = known_.table();
  Supply supply;
  bool good = false;
  for (int attempt = 0; attempt < tries && !good; ++attempt) {
    double mark = static_cast<double>(rng.next() >> 11) * 0x1p-53 * all;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < found.size() && mark >= 0; ++i) {
      if (found[i].ways > 0) chosen = i;
      mark -= found[i].ways;
    }
    const Start& start = found[chosen];
    // Only the cards of the hands can contradict a fact: the stack is shuffled once they stand.
    supply = start.supply;
    table.hands = start.hands;
    deal_hands(supply, start.plans, table.hands, rng);
    table.swap = base.swap;
    good = holds(facts_, table.hands) && choose_swap(table.swap, table, rng);
  }
  if (!good) return {};
  for (int i = table.drawn; i < table.stack_end; ++i) {
    if (base.stack[i] == kHidden) table.stack[i] = supply.draw(kAllTypes, rng);
  }
  drawn.set_facts(facts_for_all());
  table.hash = drawn.fresh_hash();
  return drawn;
}

}  // namespace tafelrunde::chocolate
