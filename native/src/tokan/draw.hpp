// Drawing a move uniformly from all legal ones.
#pragma once

#include <bit>
#include <cstdint>

#include "common/bits.hpp"
#include "common/rng.hpp"
#include "tokan/moves.hpp"

namespace tafelrunde::tokan {

// Draws from a set of moves without listing them. The running counts of its six words lie in the bytes of one number:
// no position has as many as 128 moves, because a tower has at most four directions for each of its tiles.
class Lots {
 public:
  explicit Lots(const MoveSet& moves) noexcept : moves_(moves) {
    std::uint64_t counts = 0;
    for (std::size_t i = 0; i < MoveSet::kWords; ++i)
      counts |= static_cast<std::uint64_t>(std::popcount(moves.words[i])) << (8 * i);
    ends_ = counts * kBytes;
  }
  [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(ends_ >> 56); }
  [[nodiscard]] Move draw(Rng& rng) const noexcept {
    const std::uint64_t lot = rng.below(count());
    // The lot lies in the first word whose running count exceeds it.
    const std::uint64_t passed = ((lot * kBytes | kBytes << 7) - ends_) & kBytes << 7;
    const auto word = static_cast<std::uint32_t>(std::popcount(passed));
    const std::uint64_t before = ends_ << 8 >> (8 * word) & 0xff;
    const int at = select(moves_.words[word], static_cast<std::uint32_t>(lot - before));
    return Move(word * 64 + static_cast<std::uint32_t>(at));
  }

 private:
  static constexpr std::uint64_t kBytes = 0x0101010101010101ULL;
  const MoveSet& moves_;
  std::uint64_t ends_;  // byte i: the number of moves in words 0 to i
};

// A move drawn uniformly from a set that is not empty.
inline Move draw(const MoveSet& moves, Rng& rng) noexcept { return Lots(moves).draw(rng); }

}  // namespace tafelrunde::tokan
