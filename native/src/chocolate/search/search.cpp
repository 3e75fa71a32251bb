#include "chocolate/search/search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "chocolate/search/candidates.hpp"
#include "chocolate/search/endgame.hpp"
#include "chocolate/search/swapping.hpp"

namespace tafelrunde::chocolate {
namespace {

constexpr int kPruneEvery = 4;         // worlds between two looks at who drops out
constexpr int kSureAfter = 8;          // worlds before chance can be judged
constexpr double kSure = 2.6;          // standard errors
constexpr double kExactShare = 0.5;    // of the nodes goes to judging given turns exactly before they meet in worlds
constexpr double kOfferGain = 0.01;    // what an offer must be worth, for it shows a card
constexpr double kAnswerGain = 0.005;  // what an answer must be worth beside declining

// How carefully candidates are judged.
struct Stage {
  std::size_t candidates;  // at most
  double share;            // of the budget is used by then,
  int worlds;              // but not before so many worlds
  int further;             // turns beyond the depth of the settings
  int plies;               // turns after the candidate in which several are considered
};
constexpr Stage kOneStage{1 << 20, 1.0, 0, 0, 0};
constexpr Stage kOfferStage{1 << 20, 0.3, 0, 0, 0};
constexpr std::array<Stage, 3> kStages{{{1 << 20, 0.4, 32, 0, 0}, {8, 0.7, 32, 1, 1}, {4, 1.0, 0, 2, 2}}};
constexpr int kWidth = 3;  // turns that are considered then

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
    return !state.field.empty() &&
           (state.field.high().x - state.field.low().x >= kRoom || state.field.high().y - state.field.low().y >= kRoom);
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
  Race(const Source& source, const Settings& settings, const Evaluator& evaluator, std::uint64_t seed,
       const Limits& limits, std::uint64_t& nodes)
      : source_(source), settings_(settings), evaluator_(evaluator), seed_(seed), limits_(limits), nodes_(nodes) {
    const Table& table = source.known().table();
    side_ = table.rules.side(table.actor());
  }

  // Runs until `stage.share` of the budget is used. Without `pruning` everybody runs through every world.
  void run(std::vector<Runner>& runners, const Stage& stage, bool pruning) {
    const std::size_t first = runners.size();
    const double begin = limits_.used(nodes_);
    for (int world = 0; world < settings_.worlds; ++world) {
      Rng rng(seed_, static_cast<std::uint64_t>(world) + 1);
      const std::optional<Position> drawn = source_.draw(rng);
      if (!drawn) return;
      const State<Row> state = state_of<Row>(*drawn);
      std::vector<Prospect> prospects(runners.size());
      for (std::size_t i = 0; i < runners.size(); ++i) {
        if (!runners[i].running) continue;
        const double used = limits_.used(nodes_);
        if (used >= 1 || (used >= stage.share && world >= stage.worlds))
          return;  // what not everybody met does not count
        prospects[i] = run_once(state, runners[i].move, stage);
      }
      for (std::size_t i = 0; i < runners.size(); ++i) {
        if (!runners[i].running) continue;
        runners[i].sum.chance += prospects[i].chance;
        runners[i].sum.lead += prospects[i].lead;
        runners[i].worths.push_back(static_cast<float>(prospects[i].worth()));
      }
      if (!pruning || (world + 1) % kPruneEvery != 0) continue;
      // A stage that began late has no share to use up: it runs for its worlds, and only the beaten drop out.
      const double used = begin < stage.share ? (limits_.used(nodes_) - begin) / (stage.share - begin) : 0.0;
      if (prune(runners, first, std::min(used, 1.0)) == 1) return;
    }
  }

 private:
  using Prospects = std::array<Prospect, kMaxSides>;

  Prospect run_once(State<Row> state, const Move& move, const Stage& stage) {
    const bool offering_nothing = move.kind == Kind::kPass && state.count_placings() != 0;
    // After a word about cards comes one turn more, so that all games end after the same one.
    const bool talking = offering_nothing || (move.kind != Kind::kPlace && move.kind != Kind::kPass);
    if (!offering_nothing && !state.template play<false>(move)) return evaluate(state, evaluator_, side_);
    ++nodes_;
    return go_on(state, settings_.depth + stage.further + talking, stage.plies)[side_];
  }

