// Many matches side by side, stepped by arrays of actions (actions.hpp) and seen through arrays of numbers.
//
// All arrays belong to the batch, have one entry a match and are written anew by every step. A match that ends is dealt
// anew at once: its observation is that of the new match, `ended`, `rewards` and `points` are those of the old one.
// An observation holds what the seat that decides next may know (its `scalars` and `planes`), never a hidden card.
//
//   planes    uint32 [kPlanes][size][size / 32]   bit x % 32 of word x / 32 of row y is cell x, y of the window:
//             visible D, visible M, visible W, second tier, guarded by a smartie (first tier), places (first tier)
//   scalars   int8 [kScalars], see Scalar
//   ended     uint8: 0 running, 1 finished, 2 truncated (the field outgrew the window; rewards are 0)
//   rewards   float32 [players]: 1 for the winner's seats, -1 for the others (-0.5 with three players), 0 for a draw
//   actors    int8: the seat that decided in the last step
//   points    int16 [sides]: the points as they stood at the end, else 0
//   final_planes, final_scalars   what was seen at the end of the match that ended last, zeros where it was truncated
// Legal actions, written only on request (write_masks):
//   placings  uint32 [slot][rotation][tier][size][size / 32]   places, in bits as above
//   others    uint32: bit k is action kPlacings + k
//   smarties  uint64: bit k is smartie choice k of a first-tier placing
//   colours   uint8: bit k is colour choice k
#pragma once

#include <cstdint>
#include <vector>

#include "chocolate/actions.hpp"
#include "chocolate/position.hpp"

namespace tafelrunde::chocolate {

inline constexpr int kPlanes = 6;
inline constexpr int kScalars = 64;

// Where things stand in `scalars`. Seats and sides count from 0, types in the order of their texts (cards.hpp).
enum Scalar : int {
  kDeciding = 0,      // the seat that decides, whose view this is
  kOnTurn = 1,        // the seat on turn
  kSideColours = 2,   // 3: the colour of each side, 3 for none yet
  kSmartiesLeft = 5,  // 4: by seat
  kHandSizes = 9,     // 4: by seat
  kStackSize = 13,
  kPasses = 14,           // in succession
  kSwapPhase = 15,        // 0 none, 1 offered, 2 countered
  kSwapSeat = 16,         // the seat that was offered a card
  kOfferedNumber = 17,    // pieces of that seat's colour on the offered card, 0 without offer
  kCounteredNumber = 18,  // pieces of the offerer's colour on the countered card, 0 without
  kSwapUsed = 19,         // 1: no further offer in this turn
  kWindowX = 20,          // the field coordinates of the window's first cell
  kWindowY = 21,
  kOwnHand = 22,   // 18: cards in the deciding seat's hand by type
  kUnseen = 40,    // 18: cards of the deck that the seat sees nowhere, by type
  kOwnOffer = 58,  // the type of the seat's own card on offer, -1 for none
};

enum class Ended : std::uint8_t { kNo, kFinished, kTruncated };

template <class Row>
class Batch {
 public:
  static constexpr int kSize = kBits<Row>;
  static constexpr int kWords = kSize / 32;
  static constexpr int kPlaneWords = kPlanes * kSize * kWords;
  static constexpr int kMaskWords = kSlots * kRotations * 2 * kSize * kWords;

  // Match i draws everything it needs from stream i of the seed of the last reset; a new batch must be reset.
  Batch(const Rules& rules, int matches);

  int size() const { return static_cast<int>(matches_.size()); }
  const Rules& rules() const { return rules_; }
  const State<Row>& state(int match) const { return matches_[static_cast<std::size_t>(match)].state; }

  // The steps below work on matches `begin` to `end` - 1, so that several threads can share a batch.

  // Seeds matches, by streams of one seed or each by its own, and deals them anew.
  void reset(std::uint64_t seed, int begin, int end);
  void reset_each(const std::uint64_t* seeds, int begin, int end);
  // Where the stream of a match is: with its position, all that a copy of it needs.
  const Rng::State& stream(int match) const { return matches_[static_cast<std::size_t>(match)].rng.state(); }
  void set_stream(int match, const Rng::State& state) {
    matches_[static_cast<std::size_t>(match)].rng.go_on_from(state);
  }
  // Lets a match go on from a position of the same rules that is not over; false if it is too large for the window.
  bool set_position(int match, const Position& position);
  bool is_illegal(const Action& action, int match) const;
  // The first match whose action is illegal, or -1. `actions` has one entry a match of the whole batch.
  int find_illegal(const Action* actions, int begin, int end) const;
  // Plays legal actions, or random turns where there are none (null) or they say so; kNoAction leaves a match alone.
  void step(const Action* actions, int begin, int end);
  // Draws a uniformly random turn for every match, into `actions`.
  void sample(Action* actions, int begin, int end);
  void write_masks(int begin, int end);

  // Made on first request: they are large.
  void prepare_masks();

  std::vector<std::uint32_t> planes;
  std::vector<std::int8_t> scalars;
  std::vector<std::uint32_t> final_planes;
  std::vector<std::int8_t> final_scalars;
  std::vector<std::uint8_t> ended;
  std::vector<std::int8_t> actors;
  std::vector<float> rewards;
  std::vector<std::int16_t> points;
  std::vector<std::uint32_t> placings;
  std::vector<std::uint32_t> others;
  std::vector<std::uint64_t> smarties;
  std::vector<std::uint8_t> colours;

 private:
  struct Match {
    State<Row> state;
    Rng rng{0};
    std::array<std::int8_t, kTypes> hidden{};  // cards that do not lie in the field, by type
  };

  void restart(int index, const Rng& rng);
  void deal(Match& match);
  void count_all(Match& match);
  void clear(int index);
  void observe(int index);
  void keep_end(int index, Ended how);
  void finish(int index);

  Rules rules_;
  std::vector<Match> matches_;
};

extern template class Batch<Narrow>;
extern template class Batch<Wide>;

}  // namespace tafelrunde::chocolate
