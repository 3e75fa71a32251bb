// Feeds hostile positions, moves and actions to TOKAN: nothing may crash, and what is accepted must hold together.
//
// The first byte of the input chooses the house rules and what the rest is taken for. With libFuzzer this is its
// target; without, tokan_fuzz [runs [seed]] makes inputs of its own from a seed by mutating texts that are right.
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tokan/playout.hpp"
#include "tokan/text.hpp"

using namespace tafelrunde;
using namespace tafelrunde::tokan;

namespace {

void require(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::abort();
}

Options options_from(unsigned bits) {
  return {(bits & 1) != 0 ? Scoring::kHeads : Scoring::kTowers, (bits & 2) != 0 ? Gaps::kLine : Gaps::kContiguous,
          (bits & 4) != 0 ? Setup::kDraft : Setup::kRandom};
}

// The first line is a position, every further line a move.
void play_text(std::string_view text, const Options& options) {
  const auto end = text.find('\n');
  Position position;
  if (parse_position(text.substr(0, end), options, position)) return;
  const std::string printed = to_text(position);
  require(printed == text.substr(0, end), "a position prints as it was read");
  while (text.find('\n') != std::string_view::npos) {
    text.remove_prefix(text.find('\n') + 1);
    Action action = -1;
    const auto move = text.substr(0, text.find('\n'));
    const Problem problem = parse_action(position, move, action);
    if (problem) {
      require(!problem.reason.empty(), "a problem has a reason");
      require(problem.fault == Fault::kNotation || problem.fault == Fault::kIllegal, "a move has no other faults");
      continue;
    }
    require(position.legal(action), "an accepted move is legal");
    require(to_text(position, action) == move, "a move prints as it was read");
    position.play(action);
  }
  Rng rng(text.size());
  play_out(position, rng);
  require(position.over(), "every game ends");
}

// Every two bytes are an action, legal or not.
void play_actions(std::string_view bytes, const Options& options) {
  Rng rng(bytes.size());
  Position position = deal(options, rng);
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const auto number =
        static_cast<std::int16_t>(static_cast<unsigned char>(bytes[i]) | static_cast<unsigned char>(bytes[i + 1]) << 8);
    const Action action = number % 600;
    if (position.legal(action)) position.play(action);
  }
  play_out(position, rng);
  require(position.over(), "every game ends");
}

// Cells separated by ';' as towers of a field or tiles of a strip.
void set_up(std::string_view text, const Options& options) {
  std::vector<std::string_view> cells;
  const int side = static_cast<int>(text.size() & 1);
  const int taboo = static_cast<int>(text.size() % 34) - 2;
  for (;;) {
    const auto at = text.find(';');
    cells.push_back(text.substr(0, at));
    if (at == std::string_view::npos) break;
    text.remove_prefix(at + 1);
  }
  Position position;
  const Problem problem = options.setup == Setup::kDraft ? draft_from(cells, side, options, position)
                                                         : field_from(cells, side, taboo, options, position);
  if (problem) return;
  Rng rng(cells.size());
  play_out(position, rng);
  require(position.over(), "every game ends");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Options options = options_from(data[0]);
  switch (data[0] >> 3 & 3) {
    case 0: play_actions(rest, options); break;
    case 1: set_up(rest, options); break;
    default: play_text(rest, options); break;
  }
  return 0;
}

#if !defined(TAFELRUNDE_LIBFUZZER)
namespace {

// A position with some moves, legal as a rule: the seed of an input.
std::string sound_text(const Options& options, Rng& rng) {
  Position position = deal(options, rng);
  if (options.setup == Setup::kRandom)
    for (std::uint32_t i = rng.below(25); i > 0 && !position.over(); --i) position.play(draw(position, rng));
  std::string text = to_text(position);
  for (std::uint32_t i = rng.below(30); i > 0 && !position.over(); --i) {
    const Action action = draw(position, rng);
    text += '\n';
    text += to_text(position, action);
    position.play(action);
  }
  return text;
}

// The cells of a random field or draft.
std::string sound_cells(const Options& options, Rng& rng) {
  const Position position = deal(options, rng);
  std::string text;
  const int cells = position.drafting ? kStripCells : kCells;
  for (int cell = 0; cell < cells; ++cell) {
    const auto at = static_cast<std::size_t>(cell);
    const Kind kind = position.drafting ? position.draft.kinds[at] : position.board.top(cell);
    if (cell > 0) text += ';';
    if (kind != kNoKind) text += kLetters[kind];
  }
  return text;
}

void mutate(std::string& text, Rng& rng) {
  static constexpr std::string_view kBytes = "MJLmjl-,/ rb;@+0123456789abcdef\n\0\x7f\xff";
  for (std::uint32_t i = rng.below(4); i > 0 && !text.empty(); --i) {
    const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size()));
    const char byte = rng.below(8) == 0 ? static_cast<char>(rng.next()) : kBytes[rng.below(kBytes.size())];
    switch (rng.below(5)) {
      case 0: text[at] = byte; break;
      case 1: text.insert(at, 1, byte); break;
      case 2: text.erase(at, 1 + rng.below(3)); break;
      case 3: std::swap(text[at], text[rng.below(static_cast<std::uint32_t>(text.size()))]); break;
      default: text.insert(at, text.substr(rng.below(static_cast<std::uint32_t>(text.size())), rng.below(12))); break;
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const long runs = argc > 1 ? std::atol(argv[1]) : 20000;
  Rng rng(argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1);
  for (long run = 0; run < runs; ++run) {
    const auto kind = static_cast<std::uint8_t>(rng.below(32));
    const Options options = options_from(kind);
    std::string text;
    if (kind >> 3 == 0) {
      for (std::uint32_t i = rng.below(400); i > 0; --i) text += static_cast<char>(rng.next());
    } else {
      text = kind >> 3 == 1 ? sound_cells(options, rng) : sound_text(options, rng);
      mutate(text, rng);
    }
    text.insert(text.begin(), static_cast<char>(kind));
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  }
  std::printf("tokan: %ld hostile inputs survived\n", runs);
}
#endif
