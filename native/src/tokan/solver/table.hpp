// The transposition table: what a search knows of positions, by their Zobrist keys, shared by threads without locks.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

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

class TranspositionTable {
 public:
  static constexpr std::size_t kBucket = 4;  // slots that share a cache line

  // The slots must be zero at first and begin at a multiple of 64 bytes. Only a small part is used until there is need
  // for more: the system clears memory when it is first touched, which would take longer than most questions do.
  explicit TranspositionTable(std::span<Slot> slots) noexcept : slots_(slots.data()), least_(slots.size() / kBucket) {
    for (; least_ / kGrowth >= kSmall; least_ /= kGrowth) most_growths_++;
    buckets_ = least_;
  }

  // Forgets everything.
  void clear() noexcept {
    for (std::size_t i = 0; i < buckets_ * kBucket; ++i) put(slots_[i], 0, 0);
    restart();
  }

  // Begins anew in slots that somebody else has made zero.
  void restart() noexcept {
    buckets_ = least_;
    growths_ = 0;
  }

  [[nodiscard]] std::size_t slots() const noexcept { return buckets_ * kBucket; }
  // What it may grow to.
  [[nodiscard]] std::size_t bytes() const noexcept {
    std::size_t most = least_ * kBucket * sizeof(Slot);
    for (int i = 0; i < most_growths_; ++i) most *= kGrowth;
    return most;
  }
  [[nodiscard]] bool can_grow() const noexcept { return growths_ < most_growths_; }

  // Whether so many slots are taken that entries may soon be lost.
  [[nodiscard]] bool crowded() const noexcept {
    const std::size_t looks = std::min<std::size_t>(buckets_, 64);
    std::size_t taken = 0;
    for (std::size_t i = 0; i < looks; ++i)
      for (std::size_t j = 0; j < kBucket; ++j)
        taken += slots_[buckets_ / looks * i * kBucket + j].data.load(std::memory_order_relaxed) != 0 ? 1 : 0;
    return taken * 2 > looks * kBucket;
  }

  // Takes more of its slots into use, if there are any; nobody may use it meanwhile.
  void grow() noexcept {
    if (!can_grow()) return;
    const std::size_t before = buckets_;
    buckets_ *= kGrowth;
    ++growths_;
    // A bucket's entries come to lie in one of those that take its place, which are behind all that are still to move.
    for (std::size_t i = before; i-- > 0;) {
      std::array<std::pair<std::uint64_t, std::uint64_t>, kBucket> entries;
      for (std::size_t j = 0; j < kBucket; ++j) {
        Slot& slot = slots_[i * kBucket + j];
        entries[j] = {slot.check.load(std::memory_order_relaxed), slot.data.load(std::memory_order_relaxed)};
        put(slot, 0, 0);
      }
      for (const auto& [check, data] : entries) {
        if (data == 0) continue;
        Slot* slot = bucket(check ^ data);
        // What two threads wrote at once belongs nowhere.
        if (static_cast<std::size_t>(slot - slots_) / (kBucket * kGrowth) != i) continue;
        while (slot->data.load(std::memory_order_relaxed) != 0) ++slot;
        put(*slot, check, data);
      }
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
  // What is settled stays so: a thread that knows less may come later.
  void store(std::uint64_t key, ProofNumbers effort, std::uint64_t work) noexcept {
    Slot* slot = bucket(key);
    Slot* chosen = slot;
    std::uint64_t least = ~std::uint64_t{0};
    for (std::size_t i = 0; i < kBucket; ++i) {
      const std::uint64_t data = slot[i].data.load(std::memory_order_relaxed);
      if ((slot[i].check.load(std::memory_order_relaxed) ^ data) == key) {
        if (settled(data) && !effort.known()) return;
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
    put(*chosen, key ^ data, data);
  }

 private:
  // Whether an entry says that one of both efforts is nothing.
  static bool settled(std::uint64_t data) noexcept {
    return data != 0 && (unpacked(data) == 0 || unpacked(data >> kEffortBits) == 0);
  }

  // The upper part of the key times the number of buckets.
  [[nodiscard]] Slot* bucket(std::uint64_t key) const noexcept {
    if constexpr (sizeof(std::size_t) < sizeof(std::uint64_t)) {
      const std::uint64_t lower = (key & 0xffffffff) * buckets_ >> 32;
      return slots_ + static_cast<std::size_t>(((key >> 32) * buckets_ + lower) >> 32) * kBucket;
    } else {
      __extension__ using Wide = unsigned __int128;
      return slots_ + static_cast<std::size_t>(static_cast<Wide>(key) * buckets_ >> 64) * kBucket;
    }
  }

  static void put(Slot& slot, std::uint64_t check, std::uint64_t data) noexcept {
    slot.check.store(check, std::memory_order_relaxed);
    slot.data.store(data, std::memory_order_relaxed);
  }

  static constexpr std::size_t kSmall = std::size_t{1} << 13;  // buckets, half a MiB
  static constexpr std::size_t kGrowth = 4;

  Slot* slots_;
  std::size_t least_;
  std::size_t buckets_ = 0;
  int growths_ = 0;
  int most_growths_ = 0;
};

}  // namespace tafelrunde::tokan::solver
