// Searches of the chocolate games, asked with words and answered with JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "chocolate/search/search.hpp"
#include "engine/chocolate/table.hpp"
#include "engine/clock.hpp"

namespace tafelrunde::engine {

struct ChocolateQuestion {
  chocolate::Settings settings;
  std::uint64_t seed = 0;
  std::uint64_t nodes = 0;
  const chocolate::Net* net = nullptr;
  bool open = false;  // whether every hand and the order of the stack are known
  std::vector<std::string_view> asked;
};

// Says {"error":…} where it cannot be asked.
std::string search_chocolate(const ChocolateTable& table, const ChocolateQuestion& question, const Clock& clock);

}  // namespace tafelrunde::engine
