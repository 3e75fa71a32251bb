// The solver of TOKAN, behind the door tafelrunde.native.tokan_solver.
#include "tokan/solver/solver.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "parallel/huge_memory.hpp"
#include "parallel/workers.hpp"
#include "tokan/solver/certificate.hpp"
#include "tokan/solver/sampling.hpp"
#include "tokan/text.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tafelrunde::tokan {

namespace {

using solver::Bounds;
using solver::Shared;
using solver::State;

constexpr std::size_t kLeastMemory = std::size_t{1} << 20;
constexpr std::uint64_t kAlways = ~std::uint64_t{0};
constexpr std::uint64_t kLineBudget = 1 << 22;

// low, high, best move, line, positions; the bounds being those of the value described in prover.hpp.
using SolutionParts = std::tuple<int, int, std::optional<std::string>, std::vector<std::string>, std::uint64_t>;
// move, and the bounds of what it leads to, for the player who moves.
using MoveParts = std::tuple<std::string, int, int>;

// A thread that runs some work while the caller watches the clock, the keyboard and whoever wants to stop.
class Watch {
 public:
  Watch(Shared& shared, std::optional<double> seconds, nb::object tick)
      : shared_(shared), seconds_(seconds), tick_(std::move(tick)) {}

  // Called without the lock of the interpreter; throws what Python raised meanwhile, once the work has ended.
  template <class Work>
  void run(Work&& work) {
    std::exception_ptr failure;
    bool done = false;
    std::mutex mutex;
    std::condition_variable ended;
    std::thread thread([&] {
      work();
      const std::lock_guard lock(mutex);
      done = true;
      ended.notify_all();
    });
    std::unique_lock lock(mutex);
    while (!done) {
      ended.wait_until(lock, next_look(), [&] { return done; });
      if (done) break;
      lock.unlock();
      if (failure == nullptr) look(failure);
      lock.lock();
    }
    lock.unlock();
    thread.join();
    if (failure != nullptr) std::rethrow_exception(failure);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kEvery{50};

  [[nodiscard]] Clock::time_point next_look() const {
    const auto next = Clock::now() + kEvery;
    return seconds_ && !shared_.stop.load() ? std::min(next, end()) : next;
  }
  [[nodiscard]] Clock::time_point end() const {
    // A century is as good as for ever, and can be added to any clock.
    constexpr double kCentury = 3e9;
    const std::chrono::duration<double> wait(std::min(*seconds_, kCentury));
    return begin_ + std::chrono::duration_cast<Clock::duration>(wait);
  }

  void look(std::exception_ptr& failure) {
    if (seconds_ && Clock::now() >= end()) shared_.stop = true;
    const nb::gil_scoped_acquire gil;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!tick_.is_none() && !nb::cast<bool>(tick_(shared_.positions.load()))) shared_.stop = true;
    } catch (...) {
      failure = std::current_exception();
      shared_.stop = true;
    }
  }

  Shared& shared_;
  std::optional<double> seconds_;
  nb::object tick_;
  Clock::time_point begin_ = Clock::now();
};

class SolverDoor {
 public:
  SolverDoor(std::size_t memory, unsigned threads)
      : memory_(size_for(memory)),
        with_table_(memory > 0),
        table_(std::span(static_cast<solver::Slot*>(memory_.data()), memory_.size() / sizeof(solver::Slot))),
        workers_(threads) {}

  SolutionParts solve(const Position& position, bool margin, bool with_line, std::optional<double> seconds,
                      std::optional<std::uint64_t> positions, nb::object tick) {
    const State state = state_of(position);
    const std::uint64_t budget = positions.value_or(kAlways);
    Shared shared(table_);
    Watch watch(shared, seconds, std::move(tick));
    Bounds bounds;
    std::optional<Move> best;
    std::vector<Move> line;
    {
      const nb::gil_scoped_release unlocked;
      const std::lock_guard lock(mutex_);
      solver::Solver solver = solver_for(shared, position.options);
      watch.run([&] {
        bounds = solver.solve(state, margin, budget);
        if (!position.over()) best = solver.best(state, bounds);
        if (with_line) line = solver.line(state, bounds, kLineBudget);
      });
    }
    std::vector<std::string> texts;
    Position here = position;
    for (const Move move : line) {
      texts.push_back(to_text(here, action_of(move)));
      here.play(action_of(move));
    }
    return {bounds.low, bounds.high, best ? std::optional(to_text(position, action_of(*best))) : std::nullopt, texts,
            shared.positions.load()};
  }

