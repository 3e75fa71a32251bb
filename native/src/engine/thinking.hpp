// Searches and the solver, asked with words and answered with JSON.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "chocolate/search/search.hpp"
#include "engine/chocolate.hpp"
#include "engine/tokan.hpp"
#include "tokan/solver/solver.hpp"

namespace tafelrunde::engine {

// The time, which a search has no clock of its own for.
struct Clock {
  std::function<double()> passed;                     // which part of the time is over: 1 or more ends a search
  std::function<bool(std::uint64_t positions)> tell;  // told how many positions were looked at; whether to go on
};

// All of these say {"error":…} where they cannot be asked.
std::string search_tokan(const TokanTable& table, int depth, int near, int sight, std::uint64_t nodes,
                         const Clock& clock);
std::string draft_tokan(const TokanTable& table, int sight, std::uint64_t seed, std::uint64_t nodes,
                        const Clock& clock);

struct ChocolateQuestion {
  chocolate::Settings settings;
  std::uint64_t seed = 0;
  std::uint64_t nodes = 0;
  const chocolate::Net* net = nullptr;
  bool open = false;  // whether every hand and the order of the stack are known
  std::vector<std::string_view> asked;
};

std::string search_chocolate(const ChocolateTable& table, const ChocolateQuestion& question, const Clock& clock);

// The solver of TOKAN with its memory, for as many questions as are asked.
class TokanSolver {
 public:
  // Takes some bytes; check `ready` whether they could be had.
  explicit TokanSolver(std::size_t memory);
  ~TokanSolver();
  TokanSolver(const TokanSolver&) = delete;
  TokanSolver& operator=(const TokanSolver&) = delete;

  [[nodiscard]] bool ready() const { return slots_ != nullptr; }
  std::string solve(const TokanTable& table, bool margin, bool line, std::uint64_t positions, const Clock& clock);
  std::string values(const TokanTable& table, bool margin, std::uint64_t positions, const Clock& clock);

 private:
  void* slots_;
  tokan::solver::Table table_;
};

}  // namespace tafelrunde::engine
