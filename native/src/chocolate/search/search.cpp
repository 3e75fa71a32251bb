#include "chocolate/search/search.hpp"

#include <cmath>

#include "chocolate/search/candidates.hpp"
#include "chocolate/search/endgame.hpp"
#include "chocolate/search/swapping.hpp"

namespace tafelrunde::chocolate {
namespace {

constexpr int kPruneEvery = 4;       // worlds between two looks at who drops out
constexpr int kSureAfter = 8;        // worlds before chance can be judged
constexpr double kSure = 2.6;        // standard errors
constexpr double kOfferShare = 0.3;  // of the budget goes to the question whether to offer a card
constexpr double kExactShare = 0.5;  // of the nodes goes to judging given turns exactly before they meet in worlds
constexpr double kOfferGain = 0.01;  // what an offer must be worth

template <class Row>
State<Row> state_of(const Position& position) {
  return position.visit([](const auto& state) {
    if constexpr (std::is_same_v<std::decay_t<decltype(state)>, State<Row>>) {
      return state;
    } else if constexpr (sizeof(Row) == sizeof(Wide)) {
      return state.widened();
    } else {
      return State<Row>();  // a wide field is searched as a wide one
    }
  });
}

// Whether some turns more could lead out of the narrow window.
bool needs_room(const Position& position) {
  if (position.is_wide()) return true;
  return position.visit([](const auto& state) {
    constexpr int kRoom = Field<Narrow>::kMaxExtent - 8;
    return !state.field.empty() && (state.field.high().x - state.field.low().x >= kRoom ||
                                    state.field.high().y - state.field.low().y >= kRoom);
  });
}

struct Runner {
  Move move;
  bool running = true;
  Prospect sum;
  std::vector<float> worths;  // by world

  double mean() const { return worths.empty() ? 0.0 : sum.worth() / static_cast<double>(worths.size()); }
};

// Whether one is behind another by more than chance explains, world by world.
bool is_beaten(const Runner& runner, const Runner& leader) {
  const std::size_t n = runner.worths.size();
  if (n < kSureAfter) return false;
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double d = static_cast<double>(leader.worths[i] - runner.worths[i]);
    sum += d;
    squares += d * d;
  }
  const double mean = sum / static_cast<double>(n);
  const double variance = squares / static_cast<double>(n) - mean * mean;
  return mean > kSure * std::sqrt(std::max(variance, 0.0) / static_cast<double>(n)) + 1e-4;
}

template <class Row>
class Race {
 public:
  Race(const Source& source, const Settings& settings, const Weights& weights, std::uint64_t seed, const Limits& limits,
       std::uint64_t& nodes)
      : source_(source), settings_(settings), weights_(weights), seed_(seed), limits_(limits), nodes_(nodes) {
    const Table& table = source.known().table();
    side_ = table.rules.side(table.actor());
  }

  // Runs until `share` of the budget is used. Without `pruning` everybody runs through every world.
  void run(std::vector<Runner>& runners, double share, bool pruning) {
    const std::size_t first = runners.size();
    for (int world = 0; world < settings_.worlds; ++world) {
      Rng rng(seed_, static_cast<std::uint64_t>(world) + 1);
      const std::optional<Position> drawn = source_.draw(rng);
      if (!drawn) return;
      const State<Row> state = state_of<Row>(*drawn);
      std::vector<Prospect> prospects(runners.size());
      for (std::size_t i = 0; i < runners.size(); ++i) {
        if (!runners[i].running) continue;
        if (limits_.used(nodes_) >= share) return;  // a world that not everybody ran through does not count
        prospects[i] = run_once(state, runners[i].move);
      }
      for (std::size_t i = 0; i < runners.size(); ++i) {
        if (!runners[i].running) continue;
        runners[i].sum.chance += prospects[i].chance;
        runners[i].sum.lead += prospects[i].lead;
        runners[i].worths.push_back(static_cast<float>(prospects[i].worth()));
      }
      if (!pruning || (world + 1) % kPruneEvery != 0) continue;
      if (prune(runners, first, limits_.used(nodes_) / share) == 1) return;
    }
  }

 private:
  Prospect run_once(State<Row> state, const Move& move) {
    if (move.kind != Kind::kPass || state.count_placings() == 0) {
      if (!state.template play<false>(move)) return forecast(state, weights_, side_);
    }
    ++nodes_;
    int left = settings_.depth;
    while (!state.table.over() && (left > 0 || state.table.swap.phase != Phase::kNone)) {
      const Move next = quick_move(state, weights_, settings_.again);
      if (!state.template play<false>(next)) break;
      left -= next.kind == Kind::kPlace || next.kind == Kind::kPass;
      ++nodes_;
    }
    return forecast(state, weights_, side_);
  }

  // Drops who is behind, and returns how many go on.
  std::size_t prune(std::vector<Runner>& runners, std::size_t first, double used) {
    std::vector<Runner*> going;
    for (Runner& runner : runners) {
      if (runner.running) going.push_back(&runner);
    }
    std::stable_sort(going.begin(), going.end(), [](const Runner* a, const Runner* b) { return a->mean() > b->mean(); });
    const auto room = std::max<std::size_t>(
        2, static_cast<std::size_t>(std::ceil(std::pow(static_cast<double>(first), 1.0 - std::min(1.0, used)))));
    for (std::size_t i = 1; i < going.size(); ++i) going[i]->running = i < room && !is_beaten(*going[i], *going[0]);
    std::size_t left = 0;
    for (const Runner& runner : runners) left += runner.running;
    return left;
  }

