// The 64-bit Zobrist hash of a position: the XOR of one key for every feature that the position has.
//
//   key(kind, payload) = mix64(kind * 2^48 + payload),   mix64 as in common/hash.hpp
//   face = c0 + 3 c1 + 9 c2 + 27 c3, plus 81 with a printed smartie; D, M, W are 0, 1, 2, pieces clockwise from the top
//          left one; for cards in hands and in the stack of the rotation that sorts first
//
//   kind 1   rules            game * 16 + players * 2, and in Schokoly the bits of kSwitches (rules.hpp) that are on;
//                             game 0 is Scho K.O., 1 is Schokoly
//   kind 2   a card lies      (x + 128) * 2^24 + (y + 128) * 2^16 + tier * 2^8 + face as it lies
//   kind 3   it is secured    (x + 128) * 2^8 + (y + 128); smarties that were put on a first-tier card only
//   kind 4   a card is held   seat * 2^16 + face * 2^8 + n, for the n-th (from 0) of equal cards in the hand
//   kind 5   a card is stacked  depth * 2^8 + face, depth 0 being the card that is drawn last
//   kind 6   a side's colour  side * 2^8 + colour
//   kind 7   smarties left    seat * 2^8 + number (Schokoly)
//   kind 8   the turn         seat * 2^8 + number of passes in succession
//   kind 9   the swap         phase * 2^24 + seat asked * 2^16 + face offered * 2^8 + face of the counter;
//                             phase 1 offered, 2 countered; a face that is not yet named is 255
//   kind 10  the swap is used up in this turn   0
// Seats and sides count from 0. A kind 9 or 10 key is there only while it applies.
#pragma once

#include <cstdint>

#include "chocolate/cards.hpp"
#include "common/hash.hpp"

namespace tafelrunde::chocolate {

enum class Feature : std::uint64_t {
  kRules = 1,
  kLying,
  kSecured,
  kHeld,
  kStacked,
  kColour,
  kSmarties,
  kTurn,
  kSwap,
  kSwapUsed
};

constexpr std::uint64_t key(Feature feature, std::uint64_t payload) {
  return mix64((static_cast<std::uint64_t>(feature) << 48) + payload);
}

constexpr std::array<std::uint8_t, kLooks> make_faces() {
  std::array<std::uint8_t, kLooks> faces{};
  for (std::uint8_t look = 0; look < kLooks; ++look) {
    const auto& c = kLookTable[look].colour;
    const int face = c[0] + 3 * c[1] + 9 * c[2] + 27 * c[3] + (kPrinted[type_of(look)] ? 81 : 0);
    faces[look] = static_cast<std::uint8_t>(face);
  }
  return faces;
}
inline constexpr std::array<std::uint8_t, kLooks> kFaces = make_faces();

constexpr std::uint64_t face_of_type(std::uint8_t type) {
  return type == kNoCard ? 255U : kFaces[static_cast<std::size_t>(type) * kRotations];
}

}  // namespace tafelrunde::chocolate
