// Lays tables by hand through the door of the page: they count as they should, or are refused for the right reason.
//
// The same tables are in tests/games/chocolate/test_laying.py.
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "engine/play.hpp"
#include "engine/rooms.hpp"

using namespace tafelrunde;
using engine::Play;
using engine::Refused;

namespace {

constexpr std::string_view kTwo = "players=2 swap=on ties=draw";
constexpr std::string_view kFour = "players=4 swap=on ties=draw";
constexpr std::string_view kStart = "M,m,J,j,L,l/M,m,J,j,L,l/M,m,J,j,L,l/J,j,J,j,J,j/L,l,L,l,-,- r -";

struct Counted {
  std::string_view game;
  std::string_view options;
  std::string_view table;
  std::vector<int> points;
  int winner;
};

void counts(const Counted& one) {
  Refused refused;
  const auto play = Play::lay(one.game, one.options, one.table, refused);
  CHECK(play && !refused);
  const engine::Table& table = play->table(0);
  CHECK(play->size() == 0 && table.over());
  CHECK(table.points() == one.points);
  CHECK(table.winner() == one.winner);
  CHECK(table.leaders(0b11) == (one.winner < 0 ? 0b11U : 1U << one.winner));
  CHECK(table.moves().empty());
}

// A table is refused by a code with its parameters; an empty code means that the text does not read at all.
void refuses(std::string_view game, std::string_view options, const std::string& table, std::string_view code,
             const std::vector<std::string>& params = {}) {
  Refused refused;
  CHECK(!Play::lay(game, options, table, refused));
  CHECK(refused && !refused.reason.empty());
  CHECK(refused.code == (code.empty() ? "invalid-notation" : "bad-setup"));
  CHECK(refused.why.code == code);
  CHECK(refused.why.params.size() == params.size());
  for (std::size_t i = 0; i < params.size(); ++i) CHECK(refused.why.params[i].text == params[i]);
}

std::string row(std::string_view card, int count, int width) {
  std::string text = "D,W";
  for (int n = 0; n < count; ++n) text += " " + std::string(card) + "@" + std::to_string(width * n) + ",0";
  return text;
}

void check_counted() {
  counts({"schoko", "", "D,W", {0, 0}, -1});
  counts({"schoko", "", "D,W DDDW@0,0 DDDW@2,0 DDWWs^1,0", {5, 3}, 0});
  counts({"schoko", "", "W,D DDDW@0,0 DWDD@2,0", {1, 6}, 1});
  counts({"schoko", "", "D,W DDDW@96,96", {3, 1}, 0});
  counts({"schoko", "", "D,W DDWWs@-96,0", {2, 2}, -1});
  counts({"schoko", "", row("DDWWs", 4, 2), {8, 8}, -1});
  counts({"schokoly", kTwo, "D,W DDDW@0,0* DDDW@2,0 DDDM^1,0", {6, 1}, 0});
  counts({"schokoly", kTwo, "D,W DDDW@0,0 DDDW@2,0 DDDW@4,0 DDDM^1,0 DDDM^3,0", {9, 1}, 0});
  counts({"schokoly", kTwo, "D,M DWWW@0,0 WWWM@2,0 WWDD@4,0", {10, 1}, 0});
  counts({"schokoly", kFour, "D,M DDDM@0,0 DDWW@2,0", {5, 1}, 0});
}

void check_impossible() {
  refuses("schoko", "", "D,M", "not-a-colour", {"M"});
  refuses("schoko", "", "D,", "not-a-colour", {""});
  refuses("schoko", "", "D,D", "colour-twice", {"D"});
  refuses("schoko", "", row("DDWWs", 5, 2), "too-many-of-a-card", {"4", "DDWWs"});
  refuses("schoko", "", "D,W DDMW@0,0", "too-many-of-a-card", {"0", "DDMW"});
  refuses("schokoly", kTwo, "D,W WDDDs@0,0", "too-many-of-a-card", {"0", "DDDWs"});
  refuses("schoko", "", "D,W DDDW@0,0*", "too-many-smarties", {"0"});
  refuses("schoko", "", "D,W DDDW@97,0", "too-far-out", {"DDDW@97,0"});
  refuses("schoko", "", "D,W DDDW@0,-97", "too-far-out", {"DDDW@0,-97"});
  refuses("schoko", "", "D,W DDDW@0,0 DDDW@1,1", "cards-overlap", {"DDDW@1,1", "DDDW@0,0"});
  refuses("schokoly", kTwo, "D,W DDDW@0,0 DDDW@2,0 DDWW^1,0 DDWW^1,0", "cards-overlap", {"DDWW^1,0", "DDWW^1,0"});
  refuses("schoko", "", "D,W DDDW@0,0 DDDW@2,0 DDWW^1,0", "upper-without-smartie", {"DDWW^1,0"});
  refuses("schokoly", kTwo, "D,W DDDW@0,0 DDWW^1,0", "upper-not-on-cards", {"DDWW^1,0"});
  refuses("schokoly", kTwo, "D,W DDDW@0,0 DDWW^0,0", "upper-on-one-card", {"DDWW^0,0"});
  refuses("schoko", "", "D,W DDDWs@0,0 DDDW@2,0 DDWWs^1,0", "smartie-covered", {"DDDWs@0,0", "DDWWs^1,0"});
  refuses("schokoly", kTwo, "D,W DDDW@0,0 DDDW@2,0* DDDW@4,0 DDDM^1,0 DDDM^3,0", "smartie-covered",
          {"DDDW@2,0", "DDDM^1,0"});
  refuses("schoko", "", "D,W DDDW@0,0 DDDW@3,0", "lies-apart", {"DDDW@3,0"});
  refuses("schoko", "", "D,W DDDW@0,0 DDDW@2,1", "lies-apart", {"DDDW@2,1"});
  refuses("schokoly", kTwo, "D,W DDDM@0,0 WWMW@2,0", "lies-apart", {"WWMW@2,0"});
}

void check_misread() {
  for (const char* text : {"", "D", "D,W,M", "D,W ", "D,W  DDDW@0,0", "D,W pass", "D,W D:DDDW@0,0", "D,W DDDW@0,0*2,0",
                           "D,W DDDWs@0,0*", "D,W DDDW^0,0*", "D,W ?@0,0", "D,W x"})
    refuses("schoko", "", text, "");
}

// A game is known by its own name or not at all.
void check_rooms() {
  for (const std::string_view game : {"tokan", "schoko", "schokoly"}) {
    const engine::Room* room = engine::room_of(game);
    CHECK(room != nullptr && room->game == game);
  }
  for (const std::string_view game : {"", "chess", "Tokan", "schokol"}) {
    CHECK(engine::room_of(game) == nullptr);
    Refused refused;
    CHECK(!Play::start(game, "", kStart, false, engine::kOpen, refused));
    CHECK(refused.code == "bad-setup");
    refused = {};
    CHECK(!Play::lay(game, "", "D,W", refused));
    CHECK(refused.code == "bad-setup");
  }
}

}  // namespace

int main() {
  check_counted();
  check_impossible();
  check_misread();
  check_rooms();
  std::printf("engine: tables laid by hand\n");
  return 0;
}
