// What a position is worth with best play: which questions to ask, in which order, and the moves that show the answer.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tokan/action.hpp"
#include "tokan/options.hpp"
#include "tokan/solver/prover.hpp"

namespace tafelrunde::tokan::solver {

// What is known of a value; both ends belong to it.
struct Bounds {
  Value low = -kBest;
  Value high = kBest;

  [[nodiscard]] bool won() const noexcept { return low >= 1; }
  [[nodiscard]] bool lost() const noexcept { return high <= -1; }
  [[nodiscard]] bool drawn() const noexcept { return low == 0 && high == 0; }
  [[nodiscard]] bool decided() const noexcept { return won() || lost() || drawn(); }
  [[nodiscard]] bool exact() const noexcept { return low == high; }
};

// Runs a piece of work on every member of a team, numbered from 0, and returns when all are done.
using Crew = std::function<void(const std::function<void(unsigned member)>&)>;

class Solver {
 public:
  // Uses the table of `shared` and ends early when that says stop. All members of the crew work on one question.
  // Without table one of them tries everything: for checks of the search by its own means.
  Solver(Shared& shared, const Options& options, unsigned members, Crew crew, bool with_table = true);

  // Looks for the result, or for the exact value if `margin`, at no more than `budget` positions.
  Bounds solve(const State& state, bool margin, std::uint64_t budget);

  // Keeps a share of the new positions that the first member meets from now on.
  void collect(std::vector<Sample>& samples, double rate) noexcept { provers_[0].collect(samples, rate); }

  // A move that keeps what was found out, or the most promising one. There must be one.
  [[nodiscard]] Move best(const State& state, const Bounds& bounds);

  // The moves that reach a goal for the player on turn, as far as they are found within `budget` positions, `known`
  // ones among them; with `enough` of them no more are looked for.
  struct Reaching {
    MoveSet moves{};
    bool all = false;  // whether no other move reaches it
  };
  [[nodiscard]] Reaching reaching(const State& state, Value goal, const MoveSet& known, int enough,
                                  std::uint64_t budget);

  // The one who looks for moves of a certificate; the others rest meanwhile.
  [[nodiscard]] Prover& prover() noexcept { return provers_[0]; }

  // Best play from a position whose bounds are known, as far as it can be found within `budget` positions.
  [[nodiscard]] std::vector<Move> line(const State& state, Bounds bounds, std::uint64_t budget);

 private:
  ProofNumbers ask(const State& state, Value goal, std::uint64_t budget, const MoveSet& excluded = {});
  ProofNumbers ask_once(const State& state, Value goal, std::uint64_t budget, const MoveSet& excluded);
  void note(Value goal, const ProofNumbers& effort, Bounds& bounds) const noexcept;
  void decide(const State& state, std::uint64_t budget, Bounds& bounds);
  void measure(const State& state, std::uint64_t budget, Bounds& bounds);

  [[nodiscard]] std::uint64_t used() const noexcept { return shared_.positions.load(std::memory_order_relaxed); }
  [[nodiscard]] bool stopped() const noexcept { return shared_.stop.load(std::memory_order_relaxed); }

  Shared& shared_;
  Options options_;
  Crew crew_;
  bool with_table_;
  std::vector<Prover> provers_;
  std::optional<Move> proof_;  // of the last question
};

// What every action leads to, for the player who is on turn then, at no more than `budget` positions in all.
std::vector<Bounds> values_of(Solver& solver, Shared& shared, const State& state, const std::vector<Action>& actions,
                              const Options& options, bool margin, std::uint64_t budget);

}  // namespace tafelrunde::tokan::solver
