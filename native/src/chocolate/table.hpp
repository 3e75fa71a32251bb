// Everything on the table but the planes of the field: hands, stack, colours, smarties, whose turn it is.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "chocolate/cards.hpp"
#include "chocolate/keys.hpp"
#include "chocolate/rules.hpp"
#include "common/rng.hpp"

namespace tafelrunde::chocolate {

enum class Phase : std::uint8_t { kNone, kOffered, kCountered };

// A swap under negotiation: the seat on turn offered a card, the other may have named one in return.
struct Swap {
  Phase phase = Phase::kNone;
  std::uint8_t to = 0;
  std::uint8_t offered = kNoCard;
  std::uint8_t countered = kNoCard;
  friend constexpr bool operator==(const Swap&, const Swap&) = default;
};

// A card as it lies, its place in field coordinates.
struct Placed {
  std::uint8_t look;
  std::uint8_t tier;
  std::int8_t x;
  std::int8_t y;
};

// The cards a seat holds, sorted.
struct Hand {
  std::array<std::uint8_t, kHandSize> cards{};
  std::uint8_t size = 0;

  const std::uint8_t* begin() const { return cards.data(); }
  const std::uint8_t* end() const { return cards.data() + size; }
  int count(std::uint8_t type) const { return static_cast<int>(std::count(begin(), end(), type)); }

  // The different cards, in order.
  Choice different() const {
    Choice result;
    for (int i = 0; i < size; ++i) {
      if (i == 0 || cards[i] != cards[i - 1]) result.types[result.size++] = cards[i];
    }
    return result;
  }

  void add(std::uint8_t type) {
    int at = size++;
    for (; at > 0 && cards[at - 1] > type; --at) cards[at] = cards[at - 1];
    cards[at] = type;
  }

  // Removes a card that is there.
  void remove(std::uint8_t type) {
    int at = 0;
    while (cards[at] != type) ++at;
    for (--size; at < size; ++at) cards[at] = cards[at + 1];
  }
};

struct Table {
  Rules rules;
  std::array<Hand, kMaxPlayers> hands{};
  std::array<std::uint8_t, kMaxDeck> stack{};  // from `drawn` to `stack_end`, the next card first
  std::uint8_t drawn = 0;
  std::uint8_t stack_end = 0;
  std::array<std::uint8_t, kMaxSides> colours{kNoColour, kNoColour, kNoColour};  // by side
  std::array<std::uint8_t, kMaxPlayers> smarties{};
  std::uint8_t to_move = 0;  // the seat whose turn it is
  std::uint8_t passes = 0;   // seats that passed in succession
  bool swap_used = false;    // a card was offered in this turn
  Swap swap;
  std::array<Placed, kMaxDeck> cards{};
  std::uint8_t lying = 0;  // how many of `cards` lie
  std::uint64_t hash = 0;

  int stack_size() const { return stack_end - drawn; }

  bool hands_empty() const {
    int held = 0;
    for (const Hand& hand : hands) held |= hand.size;
    return held == 0;
  }

  bool over() const { return passes >= rules.players || (drawn == stack_end && hands_empty()); }

  // The seat that decides next: the one on turn, or the one that was offered a card.
  int actor() const { return swap.phase == Phase::kOffered ? swap.to : to_move; }

  // Bits of the colours of which one must be announced with the next card; none where no colour is announced.
  unsigned announceable() const {
    if (colours[static_cast<std::size_t>(rules.side(to_move))] != kNoColour) return 0;
    unsigned free = rules.material().colours;
    for (const std::uint8_t c : colours) free &= ~(1U << c);
    return free;
  }

  bool colours_known() const {
    return std::find(colours.begin(), colours.begin() + rules.sides(), kNoColour) == colours.begin() + rules.sides();
  }

  // Whether the seat on turn may put a card into the second tier.
  bool may_stack(std::uint8_t type) const { return kPrinted[type] || smarties[to_move] > 0; }

  bool may_offer() const { return rules.swap && !swap_used && swap.phase == Phase::kNone && colours_known(); }

  // The colour of no side, once every side has its own; kNoColour before and where there is none.
  std::uint8_t neutral_colour() const {
    if (!rules.has_neutral_colour() || !colours_known()) return kNoColour;
    return static_cast<std::uint8_t>(3 - colours[0] - colours[1]);
  }

