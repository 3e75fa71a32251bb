#include "chocolate/move.hpp"

#include "chocolate/reader.hpp"

namespace tafelrunde::chocolate {
namespace {

std::optional<Move> parse_swap(std::string_view text) {
  Move move;
  if (text == "decline") {
    move.kind = Kind::kDecline;
  } else if (text == "accept") {
    move.kind = Kind::kAccept;
  } else if (text == "reject") {
    move.kind = Kind::kReject;
  } else if (text.starts_with("counter") && text.size() > 8 && (text[7] == ' ' || text[7] == '-')) {
    move.kind = Kind::kCounter;
    move.card = parse_type(text.substr(8));
    if (move.card == kNoCard) return {};
  } else if (text.starts_with("offer") && text.size() > 8 && (text[5] == ' ' || text[5] == '-') &&
             (text[7] == ' ' || text[7] == '-') && text[6] >= '1' && text[6] <= '9') {
    move.kind = Kind::kOffer;
    move.seat = static_cast<std::uint8_t>(text[6] - '1');
    move.card = parse_type(text.substr(8));
    if (move.card == kNoCard) return {};
  } else {
    return {};
  }
  return move;
}

void append_cell(std::string& text, int x, int y) {
  text += std::to_string(x);
  text += ',';
  text += std::to_string(y);
}

}  // namespace

std::string move_text(const Move& move) {
  switch (move.kind) {
    case Kind::kPass: return "pass";
    case Kind::kDecline: return "decline";
    case Kind::kAccept: return "accept";
    case Kind::kReject: return "reject";
    case Kind::kCounter: return "counter " + std::string(type_text(move.card));
    case Kind::kOffer: return "offer " + std::to_string(move.seat + 1) + " " + std::string(type_text(move.card));
    case Kind::kPlace: break;
  }
  std::string text;
  if (move.colour != kNoColour) {
    text += kColourLetters[move.colour];
    text += ':';
  }
  text += look_text(move.look);
  text += move.tier == 1 ? '@' : '^';
  append_cell(text, move.x, move.y);
  if (move.smartie != Smartie::kNone) text += '*';
  if (move.smartie == Smartie::kOther) append_cell(text, move.u, move.v);
  return text;
}

std::optional<Move> parse_move(std::string_view text) {
  Move move;
  if (text == "pass") return move;
  const std::size_t sign = text.find_first_of("@^");
  if (sign == std::string_view::npos) return parse_swap(text);
  move.kind = Kind::kPlace;
  std::string_view card = text.substr(0, sign);
  if (card.size() > 2 && card[1] == ':') {
    move.colour = colour_of(card[0]);
    if (move.colour == kNoColour) return {};
    card.remove_prefix(2);
  }
  move.look = parse_look(card);
  if (move.look == kNoCard) return {};
  move.tier = text[sign] == '@' ? 1 : 2;
  Reader reader(text.substr(sign + 1));
  if (!reader.cell(move.x, move.y)) return {};
  if (move.tier == 1 && reader.take('*')) {
    move.smartie = Smartie::kSelf;
    if (!reader.done()) {
      move.smartie = Smartie::kOther;
      if (!reader.cell(move.u, move.v) || (move.u == move.x && move.v == move.y)) return {};
    }
  }
  if (!reader.done()) return {};
  return move;
}

}  // namespace tafelrunde::chocolate
