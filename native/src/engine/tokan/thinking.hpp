// Searches of TOKAN, asked with words and answered with JSON.
#pragma once

#include <cstdint>
#include <string>

#include "engine/clock.hpp"
#include "engine/tokan/table.hpp"

namespace tafelrunde::engine {

// Both say {"error":…} where they cannot be asked.
std::string search_tokan(const TokanTable& table, int depth, int near, int sight, std::uint64_t nodes,
                         const Clock& clock);
std::string draft_tokan(const TokanTable& table, int sight, std::uint64_t seed, std::uint64_t nodes,
                        const Clock& clock);

}  // namespace tafelrunde::engine
