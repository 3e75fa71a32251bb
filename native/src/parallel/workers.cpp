#include "parallel/workers.hpp"

#include <algorithm>
#include <chrono>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace tafelrunde {

namespace {

using Clock = std::chrono::steady_clock;

// Rounds of a batch follow one another as fast as Python calls: it pays to look a while before going to sleep, because
// to be woken takes as long as a round. There is no pause instruction between two looks: a virtual machine may take a
// row of them as a reason to take the core away.
constexpr std::chrono::microseconds kPatience{100};
constexpr int kLooks = 1024;  // between two looks at the clock

long process_number() noexcept {
#if defined(_WIN32)
  return _getpid();
#else
  return ::getpid();
#endif
}

// Returns once `word` differs from `old`.
void await_change(const std::atomic<std::uint32_t>& word, std::uint32_t old) noexcept {
  const auto end = Clock::now() + kPatience;
  do {
    for (int look = 0; look < kLooks; ++look) {
      if (word.load(std::memory_order_acquire) != old) return;
    }
  } while (Clock::now() < end);
  word.wait(old, std::memory_order_acquire);
}

}  // namespace

unsigned thread_count(unsigned wanted) noexcept {
  return std::min(kMostThreads, wanted != 0 ? wanted : std::max(1U, std::thread::hardware_concurrency()));
}

Workers::Workers(unsigned wanted) : size_(thread_count(wanted)), process_(process_number()), shares_(size_) {
  threads_.reserve(size_ - 1);
  try {
    for (unsigned worker = 1; worker < size_; ++worker) threads_.emplace_back([this, worker] { loop(worker); });
  } catch (...) {
    // The system gives no more of them; those that run must not be left behind.
    stop();
    throw;
  }
}

Workers::~Workers() {
  if (process_ != process_number()) {
    // The threads live in the parent; a joinable handle must not be destroyed, so the handles are left behind.
    new std::vector<std::thread>(std::move(threads_));
    return;
  }
  stop();
}

void Workers::stop() {
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
  const std::lock_guard lock(mutex_);
  job_ = &job;
  left_.store(static_cast<std::uint32_t>(pieces), std::memory_order_relaxed);
  for (std::uint64_t worker = 0; worker < size_; ++worker) {
    const std::uint64_t first = pieces * worker / size_;
    const std::uint64_t end = pieces * (worker + 1) / size_;
    shares_[worker].ticket.store(end << 32 | first, std::memory_order_release);
  }
  const std::uint32_t round = round_.fetch_add(1, std::memory_order_release) + 1;
  round_.notify_all();
  drain(0, round);
  while (const std::uint32_t left = left_.load(std::memory_order_acquire)) await_change(left_, left);
}

void Workers::loop(unsigned worker) {
  std::uint32_t seen = 0;
  for (;;) {
    await_change(round_, seen);
    seen = round_.load(std::memory_order_acquire);
    if (stop_.load(std::memory_order_relaxed)) return;
    drain(worker, seen);
  }
}

// Runs what is left of a share; returns how many pieces that were.
std::uint32_t Workers::take(unsigned share, unsigned worker) {
  std::uint32_t taken = 0;
  for (;; ++taken) {
    const std::uint64_t ticket = shares_[share].ticket.fetch_add(1, std::memory_order_acq_rel);
    const std::uint64_t piece = ticket & 0xffffffffU;
    if (piece >= ticket >> 32) return taken;
    (*job_)(piece, worker);
  }
}

// Reports pieces as done; returns whether the round was over with them.
bool Workers::report(std::uint32_t taken) {
  if (left_.fetch_sub(taken, std::memory_order_acq_rel) != taken) return false;
  left_.notify_all();
  return true;
}

void Workers::drain(unsigned worker, std::uint32_t round) {
  const auto begin = Clock::now();
  const std::uint32_t own = take(worker, worker);
  if (own != 0) {
    if (report(own)) return;
    // The others are most likely about to be done. To help them now would bring their matches into the caches of this
    // core, from where they would have to come back in the next round, and that takes longer than waiting.
    const auto end = Clock::now();
    const auto patience = end + (end - begin) / 2;
    do {
      if (left_.load(std::memory_order_acquire) == 0 || round_.load(std::memory_order_acquire) != round) return;
    } while (Clock::now() < patience);
  }
  for (unsigned i = 1; i < size_; ++i) {
    const std::uint32_t taken = take((worker + i) % size_, worker);
    if (taken != 0 && report(taken)) return;
  }
}

}  // namespace tafelrunde
