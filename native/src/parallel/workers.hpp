// Threads that wait for work. The cores themselves know nothing of threads; the bindings split their work with this.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tafelrunde {

// The number of threads to use when a caller asks for `wanted` (0: all cores).
unsigned thread_count(unsigned wanted) noexcept;

// A team that runs the pieces of one job at a time. The calling thread works too, so a team of one starts no thread, and
// a thread that the system lets sleep holds nobody up: the others do its share.
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

 private:
  void loop(unsigned worker);
  void drain(unsigned worker);

  unsigned size_;
  long process_;
  std::mutex turn_;
  // A ticket is the number of pieces in the high half and the next piece in the low half of one word: whoever draws a
  // valid one knows that the round it belongs to cannot end, and its job cannot go away, before the piece is done.
  std::atomic<std::uint64_t> ticket_{0};
  std::atomic<std::uint32_t> done_{0};
  std::atomic<std::uint32_t> round_{0};
  std::atomic<bool> stop_{false};
  const Job* job_ = nullptr;
  std::vector<std::thread> threads_;
};

}  // namespace tafelrunde
