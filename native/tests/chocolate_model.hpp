// The chocolate rules cell by cell, as plainly as they can be said: what the bit-parallel core is compared with.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace chocolate_model {

using Cell = std::pair<int, int>;

inline constexpr std::array<Cell, 4> kCorners{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
inline constexpr std::array<Cell, 4> kSides{{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

inline Cell plus(Cell a, Cell b) { return {a.first + b.first, a.second + b.second}; }

inline std::string turned(const std::string& card) { return card.substr(1, 3) + card[0] + card.substr(4); }

struct Lying {
  Cell place;
  int tier;
  std::string card;
  bool smartie;
};

class Field {
 public:
  void put(const Lying& card) {
    for (const Cell& corner : kCorners) {
      covers_[card.tier - 1][plus(card.place, corner)] = static_cast<int>(cards_.size());
    }
    cards_.push_back(card);
  }

  // The index of the card of a tier that covers a cell, or -1.
  int card_at(Cell cell, int tier) const {
    const auto found = covers_[tier - 1].find(cell);
    return found == covers_[tier - 1].end() ? -1 : found->second;
  }

  // The visible colour of a cell, or a space.
  char colour_at(Cell cell) const {
    for (const int tier : {2, 1}) {
      const int index = card_at(cell, tier);
      if (index < 0) continue;
      const Lying& card = cards_[static_cast<std::size_t>(index)];
      for (std::size_t i = 0; i < 4; ++i) {
        if (plus(card.place, kCorners[i]) == cell) return card.card[i];
      }
    }
    return ' ';
  }

  bool may_lie(const std::string& card, Cell place, int tier) const {
    if (cards_.empty()) return tier == 1 && place == Cell{0, 0};
    std::set<Cell> own;
    std::set<int> under;
    for (const Cell& corner : kCorners) {
      const Cell cell = plus(place, corner);
      own.insert(cell);
      const int below = card_at(cell, 1);
      if (tier == 1 && below >= 0) return false;
      if (tier == 1) continue;
      if (below < 0 || card_at(cell, 2) >= 0 || cards_[static_cast<std::size_t>(below)].smartie) return false;
      under.insert(below);
    }
    if (tier == 2 && under.size() < 2) return false;
    int contacts = 0;
    int joined = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      for (const Cell& side : kSides) {
        const Cell other = plus(plus(place, kCorners[i]), side);
        if (own.contains(other) || colour_at(other) == ' ') continue;
        ++contacts;
        joined += colour_at(other) == card[i];
      }
    }
    return joined > 0 && (tier == 2 || contacts >= 2);
  }

  // The places of first-tier cards that have no smartie and show a piece.
  std::vector<Cell> targets() const {
    std::vector<Cell> found;
    for (const Lying& card : cards_) {
      if (card.tier != 1 || card.smartie) continue;
      const bool shows = std::any_of(kCorners.begin(), kCorners.end(),
                                     [&](Cell corner) { return card_at(plus(card.place, corner), 2) < 0; });
      if (shows) found.push_back(card.place);
    }
    return found;
  }

  // Every legal placing of a hand as a text, without the colour announced in front.
  std::set<std::string> placings(const std::vector<std::string>& hand, int smarties) const {
    std::set<Cell> near{{0, 0}};
    for (const Lying& card : cards_) {
      for (int dx = -2; dx <= 2; ++dx) {
        for (int dy = -2; dy <= 2; ++dy) near.insert(plus(card.place, {dx, dy}));
      }
    }
    std::set<std::string> found;
    for (std::string card : hand) {
      for (int rotation = 0; rotation < 4; ++rotation, card = turned(card)) {
        for (const Cell& place : near) {
          const std::string at = std::to_string(place.first) + "," + std::to_string(place.second);
          if (may_lie(card, place, 1)) add_first(found, card + "@" + at, smarties);
          if ((smarties > 0 || card.size() == 5) && may_lie(card, place, 2)) found.insert(card + "^" + at);
        }
      }
    }
    return found;
  }

  // The groups of a colour as sets of cells.
  std::vector<std::set<Cell>> groups(char colour) const {
    std::set<Cell> left;
    for (const Lying& card : cards_) {
      for (const Cell& corner : kCorners) {
        if (colour_at(plus(card.place, corner)) == colour) left.insert(plus(card.place, corner));
      }
    }
    std::vector<std::set<Cell>> found;
    while (!left.empty()) {
      std::set<Cell>& group = found.emplace_back();
      std::vector<Cell> open{*left.begin()};
      left.erase(left.begin());
      while (!open.empty()) {
        const Cell cell = open.back();
        open.pop_back();
        group.insert(cell);
        for (const Cell& side : kSides) {
          if (left.erase(plus(cell, side)) > 0) open.push_back(plus(cell, side));
        }
      }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
    return found;
  }

  int contacts(const std::set<Cell>& group, char colour) const {
    int n = 0;
    for (const Cell& cell : group) {
      for (const Cell& side : kSides) n += colour_at(plus(cell, side)) == colour;
    }
    return n;
  }

  // The points of sides with these colours (a space: none yet); with three colours and two sides one is neutral.
  std::vector<int> points(const std::string& colours, bool neutral) const {
    std::vector<int> totals;
    for (const char colour : colours) {
      const auto found = groups(colour);
      totals.push_back(colour == ' ' || found.empty() ? 0 : static_cast<int>(found.front().size()));
    }
    if (!neutral || colours.find(' ') != std::string::npos) return totals;
    for (const char colour : std::string("DMW")) {
      if (colours.find(colour) != std::string::npos) continue;
      for (const auto& group : groups(colour)) {
        const int first = contacts(group, colours[0]);
        const int second = contacts(group, colours[1]);
        if (group.size() >= 6 && first != second) totals[second > first] += static_cast<int>(group.size());
      }
    }
    return totals;
  }

 private:
  void add_first(std::set<std::string>& found, const std::string& text, int smarties) const {
    found.insert(text);
    if (smarties == 0) return;
    found.insert(text + "*");
    for (const Cell& target : targets()) {
      found.insert(text + "*" + std::to_string(target.first) + "," + std::to_string(target.second));
    }
  }

  std::vector<Lying> cards_;
  std::array<std::map<Cell, int>, 2> covers_;  // by tier
};

}  // namespace chocolate_model
