// Random games for bench.engine, compiled as the module of the page is: playouts GAME NUMBER
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "chocolate/playout.hpp"
#include "tokan/playout.hpp"

int main(int count, char** words) {
  if (count != 3) return 1;
  const auto games = static_cast<std::uint64_t>(std::atoll(words[2]));
  using namespace tafelrunde;
  if (std::string_view(words[1]) == "tokan") {
    std::printf("%lld\n", static_cast<long long>(tokan::play_random({}, 1, 0, games).margin));
  } else {
    chocolate::Rules rules;
    rules.game = chocolate::Game::kSchokoly;
    rules.second_group_breaks_ties = false;
    std::printf("%lld\n", static_cast<long long>(chocolate::play_fresh_games(rules, 1, 0, games).turns));
  }
  return 0;
}
