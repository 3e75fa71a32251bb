// Scho K.O. and Schokoly as the page meets them: positions with every card known, and views in which some are hidden.
#pragma once

#include <optional>
#include <span>

#include "chocolate/position.hpp"
#include "chocolate/view.hpp"
#include "engine/table.hpp"

namespace tafelrunde::engine {

// A move as it is written, before a table is asked whether it is legal.
struct WrittenMove {
  chocolate::Move move;  // its look or card is kNoCard where no game has such a one
  int number = -1;       // of a swap card of which only the announced number is known: the card is kHidden then
};

class ChocolateTable final : public Table {
 public:
  // Sets up a start, or none and why. With an observer the deck may have hidden cards; `inferred` asks for the one
  // whose cards are known, and for nobody where all are.
  static std::unique_ptr<ChocolateTable> start(chocolate::Game game, std::string_view options, std::string_view deal,
                                               bool inferred, int observer, Refused& refused);

  // Sets up a field that was laid by hand, with nothing left to play, or none and why.
  static std::unique_ptr<ChocolateTable> lay(chocolate::Game game, std::string_view options, std::string_view text,
                                             Refused& refused);

  [[nodiscard]] int seat() const override { return table().actor(); }
  [[nodiscard]] bool over() const override { return table().over(); }
  [[nodiscard]] int seats() const override { return table().rules.players; }
  [[nodiscard]] int sides() const override { return table().rules.sides(); }
  [[nodiscard]] std::vector<int> points() const override;
  [[nodiscard]] int winner() const override;
  [[nodiscard]] unsigned leaders(unsigned among) const override;
  [[nodiscard]] std::vector<std::string> moves() const override;
  [[nodiscard]] int dealt() const override { return chocolate::kHandSize; }
  [[nodiscard]] int deck_size() const override { return chocolate::deck_size(table().rules.game); }
  [[nodiscard]] std::string shown(int observer, bool act) const override;
  std::unique_ptr<Table> play(std::string_view text, Made& made, Refused& refused) const override;

  // What a seat, or kSpectator, may know; of a view, without anything that a foreign record told beyond that.
  [[nodiscard]] ChocolateTable view(int observer) const;

  // The same for a search, or none and why: a view with its observer, a position with everything.
  [[nodiscard]] std::optional<chocolate::View> to_search(std::string& error) const;
  [[nodiscard]] std::optional<chocolate::Position> to_search_open(std::string& error) const;

  [[nodiscard]] int observer() const { return observer_; }
  [[nodiscard]] const chocolate::Table& table() const { return known_.table(); }

 private:
  explicit ChocolateTable(chocolate::Position position) : known_(std::move(position)) {}

  [[nodiscard]] bool hides(int seat) const { return table().hands[seat].count(chocolate::kHidden) > 0; }
  [[nodiscard]] bool may_hold(int seat, std::uint8_t type) const;
  [[nodiscard]] bool fits_somewhere(std::uint8_t type) const;
  [[nodiscard]] int announced(std::uint8_t card, int number, int to) const;
  [[nodiscard]] chocolate::TypeSet heard(std::uint8_t card, int number, int to) const;

  [[nodiscard]] Why objection(const WrittenMove& written) const;
  [[nodiscard]] Why placing_objection(const chocolate::Move& move) const;
  [[nodiscard]] Why place_objection(const chocolate::Move& move) const;
  [[nodiscard]] Why smartie_objection(const chocolate::Move& move) const;
  [[nodiscard]] Why swap_objection(const WrittenMove& written) const;
  [[nodiscard]] Why card_objection(const WrittenMove& written, int holder, int to) const;

  void apply(const WrittenMove& written);
  void place(const chocolate::Move& move);
  void pass();
  void accept();
  void refuse();
  [[nodiscard]] std::vector<int> observers() const;
  [[nodiscard]] std::vector<chocolate::Facts> knowledge() const;
  [[nodiscard]] chocolate::Setup setup() const;

  [[nodiscard]] std::string json(bool legal, bool facts) const;
  [[nodiscard]] std::vector<chocolate::SetupCard> lying() const;
  [[nodiscard]] std::vector<std::string> swap_actions() const;
  void add_legal(std::string& json) const;
  void add_groups(std::string& json) const;
  void add_facts(std::string& json) const;
  void add_swap(std::string& json) const;

  chocolate::Position known_;
  int observer_ = kOpen;
  int offered_number_ = -1;  // of hidden swap cards
  int countered_number_ = -1;
  std::vector<chocolate::Facts> facts_;  // of the observers of this table; empty as long as nobody learned anything
};

// Reads a move without looking at any table.
Refused parse_written(std::string_view text, WrittenMove& written);

// The rotation of a card that sorts first; any four colours are a card.
std::string upright(std::string_view card);

// Reads a card as it stands in a hand or a deck; kNoCard for one that no game has.
Refused parse_held(std::string_view text, std::uint8_t& type);

// What a start is read into.
struct StartRead {
  chocolate::Setup setup;
  bool hidden = false;       // whether there are cards that are not known
  int knowing = kSpectator;  // the seat whose cards are all known, if there are hidden ones
};

// Reads a deck, hidden cards included.
Refused parse_deck(StartRead& start, std::string_view text);

// Reads a start that was laid by hand, hidden cards included, as `games/chocolate/starts.py` does.
Refused parse_start(StartRead& start, std::string_view text);

// A table that cannot have come about.
Refused impossible(Why why);

std::vector<std::string_view> split(std::string_view text, std::string_view sign);

// Reads the colour of a further side.
Refused parse_colour(const chocolate::Rules& rules, std::string_view word, std::vector<std::uint8_t>& colours);

// Reads the cards that lie, in both tiers, into a setup.
Refused parse_field(chocolate::Setup& setup, std::span<const std::string_view> words);

}  // namespace tafelrunde::engine
