// The time that a search may take, and somebody in Python who may say stop.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <utility>

namespace tafelrunde {

class Watch {
 public:
  // Whoever said stop before the search began is heard at once, or only after it had time for an answer of some kind.
  enum class Asks { kAtOnce, kLater };

  Watch(double seconds, nanobind::object stop, Asks first)
      : seconds_(seconds), stop_(std::move(stop)), asked_(first == Asks::kAtOnce ? begin_ - kAskEvery : begin_) {}

  // The part of the time that has passed, 1 once it is over; called without the lock of the interpreter.
  double passed() {
    const auto now = Clock::now();
    if (now - asked_ >= kAskEvery) {
      const nanobind::gil_scoped_acquire lock;
      if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
      stopped_ = stopped_ || (!stop_.is_none() && nanobind::cast<bool>(stop_.attr("is_set")()));
      asked_ = Clock::now();
    }
    if (stopped_) return 1;
    return seconds_ <= 0 ? 0 : std::chrono::duration<double>(now - begin_).count() / seconds_;
  }

  bool expired() { return passed() >= 1; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kAskEvery{5};

  double seconds_;
  nanobind::object stop_;
  bool stopped_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point asked_;
};

}  // namespace tafelrunde
