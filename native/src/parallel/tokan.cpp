#include "parallel/tokan.hpp"

#include <algorithm>
#include <vector>

#include "parallel/workers.hpp"
#include "tokan/perft.hpp"

namespace tafelrunde::tokan {

namespace {

constexpr std::uint64_t kGamesAPiece = 1024;

// Adds up what `count(first, number)` returns for pieces of all games.
template <class Count>
Tally tally_pieces(std::uint64_t games, unsigned threads, const Count& count) {
  const std::uint64_t pieces = (games + kGamesAPiece - 1) / kGamesAPiece;
  const std::uint64_t useful = std::max<std::uint64_t>(pieces, 1);
  Workers workers(static_cast<unsigned>(std::min<std::uint64_t>(thread_count(threads), useful)));
  std::vector<Tally> tallies(workers.size());
  workers.run(pieces, [&](std::size_t piece, unsigned worker) {
    const std::uint64_t first = piece * kGamesAPiece;
    tallies[worker] += count(first, std::min(kGamesAPiece, games - first));
  });
  Tally total;
  for (const Tally& tally : tallies) total += tally;
  return total;
}

}  // namespace

std::uint64_t parallel_perft(const Position& position, int depth, unsigned threads) {
  const unsigned wanted = thread_count(threads);
  constexpr int kSplit = 2;  // plies that are played before the work is divided
  if (wanted == 1 || depth < kSplit + 2) return perft(position, depth);
  std::vector<Position> pieces{position};
  for (int ply = 0; ply < kSplit; ++ply) {
    std::vector<Position> next;
    for (const Position& piece : pieces)
      for (const Action action : piece.legal_actions()) {
        next.push_back(piece);
        next.back().play(action);
      }
    pieces = std::move(next);
  }
  Workers workers(wanted);
  std::vector<std::uint64_t> counts(workers.size());
  workers.run(pieces.size(),
              [&](std::size_t piece, unsigned worker) { counts[worker] += perft(pieces[piece], depth - kSplit); });
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts) total += count;
  return total;
}

Tally parallel_play_out(const Position& start, std::uint64_t seed, std::uint64_t games, unsigned threads) {
  return tally_pieces(games, threads,
                      [&](std::uint64_t first, std::uint64_t number) { return play_out(start, seed, first, number); });
}

Tally parallel_play_random(const Options& options, std::uint64_t seed, std::uint64_t games, unsigned threads) {
  return tally_pieces(games, threads, [&](std::uint64_t first, std::uint64_t number) {
    return play_random(options, seed, first, number);
  });
}

}  // namespace tafelrunde::tokan
