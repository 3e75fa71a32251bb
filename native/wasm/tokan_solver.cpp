// The solver of TOKAN alone, for workers of a page that share its memory: one asks and works, the others are members of
// its crew. Each has an instance of this module over the same memory, with a stack of its own. Members take no memory
// and touch nothing but their piece of the work, so that the library needs not know of threads.
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include "door.hpp"
#include "engine/tokan/solving.hpp"
#include "engine/tokan/table.hpp"

namespace {

using namespace tafelrunde;
using namespace wasm;

using Piece = std::function<void(unsigned)>;

// The round of work that members wait for, how many of them are not done with it, and what it is.
std::atomic<std::uint32_t> g_round{0};
std::atomic<std::uint32_t> g_left{0};
const Piece* g_piece = nullptr;
std::unique_ptr<engine::TokanSolver> g_solver;

constexpr std::size_t kStack = 4 << 20;
constexpr std::uint64_t kAlways = ~std::uint64_t{0};

void await_change(std::atomic<std::uint32_t>& word, std::uint32_t seen) {
  while (word.load() == seen)
    __builtin_wasm_memory_atomic_wait32(reinterpret_cast<std::int32_t*>(&word), static_cast<std::int32_t>(seen), -1);
}

void wake(std::atomic<std::uint32_t>& word) {
  __builtin_wasm_memory_atomic_notify(reinterpret_cast<std::int32_t*>(&word), ~0U);
}

auto told() {
  Words words;
  const auto options = words.text();
  engine::Refused why;
  return engine::TokanTable::start(options, words.text(), why);
}

}  // namespace

DOOR

// The top of a stack for a member.
EXPORT(member_stack)
char* member_stack() {
  auto* bottom = static_cast<char*>(std::aligned_alloc(16, kStack));
  return bottom == nullptr ? nullptr : bottom + kStack;
}

// The first call of a member: everything that it calls from then on uses its own stack.
EXPORT(member_begin) void member_begin(char* top) {
  __asm__ volatile("local.get %0\n global.set __stack_pointer" ::"r"(top));
}

// Works with the others as long as its worker lives.
EXPORT(member_work) void member_work(unsigned member) {
  for (std::uint32_t seen = 0;;) {
    await_change(g_round, seen);
    ++seen;
    (*g_piece)(member);
    if (g_left.fetch_sub(1) == 1) wake(g_left);
  }
}

// A solver with a fresh table of so many bytes for so many members, all of which are waiting for work but the caller; 0
// where there is not so much memory.
EXPORT(solver_open) int solver_open(std::size_t memory, unsigned members) {
  g_solver = std::make_unique<engine::TokanSolver>(memory, members, [members](const Piece& piece) {
    g_piece = &piece;
    g_left.store(members - 1);
    g_round.fetch_add(1);
    wake(g_round);
    piece(0);
    while (const std::uint32_t left = g_left.load()) await_change(g_left, left);
  });
  return g_solver->ready() ? 1 : 0;
}

// options, position; both come from a table that the engine has checked
EXPORT(solver_solve) int solver_solve(int margin, int line) {
  const auto table = told();
  if (!table) return 0;
  return answered(g_solver->solve(table->position(), margin != 0, line != 0, kAlways, host_clock()));
}
EXPORT(solver_values) int solver_values(int margin) {
  const auto table = told();
  return table ? answered(g_solver->values(table->position(), margin != 0, kAlways, host_clock())) : 0;
}
