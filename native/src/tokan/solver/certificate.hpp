// A proof that others can check: one move for every position that the opponent can bring about.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "tokan/position.hpp"
#include "tokan/solver/prover.hpp"

namespace tafelrunde::tokan::solver {

// Shows that a player reaches a goal, by choices in the order in which whoever checks them needs them: depth first,
// the opponent's moves one after the other, a position of the player's that was met before passed over. A choice is the
// number of a move among all legal ones, which are sorted by source, target and tiles carried.
class Certificate {
 public:
  // The prover's table should know the answer; what it has lost is proved again.
  Certificate(Prover& prover, const Shared& shared, const Options& options) noexcept
      : prover_(prover), shared_(shared), options_(options) {}

  // Returns whether the player (a colour) reaches the goal from the position and fewer than `most` choices show it; not
  // if the shared state says stop.
  bool write(const Position& position, int player, Value goal, std::uint64_t most);

  [[nodiscard]] const std::vector<std::uint8_t>& choices() const noexcept { return choices_; }

 private:
  bool walk(const Position& position, const State& state);

  Prover& prover_;
  const Shared& shared_;
  Options options_;
  int player_ = 0;
  Value goal_ = 0;
  std::uint64_t most_ = 0;
  std::vector<std::uint8_t> choices_;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace tafelrunde::tokan::solver
