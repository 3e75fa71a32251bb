// What the module offers to the page's worker for every game; every call returns the length of its answer.
#include <string>

#include "door.hpp"
#include "engine/json.hpp"
#include "plays.hpp"

namespace {

using namespace tafelrunde;
using engine::Play;
using namespace wasm;

int g_last_play = 0;

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

}  // namespace

DOOR

// game, options, deal, "1" if the deal may hide cards, the observer as a number from 0 where one is named (spectator
// 0, seats from 1)
EXPORT(play_start)
int play_start() {
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
  return answered(table_at(play, after).shown(observer, act != 0));
}

// How it stands; `among` has the bits of the sides of which those in front are told.
EXPORT(play_standing) int play_standing(int play, int after, int among) {
  const engine::Table& table = table_at(play, after);
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
  engine::add_list(json, table_at(play, after).moves(), [&](const std::string& move) { engine::add_text(json, move); });
  return answered(json);
}

EXPORT(play_known) int play_known(int play, int observer) { return answered(g_plays.at(play)->known(observer)); }