  // Plays some turns more as quick players would; in the first `plies` of them a few are considered and what follows
  // decides.
  Prospects go_on(const State<Row>& state, int turns, int plies) {
    const bool swapping = state.table.swap.phase != Phase::kNone;
    if (state.table.over() || (turns == 0 && !swapping)) return evaluate_all(state, evaluator_);
    if (swapping || plies == 0) {
      const Move move = quick_move(state, evaluator_, settings_.again);
      State<Row> after = state;
      if (!after.template play<false>(move)) return evaluate_all(state, evaluator_);
      ++nodes_;
      return go_on(after, turns - !swapping, plies);
    }
    Shortlist best(std::max(kWidth, settings_.again));
    shortlist(state, evaluator_, Sight{}, best_colour(state.table), best);
    std::vector<Option>& options = best.options();
    if (options.size() > 1) look_again(state, evaluator_, options);
    if (options.size() > kWidth) options.resize(kWidth);
    const int mover = state.table.rules.side(state.table.to_move);
    std::optional<Prospects> found;
    for (const Option& option : options) {
      State<Row> after = state;
      if (!after.template play<false>(option.move)) continue;
      ++nodes_;
      const Prospects here = go_on(after, turns - 1, plies - 1);
      if (!found || here[mover].worth() > (*found)[mover].worth()) found = here;
    }
    return found ? *found : evaluate_all(state, evaluator_);
  }

  // Drops who is behind, and returns how many go on: of `first` ever fewer, down to two when all (1) of the budget is
  // used.
  std::size_t prune(std::vector<Runner>& runners, std::size_t first, double used) {
    std::vector<Runner*> going;
    for (Runner& runner : runners) {
      if (runner.running) going.push_back(&runner);
    }
    std::stable_sort(going.begin(), going.end(),
                     [](const Runner* a, const Runner* b) { return a->mean() > b->mean(); });
    const double room = std::max(2.0, exponential((1.0 - used) * logarithm(static_cast<double>(first))));
    for (std::size_t i = 1; i < going.size(); ++i)
      going[i]->running = static_cast<double>(i) < room && !is_beaten(*going[i], *going[0]);
    std::size_t left = 0;
    for (const Runner& runner : runners) left += runner.running;
    return left;
  }

  const Source& source_;
  const Settings& settings_;
  const Evaluator& evaluator_;
  std::uint64_t seed_;
  const Limits& limits_;
  std::uint64_t& nodes_;
  int side_ = 0;
};

std::vector<Runner> runners_of(const std::vector<Move>& moves) {
  std::vector<Runner> runners;
  runners.reserve(moves.size());
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
    result.push_back(
        {runner.move, {runner.sum.chance / n, runner.sum.lead / n}, static_cast<int>(runner.worths.size())});
  }
  return result;
}

std::vector<Move> first_moves(const std::vector<Judged>& order, std::size_t most) {
  std::vector<Move> moves;
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) moves.push_back(order[i].move);
  return moves;
}

// The best first: those of the last stage, then those of the stages before.
template <class Row>
std::vector<Judged> race_in_stages(Race<Row>& race, std::vector<Runner> runners, int stages) {
  if (runners.size() < 2 || stages == 1) {
    if (runners.size() > 1) race.run(runners, kOneStage, true);
    return judged(std::move(runners));
  }
  std::vector<Judged> order;
  for (int number = 0; number < std::min<int>(stages, kStages.size()); ++number) {
    const Stage& stage = kStages[static_cast<std::size_t>(number)];
    if (number > 0) runners = runners_of(first_moves(order, stage.candidates));
    race.run(runners, stage, true);
    const std::vector<Judged> found = judged(std::exchange(runners, {}));
    if (number == 0) order = found;
    if (found.front().worlds < kSureAfter) break;  // too few worlds to change anything
    std::copy(found.begin(), found.end(), order.begin());
  }
  return order;
}

// Whether the seat on turn of a game between two knows everything: what it does not see, the opponent holds.
bool is_open(const Table& table) {
  return table.rules.players == 2 && table.stack_size() == 0 && table.colours_known() &&
         table.swap.phase == Phase::kNone;
}

// Finds out whether to offer a card; the answer is the offer then.
template <class Row>
bool offer(const Source& source, Race<Row>& race, Answer& answer) {
  std::vector<Move> moves = source.known().swap_actions();
  moves.insert(moves.begin(), Move{});  // no offer
  std::vector<Runner> runners = runners_of(moves);
  race.run(runners, kOfferStage, false);
  const Runner& none = runners.front();
  std::vector<Runner> better;
  for (std::size_t i = 1; i < runners.size(); ++i) {
    if (is_beaten(none, runners[i]) && runners[i].mean() > none.mean() + kOfferGain) better.push_back(runners[i]);
  }
  if (better.empty()) return false;
  answer.judged = judged(std::move(better));
  return true;
}

