#include "engine/rooms.hpp"

#include "engine/chocolate/table.hpp"
#include "engine/tokan/table.hpp"

namespace tafelrunde::engine {

namespace {

std::unique_ptr<Table> start_tokan(std::string_view options, std::string_view deal, bool, int, Refused& refused) {
  return TokanTable::start(options, deal, refused);
}

std::unique_ptr<Table> lay_tokan(std::string_view options, std::string_view table, Refused& refused) {
  return TokanTable::lay(options, table, refused);
}

template <chocolate::Game kGame>
std::unique_ptr<Table> start_chocolate(std::string_view options, std::string_view deal, bool inferred, int observer,
                                       Refused& refused) {
  return ChocolateTable::start(kGame, options, deal, inferred, observer, refused);
}

template <chocolate::Game kGame>
std::unique_ptr<Table> lay_chocolate(std::string_view options, std::string_view table, Refused& refused) {
  return ChocolateTable::lay(kGame, options, table, refused);
}

using chocolate::Game;

constexpr Room kRooms[] = {
    {"tokan", start_tokan, lay_tokan},
    {"schoko", start_chocolate<Game::kSchoko>, lay_chocolate<Game::kSchoko>},
    {"schokoly", start_chocolate<Game::kSchokoly>, lay_chocolate<Game::kSchokoly>},
};

}  // namespace

const Room* room_of(std::string_view game) {
  for (const Room& room : kRooms)
    if (room.game == game) return &room;
  return nullptr;
}

}  // namespace tafelrunde::engine
