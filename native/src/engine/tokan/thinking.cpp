#include "engine/tokan/thinking.hpp"

#include "engine/json.hpp"
#include "tokan/search/uct.hpp"
#include "tokan/solver/state.hpp"
#include "tokan/text.hpp"

namespace tafelrunde::engine {

namespace {

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
  json += ",\"depth\":" + std::to_string(found.depth);
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

}  // namespace tafelrunde::engine
