#include "engine/tokan/table.hpp"

#include "engine/json.hpp"
#include "tokan/table.hpp"
#include "tokan/text.hpp"

namespace tafelrunde::engine {

namespace {

Refused refused_as(const tokan::Problem& problem) {
  switch (problem.fault) {
    case tokan::Fault::kNone: return {};
    case tokan::Fault::kNotation: return misread(problem.text, problem.reason);
    case tokan::Fault::kSetup: return bad_setup(problem.reason);
    case tokan::Fault::kIllegal: return illegal(problem.text, problem.why);
  }
  return {};
}

tokan::Options options_from(std::string_view options) {
  tokan::Options chosen;
  tokan::each_option(chosen, [&]<class Value>(const std::string& name, Value& value, const auto& words) {
    if (options.find(name + '=' + words[1]) != std::string_view::npos) value = static_cast<Value>(1);
  });
  return chosen;
}

std::unique_ptr<TokanTable> read(std::string_view text, const tokan::Options& options, Refused& refused) {
  tokan::Position position;
  refused = refused_as(tokan::parse_position(text, options, position));
  return refused ? nullptr : std::make_unique<TokanTable>(position);
}

}  // namespace

std::unique_ptr<TokanTable> TokanTable::start(std::string_view options, std::string_view deal, Refused& refused) {
  return read(deal, options_from(options), refused);
}

std::unique_ptr<TokanTable> TokanTable::lay(std::string_view options, std::string_view text, Refused& refused) {
  tokan::Options chosen = options_from(options);
  chosen.setup = tokan::Setup::kRandom;
  return read(text, chosen, refused);
}

std::vector<int> TokanTable::points() const {
  const tokan::Points points = position_.points();
  return {points[0], points[1]};
}

unsigned TokanTable::leaders(unsigned among) const {
  const int won = winner();
  if (won >= 0 && (among >> won & 1) != 0) return 1U << won;
  const tokan::Points points = position_.points();
  if (among != 3 || points[0] == points[1]) return among;
  return points[0] > points[1] ? 1 : 2;
}

std::vector<std::string> TokanTable::moves() const {
  std::vector<std::string> texts;
  for (const tokan::Action action : position_.legal_actions()) texts.push_back(to_text(position_, action));
  return texts;
}

std::string TokanTable::shown(int observer, bool act) const {
  return tokan::table_as_json(position_, act && (observer == kOpen || observer == seat()));
}

std::unique_ptr<Table> TokanTable::play(std::string_view text, Made& made, Refused& refused) const {
  tokan::Action action{};
  refused = refused_as(tokan::parse_action(position_, text, action));
  if (refused) return nullptr;
  made = {};
  made.text = to_text(position_, action);
  made.seat = seat();
  auto after = std::make_unique<TokanTable>(position_);
  after->position_.play(action);
  return after;
}

void add_line(std::string& json, const tokan::Position& position, const std::vector<tokan::Move>& line) {
  tokan::Position here = position;
  add_list(json, line, [&](const tokan::Move& move) {
    add_text(json, to_text(here, action_of(move)));
    here.play(action_of(move));
  });
}

}  // namespace tafelrunde::engine
