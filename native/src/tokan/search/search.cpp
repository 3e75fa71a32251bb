#include "tokan/search/search.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "tokan/search/table.hpp"

namespace tafelrunde::tokan::search {

namespace {

using solver::State;

constexpr std::size_t kMostMoves = 128;
constexpr std::uint64_t kAskEvery = 1 << 10;
constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 22;  // what the table is made for without a limit
constexpr Score kInfinite = 30000;

// Moves that come late in the order are tried less deeply first: by a move of each player, since whoever moved last
// looks better to the evaluation than he is.
constexpr int kReducedDepth = 4;
constexpr std::size_t kReducedFrom = 4;
constexpr int kReduction = 2;

// A move and where it leads; the score is that of the player who makes it.
struct Step {
  std::uint64_t key = 0;
  Score score = 0;
  Move move;
  bool over = false;
};

template <Gaps kGaps, Scoring kScoring>
class Searcher {
 public:
  Searcher(const Weights& weights, const Limits& limits)
      : weights_(weights), limits_(limits), table_(limits.nodes > 0 ? limits.nodes : kUnlimited) {}

  Findings run(const State& root, Score near) {
    Findings findings;
    std::array<Step, kMostMoves> steps;
    const std::size_t count = look_around(root, steps);
    std::stable_sort(steps.begin(), steps.begin() + count, better);
    std::vector<Step> order(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(count));
    findings.depth = 1;
    for (int depth = 2; depth <= limits_.depth && !settled(order); ++depth) {
      std::vector<Step> tried = order;
      const std::size_t done = deepen(root, tried, depth, near);
      // A depth that was broken off still counts if it got beyond the move that was best before, unless every move is
      // to have a score of its own.
      if (done == 0 || (done < tried.size() && near >= kWon)) break;
      if (done < tried.size()) {
        // What was not reached claims nothing.
        const auto best = std::max_element(tried.begin(), tried.begin() + static_cast<std::ptrdiff_t>(done),
                                           [](const Step& a, const Step& b) { return a.score < b.score; });
        const Score behind = std::max(-kInfinite, best->score - near - 1);
        for (std::size_t i = done; i < tried.size(); ++i) tried[i].score = std::min(tried[i].score, behind);
        std::stable_sort(tried.begin(), tried.end(), better);
        order = std::move(tried);
        break;
      }
      std::stable_sort(tried.begin(), tried.end(), better);
      order = std::move(tried);
      findings.depth = depth;
      if (out_of_limits()) break;
    }
    for (const Step& step : order) findings.moves.push_back({step.move, step.score});
    findings.line = line(root, order.front());
    findings.nodes = nodes_;
    return findings;
  }

 private:
  static bool better(const Step& a, const Step& b) noexcept { return a.score > b.score; }

  // Nothing is left to find out: the best move wins, or all results are certain.
  static bool settled(const std::vector<Step>& order) noexcept {
    return order.front().score >= kWon || std::all_of(order.begin(), order.end(), [](const Step& step) {
             return step.over || is_certain(step.score);
           });
  }

  bool out_of_limits() noexcept {
    if (!stopped_ && limits_.nodes > 0 && nodes_ >= limits_.nodes) stopped_ = true;
    if (!stopped_ && nodes_ - asked_ >= kAskEvery) {
      asked_ = nodes_;
      stopped_ = limits_.expired && limits_.expired();
    }
    return stopped_;
  }

  // Lists the moves with how the positions after them look.
  std::size_t look_around(const State& state, std::array<Step, kMostMoves>& steps) {
    const int opponent = state.side ^ 1;
    std::size_t count = 0;
    solver::each_move(state, [&](Move move) {
      ++nodes_;
      const solver::Glimpse after = solver::glimpse<kGaps>(state, move, solver::kWorth<kScoring>);
      const Traits traits = traits_of<kScoring>(after.planes, after.margin, opponent, after.target);
      Step& step = steps[count++];
      step.move = move;
      step.over = traits.replies == 0;
      if (step.over) {
        State end;
        solver::make<kGaps>(state, move, solver::kWorth<kScoring>, end);
        step.score = score_of_end(-solver::worth_at_end(end, kScoring));
        return;
      }
      step.key = solver::position_key(after.sum, opponent, after.target, traits.taboo);
      step.score = -evaluate(traits, weights_);
    });
    return count;
  }