  std::vector<MoveParts> values(const Position& position, bool margin, std::optional<double> seconds,
                                std::optional<std::uint64_t> positions, nb::object tick) {
    const std::vector<Action> actions = position.legal_actions();
    const State state = state_of(position);
    const std::uint64_t budget = positions.value_or(kAlways);
    Shared shared(table_);
    Watch watch(shared, seconds, std::move(tick));
    std::vector<Bounds> all(actions.size());
    {
      const nb::gil_scoped_release unlocked;
      const std::lock_guard lock(mutex_);
      solver::Solver solver = solver_for(shared, position.options);
      watch.run([&] { all = solver::values_of(solver, shared, state, actions, position.options, margin, budget); });
    }
    std::vector<MoveParts> parts;
    for (std::size_t i = 0; i < actions.size(); ++i)
      parts.emplace_back(to_text(position, actions[i]), -all[i].high, -all[i].low);
    return parts;
  }

  // The choices that show that a player reaches a goal, as bytes; nothing if they cannot be found within the limits.
  std::optional<nb::bytes> certificate(const Position& position, int player, int goal, std::uint64_t most,
                                       nb::object tick) {
    (void)state_of(position);
    Shared shared(table_);
    Watch watch(shared, std::nullopt, std::move(tick));
    std::vector<std::uint8_t> choices;
    bool shown = false;
    {
      const nb::gil_scoped_release unlocked;
      const std::lock_guard lock(mutex_);
      solver::Solver solver = solver_for(shared, position.options);
      shared.crowded = false;
      solver::Certificate certificate(solver.prover(), shared, position.options);
      watch.run([&] { shown = certificate.write(position, player, goal, most); });
      choices = certificate.choices();
    }
    if (!shown) return std::nullopt;
    return nb::bytes(choices.data(), choices.size());
  }

  // Rows of numbers, as bytes; see sampling.hpp.
  nb::bytes samples(const Position& position, std::uint64_t search, double rate, std::uint64_t each) {
    const State state = state_of(position);
    if (position.over()) throw nb::value_error("the game is over");
    std::vector<float> rows;
    {
      const nb::gil_scoped_release unlocked;
      const std::lock_guard lock(mutex_);
      rows = solver::sample(state, position.options, {search, rate, each}, table_);
    }
    return nb::bytes(rows.data(), rows.size() * sizeof(float));
  }

  // Forgets everything.
  void clear() {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard lock(mutex_);
    table_.clear();
  }

 private:
  static State state_of(const Position& position) {
    if (position.drafting) throw nb::value_error("a draft cannot be solved");
    return solver::state_of(position.board, position.options.scoring);
  }

  solver::Solver solver_for(Shared& shared, const Options& options) {
    return {shared, options, workers_.size(),
            [this](const std::function<void(unsigned)>& piece) {
              workers_.run(workers_.size(),
                           [&](std::size_t member, unsigned) { piece(static_cast<unsigned>(member)); });
            },
            with_table_};
  }

  // Without a table a small one remains, which nothing is written to.
  static std::size_t size_for(std::size_t memory) {
    if (memory > 0 && memory < kLeastMemory) throw nb::value_error("a table has at least 1 MiB");
    return memory > 0 ? memory / 64 * 64 : kLeastMemory;
  }

  HugeMemory memory_;
  bool with_table_;
  solver::TranspositionTable table_;
  Workers workers_;
  std::mutex mutex_;
};

}  // namespace

}  // namespace tafelrunde::tokan

void bind_tokan_solver(nb::module_& module) {
  using tafelrunde::tokan::SolverDoor;
  nb::module_ solver =
      module.def_submodule("tokan_solver", "The solver of TOKAN; go through tafelrunde.native.tokan_solver.");
  nb::class_<SolverDoor>(solver, "Solver")
      .def(nb::init<std::size_t, unsigned>(), "memory"_a, "threads"_a)
      .def("solve", &SolverDoor::solve, "position"_a, "margin"_a, "line"_a, "seconds"_a.none(), "positions"_a.none(),
           "tick"_a.none())
      .def("values", &SolverDoor::values, "position"_a, "margin"_a, "seconds"_a.none(), "positions"_a.none(),
           "tick"_a.none())
      .def("certificate", &SolverDoor::certificate, "position"_a, "player"_a, "goal"_a, "most"_a, "tick"_a.none())
      .def("samples", &SolverDoor::samples, "position"_a, "search"_a, "rate"_a, "each"_a)
      .def("clear", &SolverDoor::clear);
  solver.attr("SAMPLE_SIZE") = tafelrunde::tokan::solver::kRow;
}
