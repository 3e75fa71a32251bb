// What the module offers for TOKAN alone: its searches and its solver.
#include <memory>

#include "door.hpp"
#include "engine/tokan/solving.hpp"
#include "engine/tokan/thinking.hpp"
#include "plays.hpp"

namespace {

using namespace tafelrunde;
using namespace wasm;

std::unique_ptr<engine::TokanSolver> g_solver;

const engine::TokanTable& tokan_at(int play, int after) {
  return static_cast<const engine::TokanTable&>(table_at(play, after));
}

}  // namespace

// nodes
EXPORT(tokan_search) int tokan_search(int play, int after, int depth, int near, int sight) {
  Words words;
  return answered(engine::search_tokan(tokan_at(play, after), depth, near, sight, words.number(), host_clock()));
}

// seed, nodes
EXPORT(tokan_draft) int tokan_draft(int play, int after, int sight) {
  Words words;
  const std::uint64_t seed = words.number();
  return answered(engine::draft_tokan(tokan_at(play, after), sight, seed, words.number(), host_clock()));
}

// A solver with a fresh table of so many bytes; 0 where there is not so much memory.
EXPORT(solver_open) int solver_open(std::size_t memory) {
  g_solver.reset();
  g_solver = std::make_unique<engine::TokanSolver>(memory);
  return g_solver->ready() ? 1 : 0;
}
EXPORT(solver_close) void solver_close() { g_solver.reset(); }

// positions
EXPORT(solver_solve) int solver_solve(int play, int after, int margin, int line) {
  Words words;
  return answered(
      g_solver->solve(tokan_at(play, after).position(), margin != 0, line != 0, words.number(), host_clock()));
}
EXPORT(solver_values) int solver_values(int play, int after, int margin) {
  Words words;
  return answered(g_solver->values(tokan_at(play, after).position(), margin != 0, words.number(), host_clock()));
}
