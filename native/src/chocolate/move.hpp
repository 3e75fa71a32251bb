// One action of a player and its notation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chocolate/cards.hpp"

namespace tafelrunde::chocolate {

enum class Kind : std::uint8_t { kPlace, kPass, kOffer, kDecline, kCounter, kAccept, kReject };
enum class Smartie : std::uint8_t { kNone, kSelf, kOther };

// Fields that a kind does not use stay at their defaults, so that equal moves are equal values.
struct Move {
  Kind kind = Kind::kPass;
  std::uint8_t look = kNoCard;      // place
  std::uint8_t tier = 1;            // place
  std::uint8_t colour = kNoColour;  // place: the colour announced with it
  std::int16_t x = 0;               // place: the top-left cell
  std::int16_t y = 0;
  Smartie smartie = Smartie::kNone;  // place, first tier; the second tier spends one without saying
  std::int16_t u = 0;                // the place of the other card that gets it
  std::int16_t v = 0;
  std::uint8_t seat = 0;        // offer: to whom
  std::uint8_t card = kNoCard;  // offer, counter: the type

  friend constexpr bool operator==(const Move&, const Move&) = default;
};

inline constexpr std::int16_t kMaxCoordinate = 9999;  // what the notation can write

std::string move_text(const Move& move);

// Reads a move without looking at a position; swap words are joined by spaces or hyphens. No value: it does not read.
std::optional<Move> parse_move(std::string_view text);

}  // namespace tafelrunde::chocolate
