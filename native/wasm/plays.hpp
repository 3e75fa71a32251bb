// The plays that are open in the module, which the doors of all games share.
#pragma once

#include <map>
#include <memory>

#include "engine/play.hpp"

namespace tafelrunde::wasm {

inline std::map<int, std::unique_ptr<engine::Play>> g_plays;

// The table of a play after so many moves.
inline const engine::Table& table_at(int play, int after) {
  return g_plays.at(play)->table(static_cast<std::size_t>(after));
}

}  // namespace tafelrunde::wasm
