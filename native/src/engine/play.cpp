#include "engine/play.hpp"

#include <algorithm>

#include "engine/json.hpp"
#include "engine/rooms.hpp"

namespace tafelrunde::engine {

namespace {

Refused unknown(std::string_view game) { return bad_setup("no game is called " + std::string(game)); }

}  // namespace

std::unique_ptr<Play> Play::from(std::unique_ptr<Table> table, std::string_view deal) {
  if (!table) return nullptr;
  auto play = std::make_unique<Play>();
  play->deal_ = deal;
  play->tables_.push_back(std::move(table));
  return play;
}

std::unique_ptr<Play> Play::start(std::string_view game, std::string_view options, std::string_view deal, bool inferred,
                                  int observer, Refused& refused) {
  const Room* room = room_of(game);
  if (room == nullptr) refused = unknown(game);
  return room == nullptr ? nullptr : from(room->start(options, deal, inferred, observer, refused), deal);
}

std::unique_ptr<Play> Play::lay(std::string_view game, std::string_view options, std::string_view table,
                                Refused& refused) {
  const Room* room = room_of(game);
  if (room == nullptr) refused = unknown(game);
  return room == nullptr ? nullptr : from(room->lay(options, table, refused), table);
}

Refused Play::move(std::string_view text) {
  Made made;
  Refused refused;
  std::unique_ptr<Table> after = tables_.back()->play(text, made, refused);
  if (!after) return refused;
  tables_.push_back(std::move(after));
  made_.push_back(std::move(made));
  return {};
}

void Play::undo() {
  tables_.pop_back();
  made_.pop_back();
}

// Whether the card of a swap action changed hands: an offer and its counter stand directly before their acceptance.
bool Play::accepted(std::size_t number) const {
  for (std::size_t later = number + 1; later <= number + 2 && later < made_.size(); ++later)
    if (made_[later].accepts) return true;
  return false;
}

// The cards that an observer neither was dealt nor drew are hidden. Of a start that was laid by hand all see what
// stands before the first hand.
std::string Play::known_deal(int observer) const {
  const int dealt = tables_.front()->dealt();
  if (dealt == 0) return deal_;
  const bool laid = deal_.find('/') != std::string::npos;
  std::string text;
  std::string_view rest = deal_;
  if (laid) {
    const auto head = rest.find(" / ");
    text = rest.substr(0, head + 1);
    rest.remove_prefix(head + 1);
  }
  std::vector<std::string_view> words;
  for (;;) {
    const auto at = rest.find(' ');
    words.push_back(rest.substr(0, at));
    if (at == std::string_view::npos) break;
    rest.remove_prefix(at + 1);
  }
  const auto is_card = [](std::string_view word) { return word != "/" && word != "-"; };
  // Cards are counted from the end of the deck on, where what is drawn is.
  auto left = static_cast<int>(std::count_if(words.begin(), words.end(), is_card));
  const int all = tables_.front()->deck_size();
  std::vector<int> owners(static_cast<std::size_t>(all), kSpectator);
  for (const Made& made : made_)
    if (made.drawn >= 0) owners[static_cast<std::size_t>(made.drawn)] = made.seat;
  int part = -1;
  int card = 0;
  for (const std::string_view word : words) {
    if (!text.empty() && text.back() != ' ') text += ' ';
    if (!is_card(word)) {
      part += word == "/" ? 1 : 0;
      text += word;
      continue;
    }
    const int holder = laid ? part : card / dealt;
    const bool in_hand = holder < tables_.front()->seats();
    const int owner = in_hand ? holder : owners[static_cast<std::size_t>(all - left)];
    text += observer != kSpectator && owner == observer ? word : "?";
    --left;
    ++card;
  }
  return text;
}

std::string Play::known(int observer) const {
  const bool open = tables_.back()->over();
  std::string json = "{\"deal\":";
  add_text(json, open ? deal_ : known_deal(observer));
  json += ",\"moves\":[";
  for (std::size_t i = 0; i < made_.size(); ++i) {
    const Made& made = made_[i];
    const bool seen = open || made.heard.empty() || observer == made.seat || (observer == made.to && accepted(i));
    if (i > 0) json += ',';
    add_text(json, seen ? made.text : made.heard);
  }
  json += "]}";
  return json;
}

}  // namespace tafelrunde::engine
