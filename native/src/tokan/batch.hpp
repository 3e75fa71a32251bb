// Many matches that step together, for learners. Nothing here knows of threads: a caller may hand disjoint ranges of
// matches to different threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tokan/image.hpp"
#include "tokan/observe.hpp"

namespace tafelrunde::tokan {

// The action that leaves a match as it is.
inline constexpr std::int32_t kNoAction = -2;

// Matches that have ended start anew within the same step: rewards, margins and finals tell of the end, observations
// and sides of the new start. Every match draws its starts (and its random actions) from its own stream of the seed.
//
// The arrays belong to the batch. Observations change from step to step only where the field did, so nobody else may
// write to them.
class Batch {
 public:
  Batch(const Options& options, std::size_t matches, std::uint64_t seed);

  [[nodiscard]] std::size_t size() const noexcept { return matches_.size(); }
  [[nodiscard]] const Options& options() const noexcept { return options_; }
  [[nodiscard]] Position position(std::size_t match) const noexcept;

  // Starts all matches anew, each from its own stream of the seed, or each from a seed of its own.
  void reset(std::uint64_t seed) noexcept;
  void reset_each(const std::uint64_t* seeds) noexcept;

  // Where the stream of a match is: with its position, all that a copy of it needs.
  [[nodiscard]] const Rng::State& stream(std::size_t match) const noexcept { return matches_[match].rng.state(); }
  void set_stream(std::size_t match, const Rng::State& state) noexcept { matches_[match].rng.go_on_from(state); }

  // Lets a match go on from a position that is not over and has the options of the batch.
  void set_position(std::size_t match, const Position& position) noexcept;

  // The first of the matches first .. last - 1 whose action is illegal, or `last`.
  [[nodiscard]] std::size_t find_illegal(std::size_t first, std::size_t last, const std::int32_t* given) const noexcept;

  // For the matches first .. last - 1: plays the actions of the array (all of which must be legal, or kNoAction), or
  // draws actions uniformly, plays them and writes them down in `actions`.
  void step(std::size_t first, std::size_t last, const std::int32_t* given) noexcept;
  void step_randomly(std::size_t first, std::size_t last) noexcept;

  // Writes which actions are legal, action_count() bytes a match; apart from the rest, since not everybody asks for it.
  void write_masks(std::size_t first, std::size_t last, std::uint8_t* masks) const noexcept;

  // One entry (or row) a match.
  std::vector<std::uint8_t> observations;  // observation_size() bytes
  std::vector<std::uint8_t> finals;        // the same at the end of the match that ended last, seen by who cannot move
  std::vector<float> rewards;  // of red and black: 1 and -1 for a win, 0 for a draw and as long as the game goes on
  std::vector<std::int16_t> margins;  // red's points minus black's when the game has ended, else 0
  std::vector<std::uint8_t> done;     // 1 if the last action ended the game
  std::vector<std::uint8_t> sides;    // the colour to move
  std::vector<std::int32_t> actions;  // what the last random step played

 private:
  // Small on purpose: with moves and observation a match takes 752 bytes, so that a thousand stay near the core.
  struct Match {
    Board board;  // meaningful once the field is complete
    Rng rng{0};
  };
  struct Laying {
    Draft draft;
    bool drafting;
  };

  [[nodiscard]] bool drafting(std::size_t index) const noexcept {
    return !layings_.empty() && layings_[index].drafting;
  }
  [[nodiscard]] bool legal(std::size_t match, Action action) const noexcept;
  [[nodiscard]] std::uint8_t* observation(std::size_t index) noexcept {
    return observations.data() + index * static_cast<std::size_t>(observation_size(options_));
  }
  void restart(std::size_t index, const Rng& rng) noexcept;
  void start(std::size_t index) noexcept;
  void look(std::size_t index) noexcept;
  template <Gaps kGaps>
  void play(std::size_t index, Move move) noexcept;
  void play_laying(std::size_t index, Action action) noexcept;
  void tell(std::size_t index, float red_reward, int margin, bool over) noexcept;
  void finish_step(std::size_t index) noexcept;
  template <class Choose>
  void step_each(std::size_t first, std::size_t last, const Choose& choose) noexcept;

  Options options_;
  std::vector<Match> matches_;
  std::vector<MoveSet> moves_;   // the legal moves of each match, unless drafting
  std::vector<Laying> layings_;  // of matches with a draft
};

}  // namespace tafelrunde::tokan