  // Gives a seat's side its colour; a last side gets the last colour where none stays neutral.
  template <bool kHashed>
  void announce(std::uint8_t colour) {
    set_colour<kHashed>(rules.side(to_move), colour);
    if (rules.has_neutral_colour()) return;
    int open = 0;
    int last = 0;
    unsigned left = rules.material().colours;
    for (int side = 0; side < rules.sides(); ++side) {
      if (colours[side] == kNoColour) {
        ++open;
        last = side;
      } else {
        left &= ~(1U << colours[side]);
      }
    }
    if (open == 1) set_colour<kHashed>(last, static_cast<std::uint8_t>(std::countr_zero(left)));
  }

  template <bool kHashed>
  void take_card(int seat, std::uint8_t type) {
    if constexpr (kHashed) hash ^= held_key(seat, type, hands[seat].count(type));
    hands[seat].add(type);
  }

  template <bool kHashed>
  void give_card(int seat, std::uint8_t type) {
    hands[seat].remove(type);
    if constexpr (kHashed) hash ^= held_key(seat, type, hands[seat].count(type));
  }

  template <bool kHashed>
  void draw(int seat) {
    if (drawn == stack_end) return;
    const std::uint8_t type = stack[drawn++];
    if constexpr (kHashed) {
      const auto depth = static_cast<std::uint64_t>(stack_size());
      hash ^= key(Feature::kStacked, (depth << 8) + face_of_type(type));
    }
    take_card<kHashed>(seat, type);
  }

  template <bool kHashed>
  void spend_smartie(int seat) {
    if constexpr (kHashed) hash ^= smarties_key(seat);
    --smarties[seat];
    if constexpr (kHashed) hash ^= smarties_key(seat);
  }

  template <bool kHashed>
  void next_turn(bool passed) {
    if constexpr (kHashed) hash ^= turn_key() ^ (swap_used ? key(Feature::kSwapUsed, 0) : 0);
    to_move = static_cast<std::uint8_t>(to_move + 1 == rules.players ? 0 : to_move + 1);
    passes = static_cast<std::uint8_t>(passed ? passes + 1 : 0);
    swap_used = false;
    if constexpr (kHashed) hash ^= turn_key();
  }

  // Sets the swap under way; XORing its key out and in is the caller's comfort.
  template <bool kHashed>
  void set_swap(const Swap& next) {
    if constexpr (kHashed) hash ^= swap_key();
    swap = next;
    if constexpr (kHashed) hash ^= swap_key();
  }

  std::uint64_t turn_key() const { return key(Feature::kTurn, (std::uint64_t{to_move} << 8) + passes); }

  std::uint64_t swap_key() const {
    if (swap.phase == Phase::kNone) return 0;
    return key(Feature::kSwap, (static_cast<std::uint64_t>(swap.phase) << 24) + (std::uint64_t{swap.to} << 16) +
                                   (face_of_type(swap.offered) << 8) + face_of_type(swap.countered));
  }

  std::uint64_t smarties_key(int seat) const {
    return rules.material().smarties > 0
               ? key(Feature::kSmarties, (static_cast<std::uint64_t>(seat) << 8) + smarties[seat])
               : 0;
  }

  static std::uint64_t held_key(int seat, std::uint8_t type, int copy) {
    return key(Feature::kHeld,
               (static_cast<std::uint64_t>(seat) << 16) + (face_of_type(type) << 8) + static_cast<std::uint64_t>(copy));
  }

  static std::uint64_t lying_key(const Placed& card) {
    return key(Feature::kLying, (static_cast<std::uint64_t>(card.x + 128) << 24) +
                                    (static_cast<std::uint64_t>(card.y + 128) << 16) + (std::uint64_t{card.tier} << 8) +
                                    kFaces[card.look]);
  }

  static std::uint64_t secured_key(int x, int y) {
    return key(Feature::kSecured, (static_cast<std::uint64_t>(x + 128) << 8) + static_cast<std::uint64_t>(y + 128));
  }

  // The hash of everything here but the smarties on first-tier cards, from scratch.
  std::uint64_t fresh_hash() const;

  // Deals a deck: four cards a seat, seat by seat, the rest is the stack.
  static Table dealt(const Rules& rules, const std::array<std::uint8_t, kMaxDeck>& deck);

  // Deals a freshly shuffled deck.
  static Table shuffled(const Rules& rules, Rng& rng);

 private:
  template <bool kHashed>
  void set_colour(int side, std::uint8_t colour) {
    colours[side] = colour;
    if constexpr (kHashed) hash ^= key(Feature::kColour, (static_cast<std::uint64_t>(side) << 8) + colour);
  }
};

}  // namespace tafelrunde::chocolate
