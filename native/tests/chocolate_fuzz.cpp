// Feeds hostile texts, setups and actions to the chocolate games: nothing may crash, nothing illegal may change
// anything.
//
// The first byte of an input says what the rest is: lines of moves, the parts of a position or a view, or actions of a
// batch. Without libFuzzer, chocolate_fuzz [runs [seed]] makes inputs of its own, most of them games that went astray.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "chocolate/batch.hpp"
#include "chocolate/playout.hpp"
#include "chocolate/queries.hpp"
#include "chocolate/view.hpp"

using namespace tafelrunde;
using namespace tafelrunde::chocolate;

namespace {

Rules rules_from(std::uint8_t byte) {
  static constexpr Rules kForms[] = {{Game::kSchoko, 2, false, true},    {Game::kSchokoly, 2, false, false},
                                     {Game::kSchokoly, 3, true, false},  {Game::kSchokoly, 3, false, false},
                                     {Game::kSchokoly, 4, false, false}, {Game::kSchokoly, 2, false, true},
                                     {Game::kSchokoly, 3, true, true}};
  return kForms[byte % std::size(kForms)];
}

// Whatever was accepted must hold together.
void check(const Position& position, Rng& rng) {
  CHECK(position.table().hash == position.fresh_hash());
  CHECK(count_turns(position) == static_cast<std::int64_t>(position.turns().size()));
  const Score score = position.score();
  CHECK(score.over == position.table().over());
  for (const int points : score.points) CHECK(points >= 0 && points <= 4 * kMaxDeck);
  if (!position.table().over()) CHECK(playout(position, rng).turns > 0);
}

void feed_moves(std::uint8_t form, std::string_view text) {
  Rng rng(form);
  Position position(Table::shuffled(rules_from(form), rng));
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const auto move = parse_move(line);
    if (!move) continue;
    const auto again = parse_move(move_text(*move));
    CHECK(again && *again == *move);
    const std::uint64_t before = position.table().hash;
    const char* reason = position.play(*move);
    CHECK(reason == nullptr || position.table().hash == before);
  }
  check(position, rng);
}

// Reads bytes one by one; none left reads as zero.
class Bytes {
 public:
  explicit Bytes(std::string_view text) : text_(text) {}

  std::uint8_t next() {
    if (text_.empty()) return 0;
    const auto byte = static_cast<std::uint8_t>(text_.front());
    text_.remove_prefix(1);
    return byte;
  }
  std::uint8_t below(int n) { return static_cast<std::uint8_t>(next() % n); }
  // Mostly a card, sometimes none, sometimes a hidden one.
  std::uint8_t card() {
    const std::uint8_t byte = next();
    return byte == 255 ? kNoCard : byte == 254 ? kHidden : static_cast<std::uint8_t>(byte % (kTypes + 1));
  }
  bool empty() const { return text_.empty(); }

 private:
  std::string_view text_;
};

Facts facts_from(Bytes& bytes) {
  Facts facts;
  for (int n = bytes.below(4); n > 0; --n) {
    const auto kind = static_cast<FactKind>(bytes.below(3));
    const auto seats = static_cast<std::uint8_t>(1 + bytes.below(15));
    const TypeSet some = TypeSet{bytes.next()} * 2749U & kAllTypes;
    const TypeSet cards = kind == FactKind::kGiven ? type_bit(bytes.below(kTypes)) : some;
    facts.push_back({kind, seats, cards, static_cast<std::int8_t>(bytes.below(4))});
  }
  return facts;
}

// Changes one part of a setup.
void bend(Setup& setup, Bytes& bytes) {
  const std::uint8_t what = bytes.below(12);
  const std::size_t seat = bytes.below(setup.rules.players + 1);
  const std::size_t card = setup.cards.empty() ? 0 : bytes.next() % setup.cards.size();
  const bool held = seat < setup.hands.size();
  if (what == 0) {
    const int x = bytes.below(60) - 30;
    setup.cards.push_back({bytes.below(4), x, bytes.below(60) - 30, bytes.next(), bytes.below(2) == 1});
  } else if (what < 4 && !setup.cards.empty()) {
    if (what == 1) setup.cards[card].smartie ^= true;
    if (what == 2) setup.cards.erase(setup.cards.begin() + static_cast<std::ptrdiff_t>(card));
    if (what == 3) setup.cards[card].x += bytes.below(9) - 4;
  } else if (what == 4 && held) {
    setup.hands[seat].push_back(bytes.card());
  } else if (what == 5 && held && !setup.hands[seat].empty()) {
    setup.hands[seat].pop_back();
  } else if (what == 6) {
    setup.stack.push_back(bytes.card());
  } else if (what == 7 && !setup.stack.empty()) {
    setup.stack.pop_back();
  } else if (what == 8 && seat < setup.colours.size()) {
    setup.colours[seat] = bytes.below(5);
  } else if (what == 9) {
    setup.to_move = static_cast<int>(seat);
  } else if (what == 10) {
    const auto phase = static_cast<Phase>(bytes.below(3));
    setup.swap = {phase, static_cast<std::uint8_t>(seat), bytes.card(), bytes.card()};
  } else if (what == 11) {
    setup.facts.push_back(facts_from(bytes));
  }
}

