// TOKAN as the page meets it.
#pragma once

#include "engine/table.hpp"
#include "tokan/position.hpp"
#include "tokan/solver/state.hpp"

namespace tafelrunde::engine {

class TokanTable final : public Table {
 public:
  explicit TokanTable(const tokan::Position& position) : position_(position) {}

  // Sets up a start, or none and why. Options are words like `scoring=heads`.
  static std::unique_ptr<TokanTable> start(std::string_view options, std::string_view deal, Refused& refused);

  // Sets up a field as it lies, whichever way it was laid.
  static std::unique_ptr<TokanTable> lay(std::string_view options, std::string_view text, Refused& refused);

  [[nodiscard]] int seat() const override { return position_.side(); }
  [[nodiscard]] bool over() const override { return position_.over(); }
  [[nodiscard]] int seats() const override { return 2; }
  [[nodiscard]] int sides() const override { return 2; }
  [[nodiscard]] std::vector<int> points() const override;
  [[nodiscard]] int winner() const override { return static_cast<int>(position_.winner()); }
  [[nodiscard]] unsigned leaders(unsigned among) const override;
  [[nodiscard]] std::vector<std::string> moves() const override;
  [[nodiscard]] std::string shown(int observer, bool act) const override;
  std::unique_ptr<Table> play(std::string_view text, Made& made, Refused& refused) const override;

  [[nodiscard]] const tokan::Position& position() const { return position_; }

 private:
  tokan::Position position_;
};

// Writes moves that follow one another from a position on.
void add_line(std::string& json, const tokan::Position& position, const std::vector<tokan::Move>& line);

}  // namespace tafelrunde::engine
