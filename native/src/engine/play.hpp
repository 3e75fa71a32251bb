// One play of a game from its deal on, with every table on the way: what records are replayed with.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/table.hpp"

namespace tafelrunde::engine {

class Play {
 public:
  // Sets up a play, or none and why. With `inferred` the deal may hide what its observer does not know; the observer
  // is found out unless one is named.
  static std::unique_ptr<Play> start(std::string_view game, std::string_view options, std::string_view deal,
                                     bool inferred, int observer, Refused& refused);

  // Sets up a table that was laid by hand, to be counted, or none and why.
  static std::unique_ptr<Play> lay(std::string_view game, std::string_view options, std::string_view table,
                                   Refused& refused);

  // Plays a move given as text; on failure nothing changes and it is said why.
  Refused move(std::string_view text);
  // Takes the last move back; there must be one.
  void undo();

  [[nodiscard]] std::size_t size() const { return made_.size(); }
  // The table after so many moves.
  [[nodiscard]] const Table& table(std::size_t after) const { return *tables_[after]; }
  [[nodiscard]] const Made& made(std::size_t number) const { return made_[number]; }

  // The deal and the moves as JSON, with what an observer may not know blanked; a finished game is open.
  [[nodiscard]] std::string known(int observer) const;

 private:
  static std::unique_ptr<Play> from(std::unique_ptr<Table> table, std::string_view deal);
  [[nodiscard]] std::string known_deal(int observer) const;
  [[nodiscard]] bool accepted(std::size_t number) const;

  std::string deal_;
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<Made> made_;
};

}  // namespace tafelrunde::engine
