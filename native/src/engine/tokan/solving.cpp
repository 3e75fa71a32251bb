#include "engine/tokan/solving.hpp"

#include <cstdlib>
#include <utility>

#include "engine/json.hpp"
#include "engine/tokan/table.hpp"
#include "tokan/text.hpp"

namespace tafelrunde::engine {

namespace {

using tokan::solver::Bounds;
using tokan::solver::Shared;
using tokan::solver::Slot;

constexpr std::uint64_t kLineBudget = 1 << 22;

#ifdef __wasm__

// Pages that are new are zero, and the library would write zeros into all of them once more, which takes a phone longer
// than most questions. A module never gives memory back, so that the next solver takes what the last one had.
struct Block {
  void* begin = nullptr;
  std::size_t size = 0;
} g_kept;

void* take(std::size_t size) {
  constexpr std::size_t kPage = 1 << 16;
  if (g_kept.size < size) {
    const std::size_t pages = (size + kPage - 1) / kPage;
    const std::size_t before = __builtin_wasm_memory_grow(0, pages);
    if (before == ~std::size_t{0}) return nullptr;
    g_kept = {reinterpret_cast<void*>(before * kPage), pages * kPage};
  }
  return g_kept.begin;
}

// What was used has to be zero again.
void give_back(void*, tokan::solver::TranspositionTable& table) { table.clear(); }

#else

void* take(std::size_t size) { return std::calloc(size / 64, 64); }
void give_back(void* slots, tokan::solver::TranspositionTable&) { std::free(slots); }

#endif

std::span<Slot> slots_in(void* memory, std::size_t size) {
  return {static_cast<Slot*>(memory), memory == nullptr ? 0 : size / 64 * 64 / sizeof(Slot)};
}

}  // namespace

TokanSolver::TokanSolver(std::size_t memory, unsigned members, tokan::solver::Crew crew)
    : slots_(take(memory)), table_(slots_in(slots_, memory)), members_(members), crew_(std::move(crew)) {}

TokanSolver::~TokanSolver() { give_back(slots_, table_); }

std::string TokanSolver::solve(const tokan::Position& position, bool margin, bool line, std::uint64_t positions,
                               const Clock& clock) {
  if (position.drafting) return failed("a field that is still being laid cannot be solved");
  const auto state = tokan::solver::state_of(position.board, position.options.scoring);
  Shared shared(table_);
  shared.go_on = clock.tell;
  tokan::solver::Solver solver(shared, position.options, members_, crew_);
  const Bounds bounds = solver.solve(state, margin, positions);
  std::string json = "{\"low\":" + std::to_string(bounds.low) + ",\"high\":" + std::to_string(bounds.high);
  json += ",\"best\":";
  if (position.over())
    json += "null";
  else
    add_text(json, to_text(position, action_of(solver.best(state, bounds))));
  json += ",\"line\":";
  add_line(json, position, line ? solver.line(state, bounds, kLineBudget) : std::vector<tokan::Move>{});
  json += ",\"positions\":" + std::to_string(shared.positions.load()) + "}";
  return json;
}

std::string TokanSolver::values(const tokan::Position& position, bool margin, std::uint64_t positions,
                                const Clock& clock) {
  if (position.drafting) return failed("a field that is still being laid cannot be solved");
  const auto state = tokan::solver::state_of(position.board, position.options.scoring);
  Shared shared(table_);
  shared.go_on = clock.tell;
  tokan::solver::Solver solver(shared, position.options, members_, crew_);
  const std::vector<tokan::Action> actions = position.legal_actions();
  std::vector<Bounds> all =
      tokan::solver::values_of(solver, shared, state, actions, position.options, margin, positions);
  std::string json = "[";
  for (std::size_t i = 0; i < actions.size(); ++i) {
    json += i == 0 ? "[" : ",[";
    add_text(json, to_text(position, actions[i]));
    json += ',' + std::to_string(-all[i].high) + ',' + std::to_string(-all[i].low) + ']';
  }
  return json + ']';
}

}  // namespace tafelrunde::engine
