#include "chocolate/search/uct.hpp"

#include <cmath>
#include <map>
#include <string>

#include "chocolate/perft.hpp"
#include "chocolate/playout.hpp"
#include "common/maths.hpp"

namespace tafelrunde::chocolate {
namespace {

constexpr double kExploration = 1.0;

struct Branch {
  Move move;
  int visits = 0;
  double wins = 0;  // for the side that moves
  int child = -1;   // the node it leads to, once it was visited twice
};

struct Node {
  std::vector<Branch> branches;
  int side = 0;
  int visits = 0;
};

class Tree {
 public:
  explicit Tree(const Position& root) : root_(root) { grow(root_); }

  void run(Rng& rng) {
    Position position = root_;
    std::vector<std::pair<int, std::size_t>> path;
    int at = 0;
    while (at >= 0) {
      Node& node = nodes_[static_cast<std::size_t>(at)];
      if (node.branches.empty()) break;
      const std::size_t chosen = select(node, rng);
      path.emplace_back(at, chosen);
      position.play(node.branches[chosen].move);
      if (position.table().over()) break;
      if (node.branches[chosen].child < 0 && node.branches[chosen].visits > 0) {
        const int made = grow(position);  // may move the nodes
        nodes_[static_cast<std::size_t>(at)].branches[chosen].child = made;
        break;
      }
      at = node.branches[chosen].child;
    }
    const Score score = playout(position, rng).score;
    for (const auto& [index, chosen] : path) {
      Node& node = nodes_[static_cast<std::size_t>(index)];
      ++node.visits;
      ++node.branches[chosen].visits;
      node.branches[chosen].wins += result_of(score, node.side, root_.table().rules.sides()).chance;
    }
  }

  const Node& root() const { return nodes_.front(); }

 private:
  int grow(const Position& position) {
    Node node;
    node.side = position.table().rules.side(position.table().to_move);
    for (const Move& move : turns_of(position)) node.branches.push_back({move});
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size()) - 1;
  }

  static std::size_t select(const Node& node, Rng& rng) {
    const auto fresh =
        std::count_if(node.branches.begin(), node.branches.end(), [](const Branch& b) { return b.visits == 0; });
    if (fresh > 0) {
      auto k = rng.below(static_cast<std::uint32_t>(fresh));
      for (std::size_t i = 0;; ++i) {
        if (node.branches[i].visits == 0 && k-- == 0) return i;
      }
    }
    std::size_t best = 0;
    double most = -1;
    for (std::size_t i = 0; i < node.branches.size(); ++i) {
      const Branch& branch = node.branches[i];
      const double value =
          branch.wins / branch.visits + kExploration * std::sqrt(logarithm(node.visits) / branch.visits);
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return best;
  }

  Position root_;
  std::vector<Node> nodes_;
};

}  // namespace

Answer plain_uct(const View& view, std::uint64_t seed, const Limits& limits, int worlds) {
  Answer answer;
  const Table& table = view.known().table();
  if (table.swap.phase != Phase::kNone) {
    answer.judged.push_back({view.known().swap_actions().front(), {}, 0});
    return answer;
  }
  Rng rng(seed);
  std::map<std::string, Judged> moves;
  for (int world = 0; world < worlds; ++world) {
    const std::optional<Position> drawn = view.resample(rng);
    if (!drawn) break;
    Tree tree(*drawn);
    const double share = static_cast<double>(world + 1) / worlds;
    do {
      tree.run(rng);
      ++answer.nodes;
    } while (limits.used(answer.nodes) < share);
    for (const Branch& branch : tree.root().branches) {
      Judged& judged = moves.try_emplace(move_text(branch.move), Judged{branch.move, {}, 0}).first->second;
      judged.prospect.chance += branch.wins;
      judged.worlds += branch.visits;
    }
  }
  for (auto& [text, judged] : moves) {
    judged.prospect.chance /= std::max(1, judged.worlds);
    answer.judged.push_back(judged);
  }
  std::stable_sort(answer.judged.begin(), answer.judged.end(), [](const Judged& a, const Judged& b) {
    return a.worlds != b.worlds ? a.worlds > b.worlds : a.prospect.chance > b.prospect.chance;
  });
  return answer;
}

}  // namespace tafelrunde::chocolate
