// Searches, asked with words and answered with JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "chocolate/search/search.hpp"
#include "engine/chocolate.hpp"
#include "engine/clock.hpp"
#include "engine/tokan.hpp"

namespace tafelrunde::engine {

// All of these say {"error":…} where they cannot be asked.
std::string search_tokan(const TokanTable& table, int depth, int near, int sight, std::uint64_t nodes,
                         const Clock& clock);
std::string draft_tokan(const TokanTable& table, int sight, std::uint64_t seed, std::uint64_t nodes,
                        const Clock& clock);

struct ChocolateQuestion {
  chocolate::Settings settings;
  std::uint64_t seed = 0;
  std::uint64_t nodes = 0;
  const chocolate::Net* net = nullptr;
  bool open = false;  // whether every hand and the order of the stack are known
  std::vector<std::string_view> asked;
};

std::string search_chocolate(const ChocolateTable& table, const ChocolateQuestion& question, const Clock& clock);

}  // namespace tafelrunde::engine
