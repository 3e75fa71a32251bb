// What tells one chocolate game with its options from another, how options are read, and what a key says of them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "chocolate/cards.hpp"

namespace tafelrunde::chocolate {

inline constexpr int kMaxSides = 3;
inline constexpr int kNeutralMinimum = 6;  // a neutral group of fewer pieces belongs to nobody

// The named fields of `Rules` in Python's games/chocolate/rules.py. An option that changes the rules becomes one more
// field here and one more line of kSwitches.
struct Rules {
  Game game = Game::kSchoko;  // whose material is on the table
  std::uint8_t players = 2;
  bool swap = false;  // cards may be swapped before a turn
  bool second_group_breaks_ties = true;

  // Reads the words of a game's options, `players=3 swap=on`, as records write them; what is not there is the default.
  static constexpr Rules read(Game game, std::string_view options);

  int sides() const { return players == 4 ? 2 : players; }
  int side(int seat) const { return players == 4 ? seat % 2 : seat; }
  const Material& material() const { return material_of(game); }
  bool has_neutral_colour() const { return std::popcount(unsigned{material().colours}) > sides(); }
  int smarties() const { return material().smarties / players; }
  bool valid() const { return players >= 2 && players <= material().most_players && (!swap || players == 3); }
  // What tells these rules from all others in a key (keys.hpp).
  constexpr std::uint64_t key_payload() const;
  friend constexpr bool operator==(const Rules&, const Rules&) = default;
};

// A rule that an option turns on, which Scho K.O., a game without options, has for good.
struct Switch {
  bool Rules::* field;
  std::string_view name;  // as Python calls the field
  std::string_view word;  // the option's word that turns it on
  int bit;                // in the payload of a key
};
inline constexpr std::array<Switch, 2> kSwitches{{
    {&Rules::swap, "swap", "swap=on", 0},
    {&Rules::second_group_breaks_ties, "second_group_breaks_ties", "ties=second", 8},
}};

constexpr Rules Rules::read(Game game, std::string_view options) {
  Rules rules;
  rules.game = game;
  if (game == Game::kSchoko) return rules;
  const auto has = [&](std::string_view word) { return options.find(word) != std::string_view::npos; };
  rules.players = has("players=4") ? 4 : has("players=3") ? 3 : 2;
  for (const Switch& one : kSwitches) rules.*one.field = has(one.word);
  if (rules.players != 3) rules.swap = false;
  return rules;
}

constexpr std::uint64_t Rules::key_payload() const {
  std::uint64_t payload = (static_cast<std::uint64_t>(game) << 4) + (std::uint64_t{players} << 1);
  if (game == Game::kSchoko) return payload;
  for (const Switch& one : kSwitches) payload += std::uint64_t{this->*one.field} << one.bit;
  return payload;
}

}  // namespace tafelrunde::chocolate
