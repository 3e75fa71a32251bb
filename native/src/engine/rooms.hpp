// The games that the page's engine knows, one line each: how a table of one is set up.
#pragma once

#include <memory>
#include <string_view>

#include "engine/table.hpp"

namespace tafelrunde::engine {

struct Room {
  std::string_view game;
  // Sets up a start, or none and why. With `inferred` the deal may hide what its observer does not know; the observer
  // is found out unless one is named.
  std::unique_ptr<Table> (*start)(std::string_view options, std::string_view deal, bool inferred, int observer,
                                  Refused& refused);
  // Sets up a table that was laid by hand, to be counted, or none and why.
  std::unique_ptr<Table> (*lay)(std::string_view options, std::string_view table, Refused& refused);
};

// The room of a game, or none for a game that the engine does not know.
const Room* room_of(std::string_view game);

}  // namespace tafelrunde::engine
