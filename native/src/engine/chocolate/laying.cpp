// Tables that were laid by hand: the field of a real game, to be counted, and why one cannot have come about.
//
// What is asked, in which order, and how it is said is that of `games/chocolate/laying.py`.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <set>

#include "engine/chocolate/table.hpp"

namespace tafelrunde::engine {

using chocolate::Kind;
using chocolate::kNoCard;
using chocolate::kNoColour;
using chocolate::Smartie;

namespace {

using Cell = std::pair<int, int>;

constexpr int kLimit = 96;  // no card lies further out than this
constexpr std::array<Cell, 4> kCorners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
constexpr std::array<Cell, 4> kBeside{{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

// A card as somebody wrote it down: one that no game has included.
struct Laid {
  std::string card;
  int tier;
  int x;
  int y;
  bool smartie;

  [[nodiscard]] bool printed() const { return card.ends_with('s'); }
  [[nodiscard]] Cell cell(std::size_t corner) const {
    return {x + kCorners[corner].first, y + kCorners[corner].second};
  }
  [[nodiscard]] std::string text() const {
    return card + (tier == 1 ? '@' : '^') + std::to_string(x) + ',' + std::to_string(y);
  }
};

// Which card of a tier lies on which cell.
using Covering = std::map<Cell, const Laid*>;

Refused parse_colours(const chocolate::Rules& rules, std::string_view text, std::vector<std::uint8_t>& colours) {
  const std::vector<std::string_view> said = split(text, ",");
  if (said.size() != static_cast<std::size_t>(rules.sides()))
    return misread(text,
                   "a laid table begins with the colours of its " + std::to_string(rules.sides()) + " sides, as D,W");
  for (const std::string_view word : said)
    if (Refused refused = parse_colour(rules, word, colours)) return refused;
  return {};
}

Refused parse_card(std::string_view word, std::vector<Laid>& cards) {
  WrittenMove written;
  if (Refused refused = parse_written(word, written)) return refused;
  const chocolate::Move& move = written.move;
  if (move.kind != Kind::kPlace || move.colour != kNoColour || move.smartie == Smartie::kOther)
    return misread(word, "a card that lies reads DDMW@2,0, DDMW@2,0* with a smartie on it, or DDMW^1,1");
  Laid laid{std::string(word.substr(0, word.find_first_of("@^"))), move.tier, move.x, move.y, false};
  const bool starred = move.smartie == Smartie::kSelf;
  if (laid.printed() && starred) return misread(word, "a printed smartie is written without '*'");
  laid.smartie = laid.printed() || laid.tier == 2 || starred;
  if (std::max(std::abs(laid.x), std::abs(laid.y)) > kLimit)
    return impossible({"too-far-out", "{card} lies too far out", {{"card", laid.text()}}});
  cards.push_back(std::move(laid));
  return {};
}

// Counts kinds and smarties.
Refused check_numbers(const chocolate::Rules& rules, const std::vector<Laid>& cards) {
  std::vector<std::string> kinds;
  kinds.reserve(cards.size());
  for (const Laid& card : cards) kinds.push_back(upright(card.card));
  for (const std::string& kind : kinds) {
    const std::uint8_t type = chocolate::parse_type(kind);
    const int copies = type == kNoCard ? 0 : chocolate::copies(rules.game, type);
    if (std::count(kinds.begin(), kinds.end(), kind) > copies)
      return impossible({"too-many-of-a-card", "the game has {n} cards {card}", {{"n", copies}, {"card", kind}}});
  }
  const int smarties = rules.smarties() * rules.players;
  int spent = 0;
  for (const Laid& card : cards) {
    if (!card.smartie || card.printed()) continue;
    ++spent;
    if (smarties == 0 && card.tier == 2)
      return impossible({"upper-without-smartie",
                         "{card}: only a card with a smartie lies in the second tier",
                         {{"card", card.text()}}});
  }
  if (spent > smarties) return impossible({"too-many-smarties", "the game has {n} smarties to lay", {{"n", smarties}}});
  return {};
}

// Finds out which card of a tier lies on which cell, and where two do.
Refused cover(const std::vector<Laid>& cards, int tier, Covering& found) {
  for (const Laid& card : cards) {
    if (card.tier != tier) continue;
    for (std::size_t corner = 0; corner < kCorners.size(); ++corner) {
      const auto [there, fresh] = found.emplace(card.cell(corner), &card);
      if (!fresh)
        return impossible({"cards-overlap",
                           "{card} lies where {other} lies",
                           {{"card", card.text()}, {"other", there->second->text()}}});
    }
  }
  return {};
}

// Looks at the second tier: what carries it, and what it covers.
Refused check_upper(const std::vector<Laid>& cards, const Covering& below, const Covering& above) {
  const auto over = [](const Covering& tier, const Laid& card) {
    std::array<const Laid*, 4> found{};
    for (std::size_t corner = 0; corner < found.size(); ++corner) {
      const auto there = tier.find(card.cell(corner));
      found[corner] = there == tier.end() ? nullptr : there->second;
    }
    return found;
  };
  for (const Laid& card : cards) {
    if (card.tier != 2) continue;
    const auto carrying = over(below, card);
    if (std::find(carrying.begin(), carrying.end(), nullptr) != carrying.end())
      return impossible(
          {"upper-not-on-cards", "{card}: in the second tier all four pieces lie on cards", {{"card", card.text()}}});
    if (std::set(carrying.begin(), carrying.end()).size() == 1)
      return impossible(
          {"upper-on-one-card", "{card}: in the second tier a card lies on at least two", {{"card", card.text()}}});
  }
  for (const Laid& card : cards) {
    if (card.tier != 1 || !card.smartie) continue;
    const auto covering = over(above, card);
    const auto first = std::find_if(covering.begin(), covering.end(), [](const Laid* other) { return other; });
    if (first == covering.end()) continue;
    // A smartie can be put on a card that is covered in part, but a printed one was there from the start.
    if (card.printed() || std::find(covering.begin(), covering.end(), nullptr) == covering.end())
      return impossible({"smartie-covered",
                         "{other} covers the smartie on {card}",
                         {{"card", card.text()}, {"other", (*first)->text()}}});
  }
  return {};
}

// What lies after some cards were laid: where, and which colours were ever open there.
class Reached {
 public:
  void lay(const Laid& card) {
    for (std::size_t corner = 0; corner < kCorners.size(); ++corner) {
      shown_[card.cell(corner)] |= 1U << chocolate::colour_of(card.card[corner]);
      if (card.tier == 1) ground_.insert(card.cell(corner));
    }
  }

  [[nodiscard]] bool fits(const Laid& card) const {
    int touching = 0;
    int standing = 0;
    bool joins = false;
    for (std::size_t corner = 0; corner < kCorners.size(); ++corner) {
      const Cell at = card.cell(corner);
      standing += ground_.contains(at);
      for (const auto& [dx, dy] : kBeside) {
        const Cell next{at.first + dx, at.second + dy};
        if (next.first >= card.x && next.first <= card.x + 1 && next.second >= card.y && next.second <= card.y + 1)
          continue;
        touching += ground_.contains(next);
        const auto there = shown_.find(next);
        joins = joins || (there != shown_.end() && (there->second >> chocolate::colour_of(card.card[corner]) & 1) != 0);
      }
    }
    return (card.tier == 1 ? touching >= 2 : standing == 4) && joins;
  }

 private:
  std::set<Cell> ground_;
  std::map<Cell, unsigned> shown_;
};

// The cards that cannot be laid after a first one.
std::vector<const Laid*> left_over(const Laid& first, const std::vector<Laid>& cards) {
  Reached reached;
  reached.lay(first);
  std::vector<const Laid*> waiting;
  for (const Laid& card : cards)
    if (&card != &first) waiting.push_back(&card);
  for (bool progress = true; progress && !waiting.empty();) {
    progress = std::erase_if(waiting, [&](const Laid* card) {
                 if (!reached.fits(*card)) return false;
                 reached.lay(*card);
                 return true;
               }) > 0;
  }
  return waiting;
}

// Finds out whether the cards can have been laid one after the other, whichever came first.
Refused check_reached(const std::vector<Laid>& cards) {
  if (cards.empty()) return {};
  std::vector<const Laid*> best;
  best.reserve(cards.size());
  for (const Laid& card : cards) best.push_back(&card);
  for (const Laid& first : cards) {
    if (first.tier != 1) continue;
    std::vector<const Laid*> apart = left_over(first, cards);
    if (apart.empty()) return {};
    if (apart.size() < best.size()) best = std::move(apart);
  }
  return impossible({"lies-apart",
                     "{card} could not be laid: it touches fewer than two pieces, or none of its colour",
                     {{"card", best.front()->text()}}});
}

}  // namespace

Refused impossible(Why why) {
  std::string reason = why.sentence;
  return {"bad-setup", {}, std::move(reason), std::move(why)};
}

std::vector<std::string_view> split(std::string_view text, std::string_view sign) {
  std::vector<std::string_view> words;
  for (;;) {
    const auto at = text.find(sign);
    words.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return words;
    text.remove_prefix(at + sign.size());
  }
}

Refused parse_colour(const chocolate::Rules& rules, std::string_view word, std::vector<std::uint8_t>& colours) {
  const std::uint8_t colour = word.size() == 1 ? chocolate::colour_of(word[0]) : kNoColour;
  if (colour == kNoColour || (rules.material().colours >> colour & 1) == 0)
    return impossible({"not-a-colour", "{colour} is no colour of this game", {{"colour", std::string(word)}}});
  if (std::find(colours.begin(), colours.end(), colour) != colours.end())
    return impossible({"colour-twice", "two sides have the colour {colour}", {{"colour", std::string(word)}}});
  colours.push_back(colour);
  return {};
}

Refused parse_field(chocolate::Setup& setup, std::span<const std::string_view> words) {
  std::vector<Laid> cards;
  for (const std::string_view word : words)
    if (Refused refused = parse_card(word, cards)) return refused;
  if (Refused refused = check_numbers(setup.rules, cards)) return refused;
  Covering below;
  if (Refused refused = cover(cards, 1, below)) return refused;
  Covering above;
  if (Refused refused = cover(cards, 2, above)) return refused;
  if (Refused refused = check_upper(cards, below, above)) return refused;
  if (Refused refused = check_reached(cards)) return refused;
  for (const Laid& card : cards)
    setup.cards.push_back({card.tier, card.x, card.y, chocolate::parse_look(card.card), card.smartie});
  return {};
}

std::unique_ptr<ChocolateTable> ChocolateTable::lay(chocolate::Game game, std::string_view options,
                                                    std::string_view text, Refused& refused) {
  chocolate::Setup setup;
  setup.rules = chocolate::Rules::read(game, options);
  const std::vector<std::string_view> words = split(text, " ");
  refused = parse_colours(setup.rules, words[0], setup.colours);
  if (!refused) refused = parse_field(setup, std::span(words).subspan(1));
  if (refused) return nullptr;
  setup.anywhere = true;
  setup.hands.resize(setup.rules.players);
  setup.smarties.assign(setup.rules.players, 0);
  std::string error;
  auto position = chocolate::Position::build(setup, false, error);
  if (!position) {
    refused = bad_setup(error);
    return nullptr;
  }
  return std::unique_ptr<ChocolateTable>(new ChocolateTable(std::move(*position)));
}

}  // namespace tafelrunde::engine
