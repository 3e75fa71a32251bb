// The transposition table: what a search knows of positions, by their Zobrist keys, shared by threads without locks.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace tafelrunde::tokan::solver {

// A proof number grows with the work that is expected to be left; kNever stands for what cannot be done. As a proof
// comes near its end, the work to refute what it shows grows beyond all bounds, so they are floating-point numbers.
using ProofNumber = float;
inline constexpr ProofNumber kNever = std::numeric_limits<ProofNumber>::infinity();

// An entry has room for the exponent and twenty bits behind the point: an effort is cut to that before anybody sees it,
// so that the table gives back what was put in.
inline constexpr int kEffortBits = 28;
inline constexpr int kCutBits = 3;
static_assert(kEffortBits + kCutBits + 1 == 8 * sizeof(ProofNumber), "all but the sign and what is cut");
inline std::uint64_t packed(ProofNumber effort) noexcept { return std::bit_cast<std::uint32_t>(effort) >> kCutBits; }
inline ProofNumber unpacked(std::uint64_t bits) noexcept {
  constexpr std::uint64_t kMask = (std::uint64_t{1} << kEffortBits) - 1;
  return std::bit_cast<ProofNumber>(static_cast<std::uint32_t>(bits & kMask) << kCutBits);
}
inline ProofNumber cut(ProofNumber effort) noexcept { return unpacked(packed(effort)); }

// The proof number and the disproof number of a position: how much work it will take to show that the player on turn
// reaches the goal, and that he does not.
struct ProofNumbers {
  ProofNumber prove = 1;
  ProofNumber refute = 1;
  [[nodiscard]] bool proved() const noexcept { return prove == 0; }
  [[nodiscard]] bool refuted() const noexcept { return refute == 0; }
  [[nodiscard]] bool known() const noexcept { return prove == 0 || refute == 0; }
};

inline constexpr ProofNumbers kProved{0, kNever};
inline constexpr ProofNumbers kRefuted{kNever, 0};

// Sixteen bytes: the efforts and the binary magnitude of the work done, and the key disguised by them. A slot that two
// threads wrote at once then matches no key.
struct Slot {
  std::atomic<std::uint64_t> check;
  std::atomic<std::uint64_t> data;
};
static_assert(sizeof(Slot) == 16);

class Table {
 public:
  static constexpr std::size_t kBucket = 4;  // slots that share a cache line

  // The slots must be zero at first and begin at a multiple of 64 bytes.
  explicit Table(std::span<Slot> slots) noexcept : slots_(slots.data()), buckets_(slots.size() / kBucket) {}

  // Forgets everything.
  void clear() noexcept {
    for (std::size_t i = 0; i < buckets_ * kBucket; ++i) {
      slots_[i].check.store(0, std::memory_order_relaxed);
      slots_[i].data.store(0, std::memory_order_relaxed);
    }
  }

  void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(bucket(key)); }

  [[nodiscard]] bool probe(std::uint64_t key, ProofNumbers& effort) const noexcept {
    const Slot* slot = bucket(key);
    for (std::size_t i = 0; i < kBucket; ++i) {
      const std::uint64_t data = slot[i].data.load(std::memory_order_relaxed);
      if ((slot[i].check.load(std::memory_order_relaxed) ^ data) == key && data != 0) {
        effort = {unpacked(data), unpacked(data >> kEffortBits)};
        return true;
      }
    }
    return false;
  }

  // The binary magnitude of the work behind an entry; 0 if there is none.
  [[nodiscard]] int magnitude(std::uint64_t key) const noexcept {
    const Slot* slot = bucket(key);
    for (std::size_t i = 0; i < kBucket; ++i) {
      const std::uint64_t data = slot[i].data.load(std::memory_order_relaxed);
      if ((slot[i].check.load(std::memory_order_relaxed) ^ data) == key)
        return static_cast<int>(data >> (2 * kEffortBits));
    }
    return 0;
  }

  // Keeps an entry in place of an older one of the same position, or of the one in its bucket that took least work.
  void store(std::uint64_t key, ProofNumbers effort, std::uint64_t work) noexcept {
    Slot* slot = bucket(key);
    Slot* chosen = slot;
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t i = 0; i < kBucket; ++i) {
      const std::uint64_t data = slot[i].data.load(std::memory_order_relaxed);
      if ((slot[i].check.load(std::memory_order_relaxed) ^ data) == key) {
        chosen = &slot[i];
        break;
      }
      if (data >> (2 * kEffortBits) < least) {
        least = data >> (2 * kEffortBits);
        chosen = &slot[i];
      }
    }
    const auto magnitude = static_cast<std::uint64_t>(64 - __builtin_clzll(work | 1));
    const std::uint64_t efforts = packed(effort.refute) << kEffortBits | packed(effort.prove);
    const std::uint64_t data = magnitude << (2 * kEffortBits) | efforts;
    chosen->check.store(key ^ data, std::memory_order_relaxed);
    chosen->data.store(data, std::memory_order_relaxed);
  }

 private:
  [[nodiscard]] Slot* bucket(std::uint64_t key) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return slots_ + static_cast<std::size_t>(static_cast<Wide>(key) * buckets_ >> 64) * kBucket;
  }

  Slot* slots_;
  std::size_t buckets_;
};

}  // namespace tafelrunde::tokan::solver
