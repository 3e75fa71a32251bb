// What the evaluation knows: a number for each thing it sees, by form of the game and by how far the game has come.
//
// The numbers come from games the players played against themselves; scripts/fit_chocolate.py writes weights.cpp.
#pragma once

#include <array>
#include <cstdint>

#include "chocolate/table.hpp"

namespace tafelrunde::chocolate {

// What is seen of a position for one side. Only differences between sides count.
enum Trait : int {
  kPointsNow,       // points as they stand
  kLargest,         // pieces of the largest group
  kSecondLargest,   // of the second largest
  kOtherPieces,     // all other visible pieces of the colour
  kBestJoin,        // the largest group within reach of one card from the largest
  kAllJoins,        // all groups within reach
  kLiberties,       // empty cells beside the largest group
  kOpenCells,       // pieces of the largest group that could still be covered
  kWorstCut,        // what a card in the second tier could take from the largest group at worst
  kCutNext,         // the same where an opponent moves next
  kCuts,            // the number of places where one could take four pieces or more
  kCutPower,        // the worst cut, times the stack cards that the opponents could play at once, two at most
  kSmartiesHeld,    // loose smarties of the side, as many as it has turns for
  kPrintedHeld,     // cards with a smartie in the hands of the side
  kPiecesHeld,      // pieces of the colour in the hands of the side
  kGrowingNeutral,  // neutral groups of three to five pieces that the side touches more often
  kHeldNeutral,     // by how many contacts it holds neutral groups, three at most each
  kFirmNeutral,     // pieces of neutral groups that it holds, as far as four contacts hold them
  kNextTurn,        // whether the side moves next
  kTraits,
};

// What ranks placings without playing them, beside the difference of points.
enum Habit : int {
  kOwnGrowth,      // a piece of the own group that the card makes, whether it is the largest or not
  kOtherGrowth,    // a piece of an opponent's
  kSmartieSpent,   // a loose smartie spent on the second tier
  kPrintedSpent,   // a card with a printed smartie laid in the first tier
  kOwnPieceSpent,  // a piece of the own colour on the card that leaves the hand
  kStrangePiece,   // a piece of an opponent's colour on the card
  kHabits,
};

inline constexpr int kPhases = 6;
inline constexpr int kForms = 4;  // Scho K.O., Schokoly with two, three and four players

struct Weights {
  std::array<std::array<float, kTraits>, kPhases> trait{};
  std::array<float, kPhases> spread{};  // of the final margin around what the features say
  std::array<float, kHabits> habit{};
};

constexpr int form_of(const Rules& rules) { return rules.game == Game::kSchoko ? 0 : rules.players - 1; }

// From 0, the last cards, to kPhases - 1, the first ones.
inline int phase_of(const Table& table) {
  int left = table.stack_size();
  for (const Hand& hand : table.hands) left += hand.size;
  return std::min(kPhases - 1, left * kPhases / deck_size(table.rules.game));
}

// The fitted weights of a form.
const Weights& fitted_weights(int form);

}  // namespace tafelrunde::chocolate
