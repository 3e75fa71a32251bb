// Plays random games through the door of the page, and feeds it hostile texts: engine_plays [games [seed]]
//
// A record that an observer may know must lead that observer to the same tables as the whole record does, nothing
// hidden may be told, and a text that is refused must change nothing.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "check.hpp"
#include "chocolate/table.hpp"
#include "common/rng.hpp"
#include "engine/play.hpp"
#include "tokan/position.hpp"
#include "tokan/text.hpp"

using namespace tafelrunde;
using engine::Play;
using engine::Refused;

namespace {

struct Form {
  const char* game;
  const char* options;
};
constexpr Form kForms[] = {{"tokan", "scoring=towers gaps=contiguous setup=random"},
                           {"tokan", "scoring=heads gaps=line setup=random"},
                           {"tokan", "scoring=heads gaps=contiguous setup=draft"},
                           {"schoko", ""},
                           {"schokoly", "players=2 swap=on ties=draw"},
                           {"schokoly", "players=3 swap=on ties=second"},
                           {"schokoly", "players=4 swap=on ties=draw"}};

std::string deal_of(const Form& form, Rng& rng) {
  const std::string game = form.game;
  if (game == "tokan") {
    const bool draft = std::string(form.options).find("draft") != std::string::npos;
    if (draft) return "M,m/J,j/J,j/L,l/L,l r -";
    return to_text(tokan::deal({}, rng));
  }
  const auto kind = game == "schoko" ? chocolate::Game::kSchoko : chocolate::Game::kSchokoly;
  auto deck = chocolate::sorted_deck(kind);
  const auto size = static_cast<std::size_t>(chocolate::deck_size(kind));
  rng.shuffle(std::span(deck).first(size));
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) text += ' ';
    text += chocolate::type_text(deck[i]);
  }
  return text;
}

// The texts of a JSON list that follows a name; good enough for what the door writes.
std::vector<std::string> texts_after(const std::string& json, const std::string& name) {
  std::vector<std::string> texts;
  std::size_t at = json.find("\"" + name + "\":[") + name.size() + 4;
  while (json[at] == '"' || json[at] == ',') {
    if (json[at] == ',') ++at;
    const std::size_t end = json.find('"', at + 1);
    texts.push_back(json.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return texts;
}

std::string text_after(const std::string& json, const std::string& name) {
  const std::size_t at = json.find("\"" + name + "\":\"") + name.size() + 4;
  return json.substr(at, json.find('"', at) - at);
}

// What an observer may know leads that observer to the same table.
void check_view(const Form& form, const Play& play, int observer) {
  const std::string known = play.known(observer);
  Refused refused;
  const auto own = Play::start(form.game, form.options, text_after(known, "deal"), true, observer, refused);
  CHECK(own && !refused);
  for (const std::string& move : texts_after(known, "moves")) CHECK(!own->move(move));
  CHECK(own->size() == play.size());
  const engine::Table& open = play.table(play.size());
  if (!open.over()) CHECK(own->table(own->size()).shown(observer, true) == open.shown(observer, true));
}

std::string spoiled(std::string text, Rng& rng) {
  static constexpr std::string_view kLetters = "DMWs@^*,-0123?: abcdefoffercounter+MJLmjl\n\"\\\xff";
  for (int n = 0; n < 3; ++n) {
    const auto at = text.empty() ? 0 : rng.below(static_cast<std::uint32_t>(text.size()));
    const char letter = kLetters[rng.below(static_cast<std::uint32_t>(kLetters.size()))];
    if (rng.below(2) == 0)
      text.insert(at, 1, letter);
    else if (!text.empty())
      text.erase(at, 1);
  }
  return text;
}

int play_one(const Form& form, Rng& rng) {
  const std::string deal = deal_of(form, rng);
  Refused refused;
  (void)Play::start(form.game, form.options, spoiled(deal, rng), true, engine::kOpen, refused);
  const auto play = Play::start(form.game, form.options, deal, false, engine::kOpen, refused);
  CHECK(play);
  for (;;) {
    const engine::Table& table = play->table(play->size());
    const std::vector<std::string> moves = table.moves();
    CHECK(moves.empty() == table.over());
    for (int observer = engine::kSpectator; observer < table.seats(); ++observer) check_view(form, *play, observer);
    if (table.over()) return static_cast<int>(play->size());
    const std::string before = table.shown(engine::kOpen, true);
    const std::string& move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    const std::string wrong = spoiled(move, rng);
    if (play->move(wrong)) {
      CHECK(play->table(play->size()).shown(engine::kOpen, true) == before);
    } else {
      play->undo();
    }
    CHECK(!play->move(move));
  }
}

}  // namespace

int main(int count, char** words) {
  const int games = count > 1 ? std::atoi(words[1]) : 10;
  Rng rng(count > 2 ? static_cast<std::uint64_t>(std::atoll(words[2])) : 1);
  int moves = 0;
  for (int game = 0; game < games; ++game)
    moves += play_one(kForms[static_cast<std::size_t>(game) % std::size(kForms)], rng);
  std::printf("engine: %d games, %d moves\n", games, moves);
  return 0;
}
