// What the module offers to the page's worker; every call returns the length of its answer.
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "door.hpp"
#include "engine/believing.hpp"
#include "engine/json.hpp"
#include "engine/play.hpp"
#include "engine/solving.hpp"
#include "engine/thinking.hpp"

namespace {

using namespace tafelrunde;
using engine::Play;
using namespace wasm;

std::map<int, std::unique_ptr<Play>> g_plays;
int g_last_play = 0;
std::unique_ptr<engine::TokanSolver> g_solver;
std::optional<chocolate::Net> g_net;

int refused(const engine::Refused& why) {
  std::string json = "{\"error\":{\"code\":";
  engine::add_text(json, why.code);
  json += ",\"text\":";
  engine::add_text(json, why.text);
  json += ",\"reason\":";
  engine::add_text(json, why.reason);
  if (why.why) {
    json += ",\"why\":";
    engine::add_why(json, why.why);
  }
  return answered(json + "}}");
}

const engine::TokanTable& tokan_at(int play, int after) {
  return static_cast<const engine::TokanTable&>(g_plays.at(play)->table(static_cast<std::size_t>(after)));
}

const engine::ChocolateTable& chocolate_at(int play, int after) {
  return static_cast<const engine::ChocolateTable&>(g_plays.at(play)->table(static_cast<std::size_t>(after)));
}

}  // namespace

// game, options, deal, "1" if the deal may hide cards, the observer as a number from 0 where one is named (spectator
// 0, seats from 1)
EXPORT(play_start) int play_start() {
  Words words;
  const auto game = words.text();
  const auto options = words.text();
  const auto deal = words.text();
  const bool inferred = words.flag();
  const auto observer = words.text();
  engine::Refused why;
  auto play = Play::start(game, options, deal, inferred,
                          observer.empty() ? engine::kOpen : observer[0] - '0' + engine::kSpectator, why);
  if (!play) return refused(why);
  g_plays[++g_last_play] = std::move(play);
  return answered("{\"play\":" + std::to_string(g_last_play) + "}");
}

// game, options, a table that was laid by hand
EXPORT(play_lay) int play_lay() {
  Words words;
  const auto game = words.text();
  const auto options = words.text();
  engine::Refused why;
  auto play = Play::lay(game, options, words.text(), why);
  if (!play) return refused(why);
  g_plays[++g_last_play] = std::move(play);
  return answered("{\"play\":" + std::to_string(g_last_play) + "}");
}

EXPORT(play_close) void play_close(int play) { g_plays.erase(play); }

EXPORT(play_move) int play_move(int play) {
  Words words;
  Play& here = *g_plays.at(play);
  if (const engine::Refused why = here.move(words.text())) return refused(why);
  const engine::Made& made = here.made(here.size() - 1);
  std::string json = "{\"move\":";
  engine::add_text(json, made.text);
  json += ",\"public\":";
  engine::add_flag(json, made.heard.empty());
  return answered(json + "}");
}

EXPORT(play_undo) void play_undo(int play) { g_plays.at(play)->undo(); }

// The table after so many moves, for an observer (-1 the spectator, -2 whoever knows everything that is in it).
EXPORT(play_table) int play_table(int play, int after, int observer, int act) {
  return answered(g_plays.at(play)->table(static_cast<std::size_t>(after)).shown(observer, act != 0));
}

// How it stands; `among` has the bits of the sides of which those in front are told.
EXPORT(play_standing) int play_standing(int play, int after, int among) {
  const engine::Table& table = g_plays.at(play)->table(static_cast<std::size_t>(after));
  std::string json = "{\"seat\":" + std::to_string(table.seat()) + ",\"over\":";
  engine::add_flag(json, table.over());
  json += ",\"points\":";
  engine::add_list(json, table.points(), [&](int n) { engine::add_number(json, n); });
  json += ",\"winner\":" + (table.winner() < 0 ? "null" : std::to_string(table.winner()));
  json += ",\"leaders\":" + std::to_string(table.leaders(static_cast<unsigned>(among))) + "}";
  return answered(json);
}

EXPORT(play_moves) int play_moves(int play, int after) {
  std::string json;
  engine::add_list(json, g_plays.at(play)->table(static_cast<std::size_t>(after)).moves(),
                   [&](const std::string& move) { engine::add_text(json, move); });
  return answered(json);
}

EXPORT(play_known) int play_known(int play, int observer) { return answered(g_plays.at(play)->known(observer)); }

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

// Takes the bytes of the input for a net that judges positions of its form from now on; 0 if they are none.
EXPORT(net_read) int net_read() {
  std::string error;
  g_net = chocolate::Net::read(std::span(reinterpret_cast<const std::uint8_t*>(g_input.data()), g_input.size()), error);
  return g_net ? 1 : 0;
}

// seed, nodes, the settings in their order, then the moves that are asked for
EXPORT(chocolate_search) int chocolate_search(int play, int after, int observer, int learned) {
  const engine::ChocolateTable& table = chocolate_at(play, after);
  Words words;
  engine::ChocolateQuestion question;
  question.seed = words.number();
  question.nodes = words.number();
  chocolate::Settings& how = question.settings;
  for (int* setting : {&how.candidates, &how.looks, &how.depth, &how.again, &how.stages, &how.worlds})
    *setting = words.whole();
  how.endgame = words.flag();
  how.offers = words.flag();
  how.sight.cards = words.whole();
  how.sight.recent = words.whole();
  for (bool* sees : {&how.sight.second, &how.sight.groups, &how.sight.others, &how.sight.habits}) *sees = words.flag();
  while (!words.done()) question.asked.push_back(words.text());
  if (learned != 0 && g_net && g_net->form() == chocolate::form_of(table.table().rules)) question.net = &*g_net;
  question.open = observer == engine::kOpen;
  if (question.open) return answered(engine::search_chocolate(table, question, host_clock()));
  return answered(engine::search_chocolate(table.view(observer), question, host_clock()));
}

// seed, deals
EXPORT(chocolate_believe) int chocolate_believe(int play, int after, int observer) {
  Words words;
  const std::uint64_t seed = words.number();
  return answered(engine::believe_chocolate(chocolate_at(play, after).view(observer), seed, words.whole()));
}
