#include "parallel/workers.hpp"

#include <algorithm>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace tafelrunde {

namespace {

// Rounds of a batch follow one another within microseconds: it pays to look a while before going to sleep.
constexpr int kLooks = 4096;

long process_number() noexcept {
#if defined(_WIN32)
  return _getpid();
#else
  return ::getpid();
#endif
}

void pause_briefly() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Returns once `word` differs from `old`.
void await_change(const std::atomic<std::uint32_t>& word, std::uint32_t old) noexcept {
  for (int look = 0; look < kLooks; ++look) {
    if (word.load(std::memory_order_acquire) != old) return;
    pause_briefly();
  }
  word.wait(old, std::memory_order_acquire);
}

}  // namespace

unsigned thread_count(unsigned wanted) noexcept {
  return wanted != 0 ? wanted : std::max(1U, std::thread::hardware_concurrency());
}

Workers::Workers(unsigned wanted) : size_(thread_count(wanted)), process_(process_number()) {
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
  done_.store(0, std::memory_order_relaxed);
  ticket_.store(std::uint64_t{pieces} << 32, std::memory_order_release);
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
  for (;;) {
    const std::uint64_t ticket = ticket_.fetch_add(1, std::memory_order_acq_rel);
    const std::uint64_t piece = ticket & 0xffffffffU;
    const std::uint64_t pieces = ticket >> 32;
    if (piece >= pieces) return;
    (*job_)(piece, worker);
    if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == pieces) done_.notify_all();
  }
}

}  // namespace tafelrunde
