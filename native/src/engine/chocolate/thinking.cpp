#include "engine/chocolate/thinking.hpp"

#include "chocolate/legality.hpp"
#include "engine/json.hpp"

namespace tafelrunde::engine {

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

}  // namespace tafelrunde::engine
