// A seedable random generator: small, fast, the same numbers on every machine. Not for secrets.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "common/hash.hpp"

namespace tafelrunde {

// xoshiro256++, its state filled by a SplitMix64 sequence.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) noexcept {
    for (auto& word : state_) {
      seed += kGolden;
      word = mix64(seed);
    }
  }

  // Streams of one seed are independent of one another: game i of a batch takes stream i.
  constexpr Rng(std::uint64_t seed, std::uint64_t stream) noexcept : Rng(mix64(seed + kGolden) ^ mix64(~stream)) {}

  // Everything that decides which numbers follow.
  using State = std::array<std::uint64_t, 4>;
  [[nodiscard]] constexpr const State& state() const noexcept { return state_; }
  constexpr void go_on_from(const State& state) noexcept { state_ = state; }

  constexpr std::uint64_t next() noexcept {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // A number in 0 .. n-1, each exactly as likely; n must be positive. (Lemire's multiplication with rejection.)
  constexpr std::uint32_t below(std::uint32_t n) noexcept {
    std::uint64_t product = (next() >> 32) * n;
    if (static_cast<std::uint32_t>(product) < n) [[unlikely]] {
      const std::uint32_t threshold = (0U - n) % n;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  template <class T>
  constexpr void shuffle(std::span<T> items) noexcept {
    for (std::size_t i = items.size(); i > 1; --i) {
      const std::size_t j = below(static_cast<std::uint32_t>(i));
      std::swap(items[i - 1], items[j]);
    }
  }

 private:
  State state_{};
};

}  // namespace tafelrunde
