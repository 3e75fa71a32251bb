// The solver of TOKAN, asked about positions and answered with JSON.
#pragma once

#include <cstdint>
#include <string>

#include "engine/clock.hpp"
#include "tokan/position.hpp"
#include "tokan/solver/solver.hpp"

namespace tafelrunde::engine {

// A solver with its memory, for as many questions as are asked. There is one at a time.
class TokanSolver {
 public:
  // Takes some bytes; check `ready` whether they could be had. The members of the crew work on every question.
  explicit TokanSolver(std::size_t memory, unsigned members = 1, tokan::solver::Crew crew = alone());
  ~TokanSolver();
  TokanSolver(const TokanSolver&) = delete;
  TokanSolver& operator=(const TokanSolver&) = delete;

  [[nodiscard]] bool ready() const { return slots_ != nullptr; }
  std::string solve(const tokan::Position& position, bool margin, bool line, std::uint64_t positions,
                    const Clock& clock);
  std::string values(const tokan::Position& position, bool margin, std::uint64_t positions, const Clock& clock);

 private:
  static tokan::solver::Crew alone() {
    return [](const std::function<void(unsigned)>& piece) { piece(0); };
  }

  void* slots_;
  tokan::solver::TranspositionTable table_;
  unsigned members_;
  tokan::solver::Crew crew_;
};

}  // namespace tafelrunde::engine
