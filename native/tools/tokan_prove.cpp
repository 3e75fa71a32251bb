// Solves starts of the atlas and writes down why the result holds, for machines without Python:
//
//   tokan_prove [--scoring towers|heads] [--seed N] [--memory MIB] --number N > N.proof
//
// What it writes is a proof as tafelrunde/games/tokan/proof.py describes it, but for the compression: gzip N.proof.
// What it took goes to standard error as a line of JSON.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "parallel/huge_memory.hpp"
#include "tokan/solver/certificate.hpp"
#include "tokan/solver/solver.hpp"
#include "tokan/text.hpp"

namespace {

using namespace tafelrunde;
using namespace tafelrunde::tokan;

struct Claim {
  int player;
  solver::Value goal;
  std::vector<std::uint8_t> choices;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

int prove(const Options& options, std::uint64_t deal_seed, std::size_t bytes) {
  Rng rng(deal_seed);
  const Position position = deal(options, rng);
  const solver::State state = solver::state_of(position.board, options.scoring);
  const HugeMemory memory(bytes / 64 * 64);
  solver::TranspositionTable table(
      std::span(static_cast<solver::Slot*>(memory.data()), memory.size() / sizeof(solver::Slot)));
  solver::Shared shared(table);
  solver::Solver solver(shared, options, 1, [](const std::function<void(unsigned)>& piece) { piece(0); });
  const auto start = std::chrono::steady_clock::now();
  const solver::Bounds bounds = solver.solve(state, false, ~std::uint64_t{0});
  const double solved = seconds_since(start);
  const std::uint64_t positions = shared.positions;
  std::vector<Claim> claims;
  if (bounds.drawn()) {
    claims = {{kRed, 0, {}}, {kBlack, 0, {}}};
  } else {
    claims = {{bounds.won() ? position.side() : position.side() ^ 1, 1, {}}};
  }
  std::string head = "{\"kind\": \"tokan-proof-1\", \"scoring\": \"";
  head += options.scoring == Scoring::kTowers ? "towers" : "heads";
  head += "\", \"gaps\": \"contiguous\", \"position\": \"" + to_text(position) + "\", \"claims\": [";
  std::size_t total = 0;
  for (Claim& claim : claims) {
    solver::Certificate certificate(solver.prover(), shared, options);
    if (!certificate.write(position, claim.player, claim.goal, ~std::uint64_t{0})) return 1;
    claim.choices = certificate.choices();
    total += claim.choices.size();
    head += std::string(&claim == claims.data() ? "" : ", ") + "{\"side\": \"" + (claim.player == kRed ? "r" : "b") +
            "\", \"reaches\": \"" + (claim.goal == 1 ? "win" : "draw") +
            "\", \"choices\": " + std::to_string(claim.choices.size()) + "}";
  }
  head += "]}\n";
  std::fwrite(head.data(), 1, head.size(), stdout);
  for (const Claim& claim : claims) std::fwrite(claim.choices.data(), 1, claim.choices.size(), stdout);
  std::fprintf(stderr,
               "{\"result\": \"%s\", \"positions\": %llu, \"solved\": %.1f, \"written\": %.1f, \"choices\": %zu}\n",
               bounds.won()    ? "win"
               : bounds.lost() ? "loss"
                               : "draw",
               static_cast<unsigned long long>(positions), solved, seconds_since(start) - solved, total);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  Options options;
  std::uint64_t seed = 1, number = 0;
  std::size_t memory = 1024;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = words[i], value = words[i + 1];
    if (name == "--scoring" && (value == "towers" || value == "heads")) {
      options.scoring = value == "heads" ? Scoring::kHeads : Scoring::kTowers;
    } else if (name == "--seed") {
      seed = std::strtoull(words[i + 1], nullptr, 10);
    } else if (name == "--number") {
      number = std::strtoull(words[i + 1], nullptr, 10);
    } else if (name == "--memory") {
      memory = std::max<std::size_t>(1, std::strtoull(words[i + 1], nullptr, 10));
    } else {
      std::fprintf(stderr, "tokan_prove: what is %s %s?\n", words[i], words[i + 1]);
      return 2;
    }
  }
  return prove(options, (seed << 32) + number, memory << 20);
}
