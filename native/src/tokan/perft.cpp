#include "tokan/perft.hpp"

namespace tafelrunde::tokan {

namespace {

template <Gaps kGaps>
std::uint64_t count(const Board& board, int depth) noexcept {
  const MoveSet moves = legal_moves(board);
  if (depth == 1) return static_cast<std::uint64_t>(moves.count());
  std::uint64_t sequences = 0;
  moves.each([&](Move move) {
    Board after = board;
    play<kGaps>(after, move);
    sequences += count<kGaps>(after, depth - 1);
  });
  return sequences;
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) noexcept {
  if (depth == 0) return 1;
  if (!position.drafting) {
    return position.options.gaps == Gaps::kContiguous ? count<Gaps::kContiguous>(position.board, depth)
                                                      : count<Gaps::kLine>(position.board, depth);
  }
  if (depth == 1) return static_cast<std::uint64_t>(position.count_actions());
  std::uint64_t sequences = 0;
  for (const Action action : position.legal_actions()) {
    Position after = position;
    after.play(action);
    sequences += perft(after, depth - 1);
  }
  return sequences;
}

}  // namespace tafelrunde::tokan
