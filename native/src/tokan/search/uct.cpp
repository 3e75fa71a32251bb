#include "tokan/search/uct.hpp"

#include <algorithm>
#include <cmath>

#include "common/maths.hpp"
#include "tokan/playout.hpp"

namespace tafelrunde::tokan::search {

namespace {

constexpr std::size_t kMostNodes = 4'000'000;

struct Node {
  Action action;  // that leads here
  int visits = 0;
  double wins = 0;  // of the player who moved here
  int first = -1;   // its followers, once there are any
  int followers = 0;
};

// `Judge` plays a position on to where it can tell red's result, from 0 to 1; `Ended` tells where the tree ends.
template <class Judge, class Ended>
class Tree {
 public:
  Tree(const Position& root, double exploration, Judge judge, Ended ended)
      : root_(root), exploration_(exploration), judge_(std::move(judge)), ended_(std::move(ended)) {
    nodes_.push_back({});
    grow(0, root_);
  }

  void run(Rng& rng) {
    Position position = root_;
    path_.assign(1, 0);
    while (nodes_[path_.back()].followers > 0) {
      const std::size_t next = select(nodes_[path_.back()], rng);
      position.play(nodes_[next].action);
      path_.push_back(next);
    }
    const std::size_t leaf = path_.back();
    if (nodes_[leaf].visits > 0 && nodes_.size() < kMostNodes && !ended_(position)) {
      grow(leaf, position);
      if (nodes_[leaf].followers > 0) {
        const std::size_t next = select(nodes_[leaf], rng);
        position.play(nodes_[next].action);
        path_.push_back(next);
      }
    }
    const double reds = judge_(position, rng);
    int mover = root_.side() ^ 1;
    for (const std::size_t index : path_) {
      ++nodes_[index].visits;
      nodes_[index].wins += mover == kRed ? reds : 1.0 - reds;
      mover ^= 1;
    }
  }

  [[nodiscard]] std::vector<VisitedMove> moves() const {
    std::vector<VisitedMove> moves;
    const Node& root = nodes_.front();
    for (int i = 0; i < root.followers; ++i) {
      const Node& node = nodes_[static_cast<std::size_t>(root.first + i)];
      moves.push_back({node.action, node.visits > 0 ? node.wins / node.visits : 0.0, node.visits});
    }
    std::stable_sort(moves.begin(), moves.end(), [](const VisitedMove& a, const VisitedMove& b) {
      return a.visits != b.visits ? a.visits > b.visits : a.chance > b.chance;
    });
    return moves;
  }

 private:
  void grow(std::size_t index, const Position& position) {
    const std::vector<Action> actions = position.legal_actions();
    nodes_[index].first = static_cast<int>(nodes_.size());
    nodes_[index].followers = static_cast<int>(actions.size());
    for (const Action action : actions) nodes_.push_back({action});
  }

  [[nodiscard]] std::size_t select(const Node& node, Rng& rng) const {
    const auto first = static_cast<std::size_t>(node.first), count = static_cast<std::size_t>(node.followers);
    // From a random one on, so that equals take turns.
    const std::size_t begin = rng.below(static_cast<std::uint32_t>(count));
    const double grown = logarithm(std::max(1, node.visits));
    std::size_t best = first + begin;
    double most = -1.0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = first + (begin + i) % count;
      const Node& follower = nodes_[at];
      if (follower.visits == 0) return at;
      const double value = follower.wins / follower.visits + exploration_ * std::sqrt(grown / follower.visits);
      if (value > most) {
        most = value;
        best = at;
      }
    }
    return best;
  }

  Position root_;
  double exploration_;
  Judge judge_;
  Ended ended_;
  std::vector<Node> nodes_;
  std::vector<std::size_t> path_;
};

template <class Judge, class Ended>
Visits grow_tree(const Position& position, double exploration, std::uint64_t seed, const Limits& limits, Judge judge,
                 Ended ended) {
  Rng rng(seed);
  Tree<Judge, Ended> tree(position, exploration, std::move(judge), std::move(ended));
  Visits visits;
  do {
    tree.run(rng);
    ++visits.nodes;
  } while ((limits.nodes == 0 || visits.nodes < limits.nodes) && !limits.expired());
  visits.moves = tree.moves();
  return visits;
}

// The chance of red on a field that was just laid.
double reds_chance(const Position& position, const Weights& weights) {
  const solver::State state = solver::state_of(position.board, position.options.scoring);
  const Traits traits = position.options.scoring == Scoring::kTowers
                            ? traits_of<Scoring::kTowers>(state.planes, state.margin, state.side, state.taboo)
                            : traits_of<Scoring::kHeads>(state.planes, state.margin, state.side, state.taboo);
  const double own = chance_of(evaluate(traits, weights));
  return state.side == kRed ? own : 1.0 - own;
}

}  // namespace

Visits plain_uct(const Position& position, std::uint64_t seed, const Limits& limits) {
  const auto judge = [](Position& end, Rng& rng) {
    play_out(end, rng);
    const Winner winner = end.winner();
    return winner == Winner::kNobody ? 0.5 : winner == Winner::kRed ? 1.0 : 0.0;
  };
  return grow_tree(position, 1.0, seed, limits, judge, [](const Position&) { return false; });
}

Visits search_draft(const Position& position, const Weights& weights, std::uint64_t seed, const Limits& limits) {
  const auto judge = [&](Position& field, Rng& rng) {
    while (field.drafting) field.play(action_of(draw(field.draft, rng)));
    return reds_chance(field, weights);
  };
  // Chances of fields lie close together, so that differences need many tries: little is explored.
  return grow_tree(position, 0.1, seed, limits, judge, [](const Position& here) { return !here.drafting; });
}

}  // namespace tafelrunde::tokan::search
