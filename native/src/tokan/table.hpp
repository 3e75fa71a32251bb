// A field as it is sent to clients: the JSON of the table that the server's room of TOKAN describes.
#pragma once

#include <string>

#include "tokan/position.hpp"

namespace tafelrunde::tokan {

// Writes a field or a draft, with what the side to move may do if that is wanted and the game goes on.
std::string table_as_json(const Position& position, bool with_legal);

}  // namespace tafelrunde::tokan
