#include "chocolate/cards.hpp"

namespace tafelrunde::chocolate {

std::string look_text(std::uint8_t look) {
  const std::uint8_t type = type_of(look);
  std::string text;
  for (const std::uint8_t c : kLookTable[look].colour) text += kColourLetters[c];
  if (kPrinted[type]) text += 's';
  return text;
}

std::uint8_t parse_look(std::string_view text) {
  if (text.size() != 4 && !(text.size() == 5 && text[4] == 's')) return kNoCard;
  for (std::uint8_t look = 0; look < kLooks; ++look) {
    if (kPrinted[type_of(look)] != (text.size() == 5)) continue;
    bool same = true;
    for (int i = 0; i < 4; ++i) same = same && kLookTable[look].colour[i] == colour_of(text[i]);
    if (same) return look;
  }
  return kNoCard;
}

std::uint8_t parse_type(std::string_view text) {
  for (std::uint8_t type = 0; type < kTypes; ++type) {
    if (kTypeTable[type].text == text) return type;
  }
  return kNoCard;
}

}  // namespace tafelrunde::chocolate
