#include "chocolate/search/selfplay.hpp"

#include "chocolate/sample.hpp"

namespace tafelrunde::chocolate {

void observe_games(const Rules& rules, const Evaluator& evaluator, int again, int wild, std::uint64_t seed,
                   std::uint64_t begin, std::uint64_t end, std::vector<float>& rows) {
  for (std::uint64_t game = begin; game < end; ++game) {
    Rng rng(seed, game);
    State<Narrow> state(Table::shuffled(rules, rng));
    const std::size_t start = rows.size();
    const int sides = rules.sides();
    bool outgrown = false;
    while (!state.table.over() && !outgrown) {
      const bool random = rng.below(static_cast<std::uint32_t>(wild)) == 0;
      const Move move = random ? random_turn(state, rng) : quick_move(state, evaluator, again);
      outgrown = !state.play<false>(move);
      if (outgrown || state.table.over() || !state.table.colours_known()) continue;
      const auto seen = traits_of(state, Colours(state.table));
      for (int first = 0; first < sides; ++first) {
        for (int second = first + 1; second < sides; ++second) {
          rows.push_back(static_cast<float>(phase_of(state.table)));
          rows.push_back(static_cast<float>(first * kMaxSides + second));  // replaced by the final lead
          for (int i = 0; i < kTraits; ++i) rows.push_back(seen[first][i] - seen[second][i]);
        }
      }
    }
    if (outgrown) {
      rows.resize(start);
      continue;
    }
    const Score score = state.score();
    for (std::size_t row = start; row < rows.size(); row += kRowSize) {
      const int pair = static_cast<int>(rows[row + 1]);
      rows[row + 1] = static_cast<float>(score.points[pair / kMaxSides] - score.points[pair % kMaxSides]);
    }
  }
}

std::vector<float> duel(const Rules& rules, const Evaluator& first, const Evaluator& second, int again,
                        std::uint64_t seed, std::uint64_t begin, std::uint64_t end) {
  std::vector<float> shares;
  for (std::uint64_t round = begin; round < end; ++round) {
    double share = 0;
    for (int mine = 0; mine < rules.sides(); ++mine) {
      Rng rng(seed, round);
      State<Narrow> state(Table::shuffled(rules, rng));
      while (!state.table.over()) {
        const Evaluator& evaluator = rules.side(state.table.to_move) == mine ? first : second;
        if (!state.play<false>(quick_move(state, evaluator, again))) break;
      }
      share += result_of(state.score(), mine, rules.sides()).chance;
    }
    shares.push_back(static_cast<float>(share / rules.sides()));
  }
  return shares;
}

}  // namespace tafelrunde::chocolate
