#include "tokan/solver/certificate.hpp"

#include <algorithm>
#include <tuple>

namespace tafelrunde::tokan::solver {

namespace {

// The legal moves in the order in which certificates number them.
std::vector<Move> numbered(const Position& position) {
  std::vector<Move> moves;
  legal_moves(position.board).each([&](Move move) { moves.push_back(move); });
  const auto place = [&](Move move) { return std::tuple(move.cell(), target_of(position.board, move), move.carry()); };
  std::sort(moves.begin(), moves.end(), [&](Move a, Move b) { return place(a) < place(b); });
  return moves;
}

}  // namespace

bool Certificate::write(const Position& position, int player, Value goal, std::uint64_t most) {
  player_ = player;
  goal_ = goal;
  most_ = most;
  choices_.clear();
  seen_.clear();
  return walk(position, state_of(position.board, options_.scoring));
}

bool Certificate::walk(const Position& position, const State& state) {
  if (shared_.stop.load(std::memory_order_relaxed)) return false;
  const bool own = position.side() == player_;
  const std::vector<Move> moves = numbered(position);
  if (moves.empty()) {
    const Value worth = worth_at_end(state, options_.scoring);
    return (own ? worth : -worth) >= goal_;
  }
  const auto enter = [&](Move move) {
    Position next = position;
    next.play(action_of(move));
    State after;
    make(state, move, options_, after);
    return walk(next, after);
  };
  if (!own) return std::all_of(moves.begin(), moves.end(), enter);
  if (!seen_.insert(position.hash()).second) return true;
  const std::optional<Move> move = prover_.keep(state, goal_);
  if (!move || choices_.size() >= most_) return false;
  choices_.push_back(static_cast<std::uint8_t>(std::find(moves.begin(), moves.end(), *move) - moves.begin()));
  return enter(*move);
}

}  // namespace tafelrunde::tokan::solver
