#include "parallel/workers.hpp"

#include <algorithm>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace tafelrunde {

namespace {

// Rounds of a batch follow one another within microseconds: it pays to look a while (about 0.1 ms) before going to sleep.
// There is no pause instruction between two looks: a virtual machine may take a row of them as a reason to take the core
// away.
constexpr int kLooks = 65536;

long process_number() noexcept {
#if defined(_WIN32)
  return _getpid();
#else
  return ::getpid();
#endif
}

// Returns once `word` differs from `old`.
void await_change(const std::atomic<std::uint32_t>& word, std::uint32_t old) noexcept {
  for (int look = 0; look < kLooks; ++look) {
    if (word.load(std::memory_order_acquire) != old) return;
  }
  word.wait(old, std::memory_order_acquire);
}

}  // namespace

unsigned thread_count(unsigned wanted) noexcept {
  return wanted != 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

Workers::Workers(unsigned wanted) : size_(thread_count(wanted)), process_(process_number()), shares_(size_) {
  threads_.reserve(size_ - 1);
  for (unsigned worker = 1; worker < size_; ++worker) threads_.emplace_back([this, worker] { loop(worker); });
}

Workers::~Workers() {
  if (process_ != process_number()) {
    // The threads live in the parent; a joinable handle must not be destroyed, so the handles are left behind.
    new std::vector<std::thread>(std::move(threads_));
    return;
  }
  stop_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void Workers::run(std::size_t pieces, const Job& job) {
  if (threads_.empty() || pieces < 2 || process_ != process_number()) {
    for (std::size_t piece = 0; piece < pieces; ++piece) job(piece, 0);
    return;
  }
  const std::lock_guard turn(turn_);
  job_ = &job;
  pieces_ = pieces;
  done_.store(0, std::memory_order_relaxed);
  for (std::uint64_t worker = 0; worker < size_; ++worker) {
    const std::uint64_t first = pieces * worker / size_;
    const std::uint64_t end = pieces * (worker + 1) / size_;
    shares_[worker].ticket.store(end << 32 | first, std::memory_order_release);
  }
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  drain(0);
  for (;;) {
    const std::uint32_t done = done_.load(std::memory_order_acquire);
    if (done == pieces) return;
    await_change(done_, done);
  }
}

void Workers::loop(unsigned worker) {
  std::uint32_t seen = 0;
  for (;;) {
    await_change(round_, seen);
    seen = round_.load(std::memory_order_acquire);
    if (stop_.load(std::memory_order_relaxed)) return;
    drain(worker);
  }
}

void Workers::drain(unsigned worker) {
  std::uint32_t done = 0;
  for (unsigned i = 0; i < size_; ++i) {
    Share& share = shares_[(worker + i) % size_];
    for (;;) {
      const std::uint64_t ticket = share.ticket.fetch_add(1, std::memory_order_acq_rel);
      const std::uint64_t piece = ticket & 0xffffffffU;
      if (piece >= ticket >> 32) break;
      (*job_)(piece, worker);
      ++done;
    }
  }
  if (done == 0) return;  // the round may be over already
  const std::size_t pieces = pieces_;  // read before the round can end
  if (done_.fetch_add(done, std::memory_order_acq_rel) + done == pieces) done_.notify_all();
}

}  // namespace tafelrunde
