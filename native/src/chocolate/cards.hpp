// The cards of Scho K.O. and Schokoly: colours, types, looks and decks, all as tables made at compile time.
//
// A type is a card as it lies in a hand; types are numbered in the order of their texts, so a hand sorted by number is
// sorted by text. A look is a type in one of its four rotations. Every type of both games has four different looks.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tafelrunde::chocolate {

inline constexpr int kColours = 3;
inline constexpr std::uint8_t kNoColour = 3;
inline constexpr std::string_view kColourLetters = "DMW";

inline constexpr int kTypes = 18;
inline constexpr int kRotations = 4;
inline constexpr int kLooks = kTypes * kRotations;
inline constexpr int kMaxDeck = 48;
inline constexpr int kHandSize = 4;
inline constexpr int kMaxPlayers = 4;
inline constexpr std::uint8_t kNoCard = 0xff;

enum class Game : std::uint8_t { kSchoko, kSchokoly };

struct TypeRow {
  std::string_view text;
  std::uint8_t schoko;    // copies in the deck of Scho K.O.
  std::uint8_t schokoly;  // copies in the deck of Schokoly
};

inline constexpr std::array<TypeRow, kTypes> kTypeTable{{
    {"DDDM", 0, 4},
    {"DDDW", 7, 4},
    {"DDDWs", 3, 0},
    {"DDMM", 0, 4},
    {"DDMW", 0, 2},
    {"DDWM", 0, 2},
    {"DDWW", 8, 4},
    {"DDWWs", 4, 0},
    {"DMMM", 0, 4},
    {"DMMW", 0, 2},
    {"DMWW", 0, 2},
    {"DWMM", 0, 2},
    {"DWWM", 0, 2},
    {"DWWW", 7, 4},
    {"DWWWs", 3, 0},
    {"MMMW", 0, 4},
    {"MMWW", 0, 4},
    {"MWWW", 0, 4},
}};

constexpr std::uint8_t colour_of(char letter) {
  for (std::uint8_t c = 0; c < kColours; ++c) {
    if (kColourLetters[c] == letter) return c;
  }
  return kNoColour;
}

// Everything the hot paths ask of a look. Pieces count clockwise from the top-left one.
struct LookRow {
  std::array<std::uint8_t, 4> colour;
  std::array<std::array<std::uint8_t, 2>, kColours> bits;  // by colour: two bits of the upper row, of the lower row
  std::uint8_t upper_pair;                                 // 3 * colour[0] + colour[1]
  std::uint8_t lower_pair;                                 // 3 * colour[2] + colour[3]
};

constexpr std::array<LookRow, kLooks> make_looks() {
  std::array<LookRow, kLooks> looks{};
  for (int type = 0; type < kTypes; ++type) {
    for (int rotation = 0; rotation < kRotations; ++rotation) {
      LookRow& row = looks[type * kRotations + rotation];
      for (int i = 0; i < 4; ++i) row.colour[i] = colour_of(kTypeTable[type].text[(i + rotation) % 4]);
      row.bits[row.colour[0]][0] |= 1;
      row.bits[row.colour[1]][0] |= 2;
      row.bits[row.colour[2]][1] |= 2;
      row.bits[row.colour[3]][1] |= 1;
      row.upper_pair = static_cast<std::uint8_t>(3 * row.colour[0] + row.colour[1]);
      row.lower_pair = static_cast<std::uint8_t>(3 * row.colour[2] + row.colour[3]);
    }
  }
  return looks;
}

inline constexpr std::array<LookRow, kLooks> kLookTable = make_looks();

constexpr std::uint8_t type_of(std::uint8_t look) { return look / kRotations; }
constexpr bool has_smartie(std::uint8_t type) { return kTypeTable[type].text.size() == 5; }

// Whether a card may go into the second tier: in Scho K.O. the printed smartie decides, in Schokoly any card may.
constexpr std::array<bool, kTypes> make_printed() {
  std::array<bool, kTypes> printed{};
  for (std::uint8_t type = 0; type < kTypes; ++type) printed[type] = has_smartie(type);
  return printed;
}
inline constexpr std::array<bool, kTypes> kPrinted = make_printed();

constexpr int copies(Game game, int type) {
  return game == Game::kSchoko ? kTypeTable[type].schoko : kTypeTable[type].schokoly;
}

// What a game has beside its number of copies of each card.
struct Material {
  std::uint8_t colours;   // bits of the colours that its cards show
  bool printed_smarties;  // some of its cards have one
  std::uint8_t smarties;  // loose ones, to be shared out
  std::uint8_t most_players;
};

constexpr Material make_material(Game game, std::uint8_t smarties, std::uint8_t most_players) {
  Material material{0, false, smarties, most_players};
  for (int type = 0; type < kTypes; ++type) {
    if (copies(game, type) == 0) continue;
    for (int i = 0; i < 4; ++i)
      material.colours |= static_cast<std::uint8_t>(1U << colour_of(kTypeTable[type].text[i]));
    material.printed_smarties = material.printed_smarties || kPrinted[type];
  }
  return material;
}

inline constexpr std::array<Material, 2> kMaterial{make_material(Game::kSchoko, 0, 2),
                                                   make_material(Game::kSchokoly, 12, kMaxPlayers)};

constexpr const Material& material_of(Game game) { return kMaterial[static_cast<std::size_t>(game)]; }

// How many pieces of a colour a card shows.
constexpr int pieces(std::uint8_t type, std::uint8_t colour) {
  int n = 0;
  for (int i = 0; i < 4; ++i) n += kLookTable[type * kRotations].colour[i] == colour;
  return n;
}

// Different cards to place, and for each whether it may go into the second tier.
struct Choice {
  std::array<std::uint8_t, kHandSize> types{};
  std::array<bool, kHandSize> second{};
  int size = 0;
};

constexpr int deck_size(Game game) {
  int n = 0;
  for (int type = 0; type < kTypes; ++type) n += copies(game, type);
  return n;
}
static_assert(deck_size(Game::kSchoko) == 32 && deck_size(Game::kSchokoly) == kMaxDeck);

// The whole deck, sorted.
constexpr std::array<std::uint8_t, kMaxDeck> sorted_deck(Game game) {
  std::array<std::uint8_t, kMaxDeck> deck{};
  int n = 0;
  for (std::uint8_t type = 0; type < kTypes; ++type) {
    for (int i = 0; i < copies(game, type); ++i) deck[n++] = type;
  }
  return deck;
}

// The look that a text names (`DWWWs`, as it lies), or kNoCard.
std::uint8_t parse_look(std::string_view text);

// The type that a text in its first-sorting rotation names, or kNoCard.
std::uint8_t parse_type(std::string_view text);

std::string look_text(std::uint8_t look);
inline std::string_view type_text(std::uint8_t type) { return kTypeTable[type].text; }

}  // namespace tafelrunde::chocolate
