// Threads that wait for work. The cores themselves know nothing of threads; the bindings split their work with this.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tafelrunde {

// More threads than any machine has cores for would only wait for one another.
inline constexpr unsigned kMostThreads = 1024;

// The number of threads to use when a caller asks for `wanted` (0: all cores).
unsigned thread_count(unsigned wanted) noexcept;

// A team that runs the pieces of one job at a time. The calling thread works too, so a team of one starts no thread.
//
// Every worker has a share of the pieces, the same from run to run: what it worked on last time is still in the caches
// of its core. A worker that is done with its own share waits half as long as that took, then helps with the others',
// so that a thread that the system lets sleep holds nobody up for long.
class Workers {
 public:
  // A job gets the number of a piece and of the worker that runs it (0 is the caller); it must not throw.
  using Job = std::function<void(std::size_t piece, unsigned worker)>;

  explicit Workers(unsigned wanted = 0);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] unsigned size() const noexcept { return size_; }

  // Runs pieces 0 .. pieces-1 (fewer than 2^32) in any order and returns when all are done. Calls from several threads
  // take turns. In a process forked from the one that made the team there are no threads: the caller does all the work.
  void run(std::size_t pieces, const Job& job);

  // Runs job(first, last) for parts of at most `part` that make up 0 .. count - 1; a team of one takes all in one part.
  template <class RangeJob>
  void split(std::size_t count, std::size_t part, const RangeJob& job) {
    if (size_ == 1) {
      job(std::size_t{0}, count);
      return;
    }
    run((count + part - 1) / part,
        [&](std::size_t piece, unsigned) { job(piece * part, std::min((piece + 1) * part, count)); });
  }

 private:
  static constexpr std::size_t kLine = 64;  // bytes that cores pass to one another at once

  // The end of a share in the high half and its next piece in the low half of one word: whoever draws a valid ticket
  // knows that the round it belongs to cannot end, and its job cannot go away, before the piece is done.
  struct alignas(kLine) Share {
    std::atomic<std::uint64_t> ticket{0};
  };

  void stop();
  void loop(unsigned worker);
  void drain(unsigned worker, std::uint32_t round);
  std::uint32_t take(unsigned share, unsigned worker);
  bool report(std::uint32_t taken);

  unsigned size_;
  long process_;
  std::mutex mutex_;
  std::vector<Share> shares_;
  std::vector<std::thread> threads_;
  // Written by the caller at the start of a round; apart from what workers write to.
  alignas(kLine) std::atomic<std::uint32_t> round_{0};
  std::atomic<bool> stop_{false};
  const Job* job_ = nullptr;
  // Pieces that are not done. Each worker takes off once a round what it has done of its own share.
  alignas(kLine) std::atomic<std::uint32_t> left_{0};
};

}  // namespace tafelrunde
