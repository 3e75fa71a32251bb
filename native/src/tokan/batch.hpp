// Many matches that step together, for learners. Nothing here knows of threads: a caller may hand disjoint ranges of
// matches to different threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tokan/image.hpp"
#include "tokan/observe.hpp"

namespace tafelrunde::tokan {

// The arrays a batch writes to, one entry (or row) a match.
struct BatchArrays {
  std::uint8_t* observations;  // observation_size() bytes a match
  float* rewards;              // of red and black: 1 and -1 for a win, 0 for a draw and as long as the game goes on
  std::int16_t* margins;       // red's points minus black's when the game has ended, else 0
  std::uint8_t* done;          // 1 if the last action ended the game
  std::uint8_t* sides;         // the colour to move
};

// Matches that have ended start anew within the same step: rewards and margins tell of the end, observations and
// sides of the new start. Every match draws its starts (and its random actions) from its own stream of the seed.
class Batch {
 public:
  Batch(const Options& options, std::size_t matches, std::uint64_t seed);

  [[nodiscard]] std::size_t size() const noexcept { return matches_.size(); }
  [[nodiscard]] const Options& options() const noexcept { return options_; }
  [[nodiscard]] const Position& position(std::size_t match) const noexcept { return matches_[match].position; }

  // Starts all matches anew.
  void reset(std::uint64_t seed) noexcept;

  // Lets a match go on from a position that is not over and has the options of the batch.
  void set_position(std::size_t match, const Position& position) noexcept;

  // The first match whose action is illegal, or size().
  [[nodiscard]] std::size_t first_illegal(const std::int32_t* actions) const noexcept;

  // For the matches first .. last - 1: writes what is seen, plays the actions (all of which must be legal), or draws
  // actions uniformly, plays them and writes them down.
  void observe(std::size_t first, std::size_t last, const BatchArrays& arrays) const noexcept;
  void step(std::size_t first, std::size_t last, const std::int32_t* actions, const BatchArrays& arrays) noexcept;
  void step_randomly(std::size_t first, std::size_t last, std::int32_t* actions, const BatchArrays& arrays) noexcept;

  // Writes which actions are legal, action_count() bytes a match; apart from the rest, since not everybody asks for it.
  void write_masks(std::size_t first, std::size_t last, std::uint8_t* masks) const noexcept;

 private:
  struct Match {
    Position position;
    FieldImage image;  // of the field, in matches without draft
    MoveSet moves;     // the legal moves, unless drafting
    Rng rng{0};

    void start() noexcept;
    void look() noexcept;
    void play(Action action) noexcept;
    void play(Move move) noexcept;
    [[nodiscard]] bool legal(Action action) const noexcept;
  };

  void write(std::size_t index, const BatchArrays& arrays) const noexcept;
  void finish_step(std::size_t index, const BatchArrays& arrays) noexcept;

  Options options_;
  std::vector<Match> matches_;
};

}  // namespace tafelrunde::tokan
