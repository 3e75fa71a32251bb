#include "engine/thinking.hpp"

#include <algorithm>
#include <cstdlib>

#include "chocolate/legality.hpp"
#include "engine/json.hpp"
#include "tokan/search/uct.hpp"
#include "tokan/text.hpp"

namespace tafelrunde::engine {

namespace {

using tokan::solver::Bounds;
using tokan::solver::Shared;

constexpr std::uint64_t kLineBudget = 1 << 22;

std::string failed(std::string_view reason) {
  std::string json = "{\"error\":{\"code\":\"bad-setup\",\"text\":\"\",\"reason\":";
  add_text(json, reason);
  return json + "}}";
}

tokan::search::Limits limits_of(std::uint64_t nodes, int depth, const Clock& clock) {
  return {nodes, depth, [&clock] { return clock.passed() >= 1; }};
}

std::string visits_json(const tokan::Position& position, const tokan::search::Visits& visits) {
  std::string json = "{\"moves\":";
  add_list(json, visits.moves, [&](const tokan::search::VisitedMove& one) {
    json += '[';
    add_text(json, to_text(position, one.action));
    json += ',';
    add_fraction(json, one.chance);
    json += ',';
    add_number(json, one.visits);
    json += ']';
  });
  json += ",\"nodes\":" + std::to_string(visits.nodes) + "}";
  return json;
}

void add_line(std::string& json, const tokan::Position& position, const std::vector<tokan::Move>& line) {
  tokan::Position here = position;
  add_list(json, line, [&](const tokan::Move& move) {
    add_text(json, to_text(here, action_of(move)));
    here.play(action_of(move));
  });
}

}  // namespace

std::string search_tokan(const TokanTable& table, int depth, int near, int sight, std::uint64_t nodes,
                         const Clock& clock) {
  const tokan::Position& position = table.position();
  if (position.drafting || position.over()) return failed("there is no move to search for");
  const auto weights = tokan::search::weights_of(position.options.scoring, static_cast<tokan::search::Sight>(sight));
  const auto state = tokan::solver::state_of(position.board, position.options.scoring);
  const auto found = tokan::search::search(state, position.options, weights, near, limits_of(nodes, depth, clock));
  std::string json = "{\"moves\":";
  add_list(json, found.moves, [&](const tokan::search::RankedMove& one) {
    json += '[';
    add_text(json, to_text(position, action_of(one.move)));
    json += ',';
    add_number(json, one.score);
    json += ',';
    add_fraction(json, tokan::search::chance_of(one.score));
    json += ']';
  });
  json += ",\"line\":";
  add_line(json, position, found.line);
  json += ",\"nodes\":" + std::to_string(found.nodes) + "}";
  return json;
}

std::string draft_tokan(const TokanTable& table, int sight, std::uint64_t seed, std::uint64_t nodes,
                        const Clock& clock) {
  const tokan::Position& position = table.position();
  if (!position.drafting) return failed("nothing is drafted");
  const auto weights = tokan::search::weights_of(position.options.scoring, static_cast<tokan::search::Sight>(sight));
  return visits_json(position, tokan::search::search_draft(position, weights, seed, limits_of(nodes, 0, clock)));
}

std::string search_chocolate(const ChocolateTable& table, const ChocolateQuestion& question, const Clock& clock) {
  std::string error;
  chocolate::Source source;
  std::optional<chocolate::View> view;
  std::optional<chocolate::Position> position;
  if (question.open) {
    position = table.to_search_open(error);
    source.position = position ? &*position : nullptr;
  } else {
    view = table.to_search(error);
    source.view = view ? &*view : nullptr;
  }
  if (!error.empty()) return failed(error);
  const chocolate::Table& known = source.known().table();
  if (known.over()) return failed("the game is over");
  if (view && view->observer() != known.actor()) return failed("another seat decides next");
  std::vector<chocolate::Move> asked;
  for (const std::string_view text : question.asked) {
    const std::optional<chocolate::Move> move = chocolate::parse_move(text);
    if (!move) return failed("that is no move");
    if (source.known().visit([&](const auto& state) { return chocolate::objection(state, *move); }) != nullptr)
      return failed("that move is not legal");
    asked.push_back(*move);
  }
  chocolate::Limits limits;
  limits.nodes = question.nodes;
  limits.passed = clock.passed;
  const chocolate::Evaluator evaluator{chocolate::fitted_weights(chocolate::form_of(known.rules)), question.net};
  const chocolate::Answer found = chocolate::search(source, question.settings, evaluator, question.seed, limits, asked);
  if (found.judged.empty()) return failed("no deal fits what the observer knows");
  std::string json = "{\"judged\":";
  add_list(json, found.judged, [&](const chocolate::Judged& one) {
    json += '[';
    add_text(json, chocolate::move_text(one.move));
    json += ',';
    add_fraction(json, one.prospect.chance);
    json += ',';
    add_fraction(json, one.prospect.lead);
    json += ',';
    add_number(json, one.worlds);
    json += ']';
  });
  json += ",\"exact\":";
  add_flag(json, found.exact);
  json += ",\"nodes\":" + std::to_string(found.nodes) + "}";
  return json;
}

TokanSolver::TokanSolver(std::size_t memory)
    // What was never touched takes no memory: a fresh table is made of pages that are zero.
    : slots_(std::calloc(memory / 64, 64)),
      table_(std::span(static_cast<tokan::solver::Slot*>(slots_),
                       slots_ == nullptr ? 0 : memory / 64 * 64 / sizeof(tokan::solver::Slot))) {}

TokanSolver::~TokanSolver() { std::free(slots_); }

namespace {

tokan::solver::Crew alone() {
  return [](const std::function<void(unsigned)>& piece) { piece(0); };
}

}  // namespace

std::string TokanSolver::solve(const TokanTable& table, bool margin, bool line, std::uint64_t positions,
                               const Clock& clock) {
  const tokan::Position& position = table.position();
  if (position.drafting) return failed("a field that is still being laid cannot be solved");
  const auto state = tokan::solver::state_of(position.board, position.options.scoring);
  Shared shared(table_);
  shared.go_on = clock.tell;
  tokan::solver::Solver solver(shared, position.options, 1, alone());
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

std::string TokanSolver::values(const TokanTable& table, bool margin, std::uint64_t positions, const Clock& clock) {
  const tokan::Position& position = table.position();
  if (position.drafting) return failed("a field that is still being laid cannot be solved");
  const auto state = tokan::solver::state_of(position.board, position.options.scoring);
  Shared shared(table_);
  shared.go_on = clock.tell;
  tokan::solver::Solver solver(shared, position.options, 1, alone());
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
