// Positions and moves as text, by the notation that players, records and other programs share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "common/why.hpp"
#include "tokan/position.hpp"

namespace tafelrunde::tokan {

// What is wrong with a text: it is not of the notation, it describes no possible position, its move breaks the rules.
enum class Fault : std::uint8_t { kNone, kNotation, kSetup, kIllegal };

struct Problem {
  Fault fault = Fault::kNone;
  std::string text;  // the part that is wrong
  std::string reason;
  Why why{};  // of an illegal move  NOLINT(readability-redundant-member-init): g++ wants it where it is left out
  explicit operator bool() const noexcept { return fault != Fault::kNone; }
};

// A move or placing as it is written, before a position is asked whether it is legal.
struct WrittenAction {
  bool placing = false;
  int source = 0;  // cells and carried tiles of a move
  int target = 0;
  int carry = 0;
  Kind kind = kNoKind;  // tile and strip cell of a placing
  int cell = 0;
};

std::string cell_name(int cell);
std::string to_text(const Position& position);
std::string to_text(const Position& position, Action action);

// Reads a position; with a draft, the two columns it starts with.
Problem parse_position(std::string_view text, const Options& options, Position& position);

// Sets up a field from the towers of its thirty cells, each from bottom to top, empty where there is a gap.
Problem field_from(std::span<const std::string_view> towers, int side, int taboo, const Options& options,
                   Position& position);

// Sets up a draft from the fifty cells of its strip, empty where nothing lies.
Problem draft_from(std::span<const std::string_view> cells, int side, const Options& options, Position& position);

// Reads a move without looking at any position.
Problem parse_written(std::string_view text, WrittenAction& written);

// Finds the legal action that a written one means in a position; `text` is what a problem will quote.
Problem resolve(const Position& position, const WrittenAction& written, std::string_view text, Action& action);

// Reads a move and finds the legal action it means.
Problem parse_action(const Position& position, std::string_view text, Action& action);

}  // namespace tafelrunde::tokan