// Answers an offer, or what came back for one. Going into an exchange must be worth more than declining: nobody drops
// out, so that all met in the same worlds.
template <class Row>
void answer_offer(const Source& source, Race<Row>& race, Answer& answer) {
  std::vector<Runner> runners = runners_of(source.known().swap_actions());
  race.run(runners, kOneStage, false);
  const auto declines = [](const Runner& one) { return one.move.kind == Kind::kDecline; };
  const auto declining = std::find_if(runners.begin(), runners.end(), declines);
  const bool better = declining == runners.end() || std::any_of(runners.begin(), runners.end(), [&](const Runner& one) {
                        return is_beaten(*declining, one) && one.mean() > declining->mean() + kAnswerGain;
                      });
  answer.judged = judged(std::move(runners));
  if (better) return;
  const auto first = std::find_if(answer.judged.begin(), answer.judged.end(),
                                  [](const Judged& one) { return one.move.kind == Kind::kDecline; });
  std::rotate(answer.judged.begin(), first, first + 1);
}

// Judges given turns exactly where everything is known and the budget allows it.
template <class Row>
void judge_end(const Source& source, const Evaluator& evaluator, std::uint64_t seed, const Limits& limits,
               const std::vector<Move>& asked, Answer& answer) {
  Rng rng(seed, 0);
  const std::optional<Position> first = source.draw(rng);
  if (!first) return;
  const std::function<bool()> expired = [&] { return limits.used(answer.nodes) >= kExactShare; };
  Endgame<Row> endgame(evaluator, expired, answer.nodes);
  for (const auto& found : endgame.judge(state_of<Row>(*first), asked)) {
    answer.judged.push_back({found.move, Endgame<Row>::prospect_of(found.value), 1});
  }
  answer.exact = endgame.exact();
  std::stable_sort(answer.judged.begin(), answer.judged.end(),
                   [](const Judged& a, const Judged& b) { return a.prospect.worth() > b.prospect.worth(); });
}

template <class Row>
Answer search_in(const Source& source, const Settings& settings, const Evaluator& evaluator, std::uint64_t seed,
                 const Limits& limits, const std::vector<Move>& asked) {
  Answer answer;
  Race<Row> race(source, settings, evaluator, seed, limits, answer.nodes);
  const Table& table = source.known().table();
  if (!asked.empty()) {
    if (settings.endgame && limits.nodes > 0 && is_open(table)) {
      judge_end<Row>(source, evaluator, seed, limits, asked, answer);
    }
    if (!answer.judged.empty()) return answer;
    std::vector<Runner> runners = runners_of(asked);
    race.run(runners, kOneStage, false);
    answer.judged = judged(std::move(runners));
    return answer;
  }
  if (table.swap.phase != Phase::kNone && settings.candidates == 1) {
    // The numbers that everybody hears are known in every world, and quick players go by nothing else.
    Rng rng(seed, 0);
    const std::optional<Position> drawn = source.draw(rng);
    if (drawn) answer.judged.push_back({quick_move(state_of<Row>(*drawn), evaluator, 1), {}, 0});
    return answer;
  }
  if (table.swap.phase != Phase::kNone) {
    answer_offer(source, race, answer);
    return answer;
  }
  if (settings.candidates > 1 && settings.offers && table.may_offer() && offer(source, race, answer)) return answer;
  Rng rng(seed, 0);
  const std::optional<Position> first = source.draw(rng);
  if (!first) return answer;
  const State<Row> state = state_of<Row>(*first);
  if (settings.endgame && settings.candidates > 1 && is_open(table)) {
    const std::function<bool()> expired = [&] { return limits.used(answer.nodes) >= 1; };
    Endgame<Row> endgame(evaluator, expired, answer.nodes);
    for (const auto& found : endgame.solve(state)) {
      answer.judged.push_back({found.move, Endgame<Row>::prospect_of(found.value), 1});
    }
    answer.exact = endgame.exact();
    return answer;
  }
  const std::vector<Option> options =
      candidate_turns(state, evaluator, settings.sight, settings.looks, settings.candidates, answer.nodes);
  std::vector<Runner> runners;
  runners.reserve(options.size());
  for (const Option& option : options) runners.push_back({option.move, true, {}, {}});
  answer.judged = race_in_stages(race, std::move(runners), settings.stages);
  return answer;
}

}  // namespace

Answer search(const Source& source, const Settings& settings, const Evaluator& evaluator, std::uint64_t seed,
              const Limits& limits, const std::vector<Move>& asked) {
  if (needs_room(source.known())) return search_in<Wide>(source, settings, evaluator, seed, limits, asked);
  return search_in<Narrow>(source, settings, evaluator, seed, limits, asked);
}

}  // namespace tafelrunde::chocolate