  const Source& source_;
  const Settings& settings_;
  const Weights& weights_;
  std::uint64_t seed_;
  const Limits& limits_;
  std::uint64_t& nodes_;
  int side_ = 0;
};

std::vector<Runner> runners_of(const std::vector<Move>& moves) {
  std::vector<Runner> runners;
  for (const Move& move : moves) runners.push_back({move, true, {}, {}});
  return runners;
}

// The best first: those that ran longest, by what they brought.
std::vector<Judged> judged(std::vector<Runner> runners) {
  std::stable_sort(runners.begin(), runners.end(), [](const Runner& a, const Runner& b) {
    if (a.worths.size() != b.worths.size()) return a.worths.size() > b.worths.size();
    return a.mean() > b.mean();
  });
  std::vector<Judged> result;
  for (const Runner& runner : runners) {
    const auto n = static_cast<double>(std::max<std::size_t>(1, runner.worths.size()));
    result.push_back({runner.move, {runner.sum.chance / n, runner.sum.lead / n}, static_cast<int>(runner.worths.size())});
  }
  return result;
}

// Whether the seat on turn of a game between two knows everything: what it does not see, the opponent holds.
bool is_open(const Table& table) {
  return table.rules.players == 2 && table.stack_size() == 0 && table.colours_known() && table.swap.phase == Phase::kNone;
}

// Finds out whether to offer a card; the answer is the offer then.
template <class Row>
bool offer(const Source& source, Race<Row>& race, Answer& answer) {
  std::vector<Move> moves = source.known().swap_actions();
  moves.insert(moves.begin(), Move{});  // no offer
  std::vector<Runner> runners = runners_of(moves);
  race.run(runners, kOfferShare, false);
  const Runner& none = runners.front();
  std::vector<Runner> better;
  for (std::size_t i = 1; i < runners.size(); ++i) {
    if (is_beaten(none, runners[i]) && runners[i].mean() > none.mean() + kOfferGain) better.push_back(runners[i]);
  }
  if (better.empty()) return false;
  answer.judged = judged(std::move(better));
  return true;
}

// Judges given turns exactly where everything is known and the budget allows it.
template <class Row>
void judge_end(const Source& source, const Weights& weights, std::uint64_t seed, const Limits& limits,
               const std::vector<Move>& asked, Answer& answer) {
  Rng rng(seed, 0);
  const std::optional<Position> first = source.draw(rng);
  if (!first) return;
  const std::function<bool()> expired = [&] { return limits.used(answer.nodes) >= kExactShare; };
  Endgame<Row> endgame(weights, expired, answer.nodes);
  for (const auto& found : endgame.judge(state_of<Row>(*first), asked)) {
    answer.judged.push_back({found.move, Endgame<Row>::prospect_of(found.value), 1});
  }
  answer.exact = endgame.exact();
  std::stable_sort(answer.judged.begin(), answer.judged.end(),
                   [](const Judged& a, const Judged& b) { return a.prospect.worth() > b.prospect.worth(); });
}

template <class Row>
Answer search_in(const Source& source, const Settings& settings, const Weights& weights, std::uint64_t seed,
                 const Limits& limits, const std::vector<Move>& asked) {
  Answer answer;
  Race<Row> race(source, settings, weights, seed, limits, answer.nodes);
  const Table& table = source.known().table();
  if (!asked.empty()) {
    if (settings.endgame && limits.nodes > 0 && is_open(table)) {
      judge_end<Row>(source, weights, seed, limits, asked, answer);
    }
    if (!answer.judged.empty()) return answer;
    std::vector<Runner> runners = runners_of(asked);
    race.run(runners, 1.0, false);
    answer.judged = judged(std::move(runners));
    return answer;
  }
  if (table.swap.phase != Phase::kNone && settings.candidates == 1) {
    // The numbers that everybody hears are known in every world, and quick players go by nothing else.
    Rng rng(seed, 0);
    const std::optional<Position> drawn = source.draw(rng);
    if (drawn) answer.judged.push_back({quick_move(state_of<Row>(*drawn), weights, 1), {}, 0});
    return answer;
  }
  if (table.swap.phase != Phase::kNone) {
    std::vector<Runner> runners = runners_of(source.known().swap_actions());
    race.run(runners, 1.0, true);
    answer.judged = judged(std::move(runners));
    return answer;
  }
  if (settings.candidates > 1 && table.may_offer() && offer(source, race, answer)) return answer;
  Rng rng(seed, 0);
  const std::optional<Position> first = source.draw(rng);
  if (!first) return answer;
  const State<Row> state = state_of<Row>(*first);
  if (settings.endgame && settings.candidates > 1 && is_open(table)) {
    const std::function<bool()> expired = [&] { return limits.used(answer.nodes) >= 1; };
    Endgame<Row> endgame(weights, expired, answer.nodes);
    for (const auto& found : endgame.solve(state)) {
      answer.judged.push_back({found.move, Endgame<Row>::prospect_of(found.value), 1});
    }
    answer.exact = endgame.exact();
    return answer;
  }
  const std::vector<Option> options =
      candidate_turns(state, weights, settings.sight, settings.looks, settings.candidates, answer.nodes);
  std::vector<Runner> runners;
  for (const Option& option : options) runners.push_back({option.move, true, {}, {}});
  if (runners.size() > 1) race.run(runners, 1.0, true);
  answer.judged = judged(std::move(runners));
  return answer;
}

}  // namespace

Answer search(const Source& source, const Settings& settings, const Weights& weights, std::uint64_t seed,
              const Limits& limits, const std::vector<Move>& asked) {
  if (needs_room(source.known())) return search_in<Wide>(source, settings, weights, seed, limits, asked);
  return search_in<Narrow>(source, settings, weights, seed, limits, asked);
}

}  // namespace tafelrunde::chocolate
