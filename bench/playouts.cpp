// Random games for bench.engine, compiled as the module of the page is.
#include <cstdint>

#include "chocolate/playout.hpp"
#include "tokan/playout.hpp"

using namespace tafelrunde;

extern "C" {

__attribute__((export_name("tokan"))) double tokan_games(unsigned number) {
  return static_cast<double>(tokan::play_random({}, 1, 0, number).margin);
}

__attribute__((export_name("schokoly"))) double schokoly_games(unsigned number) {
  chocolate::Rules rules;
  rules.game = chocolate::Game::kSchokoly;
  rules.second_group_breaks_ties = false;
  return static_cast<double>(chocolate::play_fresh_games(rules, 1, 0, number).turns);
}
}