  // Searches the moves at the root; returns how many were searched before a limit was reached.
  std::size_t deepen(const State& root, std::vector<Step>& steps, int depth, Score near) {
    Score best = -kInfinite;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Step& step = steps[i];
      if (!step.over) {
        const Score alpha = std::max(-kInfinite, best - near - 1);
        State next;
        solver::make<kGaps>(root, step.move, solver::kWorth<kScoring>, next);
        Score score;
        if (i == 0) {
          score = -descend(next, step.key, depth - 1, -kInfinite, kInfinite);
        } else {
          score = -descend(next, step.key, depth - 1, -alpha - 1, -alpha);
          if (score > alpha && !stopped_) score = -descend(next, step.key, depth - 1, -kInfinite, -alpha);
        }
        if (stopped_) return i;
        step.score = score;
      }
      best = std::max(best, step.score);
    }
    return steps.size();
  }

  // The score of a position whose player on turn has a move; of no meaning once a limit was reached.
  Score descend(const State& state, std::uint64_t key, int depth, Score alpha, Score beta) {
    const Entry* known = table_.probe(key);
    if (known != nullptr && known->settles(depth, alpha, beta)) return known->score;
    const Move remembered = known != nullptr ? Move(known->move) : Move();
    const bool remembers = known != nullptr;
    if (out_of_limits()) return 0;

    std::array<Step, kMostMoves> steps;
    const std::size_t count = look_around(state, steps);
    const Score floor = alpha;
    Score best = -kInfinite;
    Move best_move;
    if (depth <= 1) {
      for (const Step& step : std::span(steps).first(count))
        if (step.score > best) {
          best = step.score;
          best_move = step.move;
        }
      table_.store(key, best, best_move, depth, Bound::kExact);
      return best;
    }
    std::sort(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(count), [&](const Step& a, const Step& b) {
      const bool first = remembers && a.move == remembered, second = remembers && b.move == remembered;
      if (first != second) return first;
      return a.score != b.score ? a.score > b.score : a.move.code() < b.move.code();
    });
    for (std::size_t i = 0; i < count && best < beta; ++i) {
      const Step& step = steps[i];
      Score score = step.score;
      if (!step.over) {
        State next;
        solver::make<kGaps>(state, step.move, solver::kWorth<kScoring>, next);
        if (i == 0) {
          score = -descend(next, step.key, depth - 1, -beta, -alpha);
        } else {
          const int less = depth < kReducedDepth || i < kReducedFrom ? 0 : kReduction;
          score = -descend(next, step.key, depth - 1 - less, -alpha - 1, -alpha);
          if (score > alpha && less > 0 && !stopped_) score = -descend(next, step.key, depth - 1, -alpha - 1, -alpha);
          if (score > alpha && score < beta && !stopped_) score = -descend(next, step.key, depth - 1, -beta, -alpha);
        }
        if (stopped_) return 0;
      }
      if (score > best) {
        best = score;
        best_move = step.move;
        alpha = std::max(alpha, best);
      }
    }
    table_.store(key, best, best_move, depth,
                 best >= beta    ? Bound::kAtLeast
                 : best <= floor ? Bound::kAtMost
                                 : Bound::kExact);
    return best;
  }

  // The moves that the table remembers as best, from the root on.
  std::vector<Move> line(const State& root, const Step& first) {
    std::vector<Move> moves{first.move};
    State here = root;
    Step step = first;
    while (!step.over && moves.size() < kMostMoves) {
      State next;
      solver::make<kGaps>(here, step.move, solver::kWorth<kScoring>, next);
      here = next;
      const Entry* known = table_.probe(step.key);
      if (known == nullptr || known->bound == Bound::kAtMost) break;
      std::array<Step, kMostMoves> steps;
      const std::size_t count = look_around(here, steps);
      const Step* found = std::find_if(steps.data(), steps.data() + count,
                                       [&](const Step& one) { return one.move == Move(known->move); });
      if (found == steps.data() + count) break;
      step = *found;
      moves.push_back(step.move);
    }
    return moves;
  }

  const Weights& weights_;
  const Limits& limits_;
  TranspositionTable table_;
  std::uint64_t nodes_ = 0;
  std::uint64_t asked_ = 0;
  bool stopped_ = false;
};

}  // namespace

Findings search(const State& state, const Options& options, const Weights& weights, Score near, const Limits& limits) {
  const auto run = [&]<Gaps kGaps, Scoring kScoring>() {
    return Searcher<kGaps, kScoring>(weights, limits).run(state, near);
  };
  if (options.gaps == Gaps::kContiguous) {
    return options.scoring == Scoring::kTowers ? run.template operator()<Gaps::kContiguous, Scoring::kTowers>()
                                               : run.template operator()<Gaps::kContiguous, Scoring::kHeads>();
  }
  return options.scoring == Scoring::kTowers ? run.template operator()<Gaps::kLine, Scoring::kTowers>()
                                             : run.template operator()<Gaps::kLine, Scoring::kHeads>();
}

}  // namespace tafelrunde::tokan::search
