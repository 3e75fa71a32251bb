#include "tokan/playout.hpp"

#include <bit>

namespace tafelrunde::tokan {

namespace {

template <Gaps kGaps>
int play_out_field(Board& board, Rng& rng) noexcept {
  for (int moves = 0;; ++moves) {
    const MoveSet moves_now = legal_moves(board);
    const Lots lots(moves_now);
    if (lots.count() == 0) return moves;
    play<kGaps>(board, lots.draw(rng));
  }
}

void count_game(Tally& tally, const Board& board, Scoring scoring, int moves) noexcept {
  const auto [red, black] = points_of(board, scoring);
  const Winner winner = red == black && scoring == Scoring::kHeads ? winner_of(board, scoring)
                        : red == black                             ? Winner::kNobody
                        : red > black                              ? Winner::kRed
                                                                   : Winner::kBlack;
  ++tally.games;
  tally.red += winner == Winner::kRed ? 1 : 0;
  tally.black += winner == Winner::kBlack ? 1 : 0;
  tally.draws += winner == Winner::kNobody ? 1 : 0;
  tally.moves += static_cast<std::uint64_t>(moves);
  tally.margin += red - black;
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) noexcept {
  games += other.games;
  red += other.red;
  black += other.black;
  draws += other.draws;
  moves += other.moves;
  margin += other.margin;
  return *this;
}

Placing draw(const Draft& draft, Rng& rng) noexcept {
  const std::uint64_t cells = draft.legal_cells();
  const auto spaces = static_cast<std::uint32_t>(std::popcount(cells));
  std::array<std::uint8_t, kAnimals> animals{};
  std::uint32_t kinds = 0;
  for (std::uint8_t animal = 0; animal < kAnimals; ++animal)
    if (draft.stock[make_kind(draft.side, animal)] > 0) animals[kinds++] = animal;
  const std::uint32_t lot = rng.below(spaces * kinds);
  return {animals[lot / spaces], static_cast<std::uint8_t>(select(cells, lot % spaces))};
}

Action draw(const Position& position, Rng& rng) noexcept {
  if (position.drafting) return action_of(draw(position.draft, rng));
  return action_of(draw(legal_moves(position.board), rng));
}

int play_out(Position& position, Rng& rng) noexcept {
  int placings = 0;
  for (; position.drafting; ++placings) position.play(action_of(draw(position.draft, rng)));
  return placings + (position.options.gaps == Gaps::kContiguous ? play_out_field<Gaps::kContiguous>(position.board, rng)
                                                                : play_out_field<Gaps::kLine>(position.board, rng));
}

Tally play_out(const Position& start, std::uint64_t seed, std::uint64_t first, std::uint64_t count) noexcept {
  Tally tally;
  for (std::uint64_t game = first; game < first + count; ++game) {
    Rng rng(seed, game);
    Position position = start;
    const int moves = play_out(position, rng);
    count_game(tally, position.board, position.options.scoring, moves);
  }
  return tally;
}

Tally play_random(const Options& options, std::uint64_t seed, std::uint64_t first, std::uint64_t count) noexcept {
  Tally tally;
  for (std::uint64_t game = first; game < first + count; ++game) {
    Rng rng(seed, game);
    Position position = deal(options, rng);
    const int moves = play_out(position, rng);
    count_game(tally, position.board, position.options.scoring, moves);
  }
  return tally;
}

}  // namespace tafelrunde::tokan
