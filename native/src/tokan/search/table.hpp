// The transposition table of one search: scores of positions by the depth they were searched to.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "tokan/search/evaluation.hpp"

namespace tafelrunde::tokan::search {

enum class Bound : std::uint8_t { kNone, kAtLeast, kAtMost, kExact };

struct Entry {
  std::uint64_t key = 0;
  std::int16_t score = 0;
  std::uint16_t move = 0;  // its code
  std::int16_t depth = 0;
  Bound bound = Bound::kNone;

  // Whether the entry answers a question of some depth; what is certain is so at every depth.
  [[nodiscard]] bool settles(int wanted, Score alpha, Score beta) const noexcept {
    const bool certain = (bound != Bound::kAtMost && score >= kWon) || (bound != Bound::kAtLeast && score <= -kWon);
    if (depth < wanted && !certain) return false;
    return bound == Bound::kExact || (bound == Bound::kAtLeast ? score >= beta : score <= alpha);
  }
};

class TranspositionTable {
 public:
  // A table for a search of about so many positions; nothing is remembered without any.
  explicit TranspositionTable(std::uint64_t positions)
      : entries_(std::bit_ceil(std::clamp<std::uint64_t>(positions / 4, 1 << 8, 1 << 20))) {}

  [[nodiscard]] const Entry* probe(std::uint64_t key) const noexcept {
    const Entry& entry = entries_[key & (entries_.size() - 1)];
    return entry.bound != Bound::kNone && entry.key == key ? &entry : nullptr;
  }

  void store(std::uint64_t key, Score score, Move move, int depth, Bound bound) noexcept {
    entries_[key & (entries_.size() - 1)] = {key, static_cast<std::int16_t>(score),
                                             static_cast<std::uint16_t>(move.code()), static_cast<std::int16_t>(depth),
                                             bound};
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace tafelrunde::tokan::search
