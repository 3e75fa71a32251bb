#include "tokan/solver/state.hpp"

namespace tafelrunde::tokan::solver {

namespace {

const Worth& worth_by(Scoring scoring) noexcept {
  return scoring == Scoring::kTowers ? kWorth<Scoring::kTowers> : kWorth<Scoring::kHeads>;
}

}  // namespace

State state_of(const Board& board, Scoring scoring) noexcept {
  const Worth& worth = worth_by(scoring);
  State state{};
  std::array<Kind, kTiles> kinds{};
  for (int cell = 0; cell < kCells; ++cell) {
    const int height = board.contents(cell, kinds);
    if (height == 0) continue;
    std::uint64_t word = 0;
    unsigned kind = 0, beneath = 0;
    for (int level = 0; level < height; ++level) {
      const Kind tile = kinds[static_cast<std::size_t>(level)];
      beneath = kind;
      kind = static_cast<unsigned>(colour_of(tile) << 2 | reach_of(tile));
      if (level < kWordLevels) word |= std::uint64_t{kind} << (3 * level);
    }
    if (height > kWordLevels) word = settled_word(height, static_cast<int>(kind));
    const Code code = static_cast<Code>(kind << kReachLow | static_cast<unsigned>(height));
    state.codes[static_cast<std::size_t>(cell)] = code;
    state.words[static_cast<std::size_t>(cell)] = word;
    state.planes |= planes_of(code) & bit(cell);
    state.covered |= (beneath >> 2) << cell;
    state.sum += tower_key(cell, word);
    state.margin += worth[code];
  }
  state.side = board.side;
  state.taboo = board.taboo;
  return state;
}

void make(const State& state, Move move, const Options& options, State& next) noexcept {
  if (options.gaps == Gaps::kContiguous) {
    make<Gaps::kContiguous>(state, move, worth_by(options.scoring), next);
  } else {
    make<Gaps::kLine>(state, move, worth_by(options.scoring), next);
  }
}

}  // namespace tafelrunde::tokan::solver