// Starts from a sound position and bends some of its parts.
void feed_setup(std::uint8_t form, std::string_view text) {
  Bytes bytes(text);
  Rng rng(form);
  Position position(Table::shuffled(rules_from(form), rng));
  for (int n = bytes.below(40); n > 0 && !position.table().over(); --n) position.play(random_move(position, rng));
  const bool hidden = bytes.below(2) == 1;
  const int observer = bytes.below(5) - 1;
  Setup setup = position.setup();
  if (hidden && observer < setup.rules.players) setup = View(position, observer).known().setup();
  while (!bytes.empty()) bend(setup, bytes);
  std::string error;
  if (hidden) {
    const auto view = View::build(setup, observer, bytes.below(6), bytes.below(6), error);
    CHECK(view.has_value() == error.empty());
    if (!view) return;
    const auto drawn = view->resample(rng, 100);
    if (drawn) check(*drawn, rng);
  } else {
    const auto built = Position::build(setup, false, error);
    CHECK(built.has_value() == error.empty());
    if (built) check(*built, rng);
  }
}

template <class Row>
void feed_actions(std::uint8_t form, std::string_view text) {
  Bytes bytes(text);
  constexpr int kMatches = 2;
  Batch<Row> batch(rules_from(form), kMatches);
  batch.reset(form, 0, kMatches);
  while (!bytes.empty()) {
    Action actions[kMatches];
    for (Action& action : actions) {
      const int wild = bytes.next() | bytes.next() << 8 | bytes.next() << 16;
      const int near = ActionSpace<Row>::kPlacings - 8 + bytes.below(32);
      const std::uint8_t kind = bytes.below(4);
      action.what = kind == 0 ? wild - 1000 : kind == 1 ? near : kRandomAction;
      action.smartie = bytes.below(60) - 2;
      action.colour = bytes.below(7) - 2;
    }
    if (batch.find_illegal(actions, 0, kMatches) < 0) batch.step(actions, 0, kMatches);
  }
  batch.prepare_masks();
  batch.write_masks(0, kMatches);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  switch (data[0] % 8) {
    case 0:
    case 1:
    case 2:
    case 3: feed_moves(data[1], text); break;
    case 4:
    case 5: feed_setup(data[1], text); break;
    case 6: feed_actions<Narrow>(data[1], text); break;
    default: feed_actions<Wide>(data[1], text); break;
  }
  return 0;
}

#if !defined(TAFELRUNDE_LIBFUZZER)
namespace {

// A game as lines of text, as feed_moves will deal it.
std::string sound_moves(std::uint8_t form, Rng& rng) {
  Rng dealer(form);
  Position position(Table::shuffled(rules_from(form), dealer));
  std::string text;
  for (std::uint32_t n = rng.below(40); n > 0 && !position.table().over(); --n) {
    const std::vector<Move> swaps = position.swap_actions();
    Move move = random_move(position, rng);
    if (!swaps.empty() && rng.below(2) == 0) move = swaps[rng.below(static_cast<std::uint32_t>(swaps.size()))];
    position.play(move);
    text += move_text(move) + '\n';
  }
  return text;
}

void mutate(std::string& text, Rng& rng) {
  static constexpr std::string_view kBytes = "DMWs@^*:,-0123456789 \nofferpasscounterdecline\0\x7f\xff";
  for (std::uint32_t n = rng.below(4); n > 0 && !text.empty(); --n) {
    const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
    const char byte = rng.below(8) == 0 ? static_cast<char>(rng.next()) : kBytes[rng.below(kBytes.size())];
    switch (rng.below(4)) {
      case 0: text[at] = byte; break;
      case 1: text.insert(at, 1, byte); break;
      case 2: text.erase(at, 1 + rng.below(6)); break;
      default: text.insert(at, text.substr(rng.below(static_cast<std::uint32_t>(text.size())), rng.below(24))); break;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const long runs = argc > 1 ? std::atol(argv[1]) : 20000;
  Rng rng(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  for (long run = 0; run < runs; ++run) {
    const auto kind = static_cast<std::uint8_t>(rng.below(8));
    const auto form = static_cast<std::uint8_t>(rng.next());
    std::string text;
    if (kind < 3) {
      text = sound_moves(form, rng);
      mutate(text, rng);
    } else {
      for (std::uint32_t n = rng.below(kind == 3 ? 400 : 60); n > 0; --n) text += static_cast<char>(rng.next());
    }
    text.insert(text.begin(), {static_cast<char>(kind), static_cast<char>(form)});
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::printf("chocolate: %ld hostile inputs survived\n", runs);
}
#endif
