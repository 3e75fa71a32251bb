// Counting the replies to every placing of a position without playing each of them out.
//
// A card changes the legal places of the next player in the rows around it only, and a smartie only takes second-tier
// places away around the card it secures. So the replies are counted once by rows, and for every placing the rows
// around it are counted anew; the ways to spend a smartie with it differ by what each takes away.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "chocolate/state.hpp"

namespace tafelrunde::chocolate {

template <class Row>
class ReplyCounter {
 public:
  // The game runs, its field is not empty, all colours are known and no swap is under way.
  explicit ReplyCounter(const State<Row>& state) : state_(state), child_(state.field) {
    Table next = state.table;
    next.to_move = static_cast<std::uint8_t>(next.to_move + 1 == next.rules.players ? 0 : next.to_move + 1);
    choice_ = next.hands[next.to_move].different();
    for (int i = 0; i < choice_.size; ++i) choice_.second[i] = next.may_stack(choice_.types[i]);
    pays_ = next.smarties[next.to_move] > 0;
    int held = 0;
    for (const Hand& hand : next.hands) held += hand.size;
    ends_ = held == 1 && next.stack_size() == 0;

    sweep_places(state.field, choice_, [&](std::uint8_t, int tier, int y, const std::array<Row, kSweep>& rows) {
      for (int i = 0; i < kSweep; ++i) (tier == 1 ? first_ : second_)[y + i + kPad] += count_bits(rows[i]);
    });
    for (const int n : first_) total_.first += n;
    for (const int n : second_) total_.second += n;
    if (state.table.smarties[state.table.to_move] == 0) return;
    for (int k = 0; k < state.field.target_count(); ++k) {
      const Cell at = state.field.nth(state.field.targets(), k);
      targets_.push_back({at, lost(state.field, at)});
    }
  }

  // Whether the last card of the game is played now: then there are no replies at all.
  bool ends() const { return ends_; }

  // The replies to a placing in all the ways to spend a smartie with it; -1 if it would move the field's window.
  std::int64_t count(std::uint8_t look, int tier, Cell at) {
    const bool printed = kPrinted[type_of(look)];
    if (tier == 2) {
      child_.lay_second(look, at);
    } else if (!child_.lay_first(look, at) || !child_.same_window(state_.field)) {
      child_ = state_.field;
      return -1;
    } else if (printed) {
      child_.secure(at);
    }
    PlaceCount places = total_;
    for (int y = at.y - 2; y < at.y - 2 + kSweep; ++y) {
      places.first -= first_[y + kPad];
      places.second -= second_[y + kPad];
    }
    sweep_block(child_, choice_, at.y - 2, [&](std::uint8_t, int where, int, const std::array<Row, kSweep>& rows) {
      (where == 1 ? places.first : places.second) += count_block(rows);
    });
    const int targets = child_.target_count();
    std::int64_t total = replies(places, targets);
    if (tier == 1 && !printed && state_.table.smarties[state_.table.to_move] > 0) {
      total += replies({places.first, places.second - lost(child_, at)}, targets - 1);
      for (const Target& target : targets_) {
        const int loss = near(target.at, at) ? lost(child_, target.at) : target.lost;
        total += replies({places.first, places.second - loss}, targets - 1);
      }
    }
    child_.restore(state_.field, at);
    return total;
  }

 private:
  static constexpr int kPad = Field<Row>::kPad;

  struct Target {
    Cell at;
    int lost;
  };

  std::int64_t replies(const PlaceCount& places, int targets) const {
    const std::int64_t n = std::int64_t{places.first} * (pays_ ? 2 + targets : 1) + places.second;
    return std::max<std::int64_t>(n, 1);
  }

  // The second-tier places that a smartie on the card at a place takes from the next player.
  int lost(const Field<Row>& field, Cell at) const {
    int n = 0;
    for (int y = at.y - 1; y <= at.y + 1; ++y) {
      for (Row row = field.second()[y] & ((Row{7} << at.x) >> 1); row != 0; row &= row - 1) {
        const Cell place{lowest_bit(row), y};
        for (int card = 0; card < choice_.size; ++card) {
          for (int rotation = 0; choice_.second[card] && rotation < kRotations; ++rotation) {
            n += field.fits(static_cast<std::uint8_t>(choice_.types[card] * kRotations + rotation), place);
          }
        }
      }
    }
    return n;
  }

  // Whether a card at `at` can change what a smartie on `target` takes away.
  static bool near(Cell target, Cell at) {
    return target.y - 2 <= at.y + 1 && at.y <= target.y + 3 && target.x - 2 <= at.x + 1 && at.x <= target.x + 3;
  }

  const State<Row>& state_;
  Field<Row> child_;
  Choice choice_;
  bool pays_ = false;
  bool ends_ = false;
  std::array<int, Field<Row>::kSize + 2 * kPad> first_{};
  std::array<int, Field<Row>::kSize + 2 * kPad> second_{};
  PlaceCount total_;
  std::vector<Target> targets_;
};

}  // namespace tafelrunde::chocolate
