// The rules of TOKAN once more, as plainly as possible, to be compared with the fast ones.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tokan/options.hpp"

namespace tokan_model {

inline constexpr int kColumns = 6;
inline constexpr int kRows = 5;
inline constexpr std::array<std::array<int, 2>, 4> kDirections{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

inline bool is_red(char tile) { return tile == 'M' || tile == 'J' || tile == 'L'; }
inline int reach(char tile) { return tile == 'M' || tile == 'm' ? 1 : tile == 'J' || tile == 'j' ? 2 : 3; }

struct Model {
  std::array<std::string, 30> towers;  // cell = row * 6 + column
  bool red = true;
  int taboo = -1;
  bool line = false;

  static std::string name(int cell) {
    return {static_cast<char>('a' + cell % kColumns), static_cast<char>('1' + cell / kColumns)};
  }

  // The cell `steps` further in a direction, or -1.
  static int walk(int cell, int direction, int steps) {
    const auto [dx, dy] = kDirections[static_cast<std::size_t>(direction)];
    const int column = cell % kColumns + dx * steps;
    const int row = cell / kColumns + dy * steps;
    return column < 0 || column >= kColumns || row < 0 || row >= kRows ? -1 : row * kColumns + column;
  }

  [[nodiscard]] const std::string& at(int cell) const { return towers[static_cast<std::size_t>(cell)]; }

  struct Step {
    int source, direction, target, carry;
    [[nodiscard]] std::string text() const {
      std::string text = name(source) + name(target);
      if (carry > 0) text.append("+").append(std::to_string(carry));
      return text;
    }
  };

  [[nodiscard]] std::vector<Step> steps() const {
    std::vector<Step> found;
    for (int source = 0; source < 30; ++source) {
      const std::string& tower = at(source);
      if (tower.empty() || is_red(tower.back()) != red) continue;
      const int far = reach(tower.back());
      for (int direction = 0; direction < 4; ++direction) {
        const int target = walk(source, direction, far);
        if (target < 0 || target == taboo) continue;
        bool gap = false;
        for (int i = 1; i <= far; ++i) gap = gap || at(walk(source, direction, i)).empty();
        if (gap) continue;
        for (int carry = 0; carry < far && carry < static_cast<int>(tower.size()); ++carry)
          if (at(target).size() + static_cast<std::size_t>(carry) + 1 > tower.size())
            found.push_back({source, direction, target, carry});
      }
    }
    return found;
  }

  void play(const Step& step) {
    std::string& from = towers[static_cast<std::size_t>(step.source)];
    const std::size_t left = from.size() - static_cast<std::size_t>(step.carry) - 1;
    towers[static_cast<std::size_t>(step.target)] += from.substr(left);
    from.resize(left);
    if (left == 0) {
      int gap = step.source;
      for (int i = 1;; ++i) {
        const int behind = walk(step.source, step.direction ^ 1, i);
        if (behind < 0 || (at(behind).empty() && !line)) break;
        std::swap(towers[static_cast<std::size_t>(gap)], towers[static_cast<std::size_t>(behind)]);
        gap = behind;
      }
    }
    red = !red;
    taboo = step.target;
  }

  [[nodiscard]] std::string text() const {
    std::string rows;
    for (int row = kRows - 1; row >= 0; --row) {
      for (int column = 0; column < kColumns; ++column) {
        const std::string& tower = at(row * kColumns + column);
        if (column > 0) rows += ',';
        rows += tower.empty() ? "-" : tower;
      }
      if (row > 0) rows += '/';
    }
    return rows + (red ? " r " : " b ") + (taboo < 0 ? "-" : name(taboo));
  }

  [[nodiscard]] std::array<int, 2> tower_points() const {
    std::array<int, 2> points{};
    for (const auto& tower : towers)
      if (tower.size() > 1) points[is_red(tower.back()) ? 0 : 1] += static_cast<int>(tower.size());
    return points;
  }

  [[nodiscard]] std::array<int, 2> head_points() const {
    std::array<int, 2> points{};
    for (const auto& tower : towers)
      if (!tower.empty()) points[is_red(tower.back()) ? 0 : 1] += reach(tower.back());
    return points;
  }

  // 0 red, 1 black, -1 nobody.
  [[nodiscard]] int winner(bool heads) const {
    const auto points = heads ? head_points() : tower_points();
    std::vector<int> sides[2];
    for (int side = 0; side < 2; ++side) {
      if (heads) {
        for (const auto& tower : towers)
          if (!tower.empty() && is_red(tower.back()) == (side == 0))
            sides[side].push_back(static_cast<int>(tower.size()));
        std::sort(sides[side].begin(), sides[side].end(), std::greater{});
      }
      sides[side].resize(30);
      sides[side].insert(sides[side].begin(), points[static_cast<std::size_t>(side)]);
    }
    return sides[0] == sides[1] ? -1 : sides[0] > sides[1] ? 0 : 1;
  }
};

}  // namespace tokan_model
