#include "tokan/solver/sampling.hpp"

#include <cmath>
#include <span>

#include "tokan/solver/solver.hpp"

namespace tafelrunde::tokan::solver {

namespace {

constexpr std::size_t kBuckets = 1 << 13;  // of the table that a sample is solved with

struct alignas(64) Bucket {
  Slot slots[TranspositionTable::kBucket];
};

void add_row(const Sample& sample, const Options& options, const Prover& prover, ProofNumbers effort,
             std::vector<float>& rows) {
  const State& state = sample.state;
  const auto mobility = options.scoring == Scoring::kTowers
                            ? mobility_of<Scoring::kTowers>(state.planes, state.covered, state.side, state.taboo)
                            : mobility_of<Scoring::kHeads>(state.planes, state.covered, state.side, state.taboo);
  const int points = state.side == kRed ? state.margin : -state.margin;
  const float answer = effort.proved() ? 1.0F : effort.refuted() ? 0.0F : -1.0F;
  rows.insert(rows.end(), {answer, static_cast<float>(std::log(static_cast<double>(prover.positions()))),
                           static_cast<float>(mobility.replies), static_cast<float>(mobility.other_moves),
                           static_cast<float>(2 * points - sample.goal), mobility.taboo ? 1.0F : 0.0F,
                           sample.goal > 0 ? 1.0F : 0.0F});
  for (const int count : mobility.counts) rows.push_back(static_cast<float>(count));
}

}  // namespace

std::vector<float> sample(const State& state, const Options& options, const Sampling& sampling,
                          TranspositionTable& table) {
  std::vector<Sample> samples;
  {
    Shared shared(table);
    Solver solver(shared, options, 1, [](const std::function<void(unsigned)>& piece) { piece(0); });
    solver.collect(samples, sampling.rate);
    (void)solver.solve(state, false, sampling.search);
  }
  std::vector<float> rows;
  rows.reserve(samples.size() * kRow);
  std::vector<Bucket> buckets(kBuckets);
  TranspositionTable small(std::span(buckets.data()->slots, kBuckets * TranspositionTable::kBucket));
  for (const Sample& sample : samples) {
    small.clear();
    Shared shared(small);
    Prover prover(shared, options.gaps, options.scoring);
    const ProofNumbers effort = prover.ask(sample.state, sample.goal, sampling.each);
    add_row(sample, options, prover, effort, rows);
  }
  return rows;
}

}  // namespace tafelrunde::tokan::solver
