#include "tokan/solver/prover.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tafelrunde::tokan::solver {

namespace {

constexpr std::uint64_t kReportEvery = 1 << 12;  // positions between two looks at what the others do
// Estimated efforts up to which a position is tried out at once, and the positions after which that is given up.
constexpr ProofNumber kDiveEffort = 80;
constexpr std::uint64_t kDiveBudget = 1000;

// How much dearer a branch looks for each thread at work on it, where the player is likely to fail and to succeed.
constexpr ProofNumber kApart = 2, kTogether = 0.1F;
// What a branch may cost before it is worth looking at what other threads learnt of the others meanwhile.
constexpr std::uint64_t kLongAway = 2000;
constexpr ProofNumber kPatience = 10;  // a branch is left when it looks worse than the second best by this part of it

// More than an effort, by enough to be told apart.
ProofNumber beyond(ProofNumber effort) noexcept { return effort + effort * 0x1p-16F + 1; }

// Calls the search made for the house rules.
template <class Search>
auto with_house(Gaps gaps, Scoring scoring, Search&& search) noexcept {
  if (gaps == Gaps::kContiguous) {
    return scoring == Scoring::kTowers ? search.template operator()<Gaps::kContiguous, Scoring::kTowers>()
                                       : search.template operator()<Gaps::kContiguous, Scoring::kHeads>();
  }
  return scoring == Scoring::kTowers ? search.template operator()<Gaps::kLine, Scoring::kTowers>()
                                     : search.template operator()<Gaps::kLine, Scoring::kHeads>();
}

}  // namespace

template <Scoring kScoring>
Value worth_at_end(const Planes& planes, int margin, int side) noexcept {
  const int sign = side == kRed ? 1 : -1;
  if (kScoring == Scoring::kTowers || margin != 0) return 2 * sign * margin;
  // Ties of heads: the highest tower first. Counting towers of a height from the top down compares the sorted heights.
  const Mask reds = topped_by(planes, kRed), blacks = topped_by(planes, kBlack);
  for (unsigned height = kTiles; height > 0; --height) {
    Mask equal = kField;
    for (int i = 0; i < kHeightBits; ++i) equal &= (height >> i & 1) != 0 ? planes[i] : ~planes[i];
    const int more = std::popcount(equal & reds) - std::popcount(equal & blacks);
    if (more != 0) return more > 0 ? sign : -sign;
  }
  return 0;
}

Value worth_at_end(const State& state, Scoring scoring) noexcept {
  return scoring == Scoring::kTowers ? worth_at_end<Scoring::kTowers>(state.planes, state.margin, state.side)
                                     : worth_at_end<Scoring::kHeads>(state.planes, state.margin, state.side);
}

Prover::Prover(Shared& shared, Gaps gaps, Scoring scoring, std::size_t shelf)
    : shared_(shared),
      estimates_(Estimates::of(scoring)),
      gaps_(gaps),
      scoring_(scoring),
      recent_(std::size_t{1} << kRecentBits),
      shelf_(Shelf::bits_for(shelf)) {}

// What makes a branch that others are working on look more burdensome than it is. Where all moves seem to fail, all
// have to be tried sooner or later, and threads share them; where one seems to reach the goal, they stay together.
ProofNumber Prover::crowding(const Branch& branch, bool failing) const noexcept {
  if (!shared_.crowded) return 0;
  const auto others = static_cast<ProofNumber>(shared_.busy_at(branch.key).load(std::memory_order_relaxed));
  return branch.effort.known() ? 0 : (branch.effort.refute * (failing ? kApart : kTogether) + 1) * others;
}

void Prover::enter(std::uint64_t key) noexcept {
  if (shared_.crowded) shared_.busy_at(key).fetch_add(1, std::memory_order_relaxed);
}

void Prover::leave(std::uint64_t key) noexcept {
  if (shared_.crowded) shared_.busy_at(key).fetch_sub(1, std::memory_order_relaxed);
}

// Takes from the table what it knows of a branch that is not settled.
void Prover::learn(Branch& branch) const noexcept {
  if (!branch.effort.known() && shared_.table.probe(branch.key, branch.effort)) branch.fresh = false;
}

void Prover::begin(std::uint64_t budget) noexcept {
  done_ = false;
  depth_ = 0;
  overtaken_ = kNowhere;
  proof_.reset();
  deadline_ = budget > ~std::uint64_t{0} - positions_ ? ~std::uint64_t{0} : positions_ + budget;
}

void Prover::report() noexcept {
  shared_.positions.fetch_add(positions_ - reported_, std::memory_order_relaxed);
  reported_ = positions_;
}

// Looks whether another thread has settled a position that leads to this one, so that the search goes on for nothing.
void Prover::look_around() noexcept {
  ProofNumbers effort;
  for (int depth = 1; depth < std::min(depth_, kPath) && overtaken_ == kNowhere; ++depth)
    if (shared_.table.probe(path_[static_cast<std::size_t>(depth)], effort) && effort.known()) overtaken_ = depth;
}

bool Prover::interrupted() noexcept {
  if (positions_ - reported_ >= kReportEvery) {
    report();
    if (shared_.go_on && !shared_.go_on(shared_.positions.load(std::memory_order_relaxed))) shared_.stop = true;
    done_ = done_ || positions_ >= deadline_ || shared_.stop.load(std::memory_order_relaxed) ||
            shared_.answered.load(std::memory_order_relaxed);
    if (shared_.crowded) look_around();
  }
  return done_ || overtaken_ != kNowhere;
}

template <Gaps kGaps, Scoring kScoring, bool kRecall>
std::optional<bool> Prover::dive(const State& state, const Choice& choice, Value goal, std::uint64_t end) noexcept {
  struct Try {
    float effort;
    Move move;
    std::uint8_t replies;  // where they are
    bool taboo;
  };
  const int opponent = state.side ^ 1;
  if (choice.count == 0) return worth_at_end<kScoring>(state.planes, state.margin, state.side) >= goal;
  if (choice.count == 1) {  // nothing to choose, so nothing to judge
    Move only;
    each_move(choice, [&](Move move) { only = move; });
    ++positions_;
    if (positions_ >= end || interrupted()) return std::nullopt;
    State next;
    make<kGaps>(state, only, kWorth<kScoring>, next);
    const std::optional<bool> answer = dive<kGaps, kScoring, kRecall>(next, choice_of(next), 1 - goal, end);
    return answer ? std::optional(!*answer) : std::nullopt;
  }
  UninitializedArray<Try, kMostMoves> tries;
  UninitializedArray<Choice, kMostMoves> replies;
  std::size_t count = 0;
  bool reached = false;
  each_move(choice, [&](Move move) __attribute__((always_inline)) {
    if (reached) return;
    ++positions_;
    const Glimpse after = glimpse<kGaps>(state, move, kWorth<kScoring>);
    const Ways ways = ways_of(after.planes, opponent, after.target);
    Choice& next = replies[count];
    choose(ways.runs, ways.allowed, next);
    if (next.count == 0) {
      reached = worth_at_end<kScoring>(after.planes, after.margin, state.side) >= goal;
      return;
    }
    const Freedom freedom{next.count, solver::count(ways.runs, ways.answers), joined(ways.forbidden) != 0};
    const int points = opponent == kRed ? after.margin : -after.margin;
    const float effort = estimates_.near(freedom, points, 1 - goal);
    std::size_t place = count;
    for (; place > 0 && tries[place - 1].effort > effort; --place) tries[place] = tries[place - 1];
    tries[place] = {effort, move, static_cast<std::uint8_t>(count), freedom.taboo};
    ++count;
  });
  if (reached) return true;
  if (positions_ >= end || interrupted()) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    State next;
    make<kGaps>(state, tries[i].move, kWorth<kScoring>, next);
    const std::uint64_t key = position_key(next.sum, opponent, next.taboo, tries[i].taboo) ^ question_;
    std::optional<bool> answer;
    if (kRecall && (recent(key) ^ key) <= 1) {
      answer = (recent(key) & 1) != 0;
    } else {
      answer = dive<kGaps, kScoring, kRecall>(next, replies[tries[i].replies], 1 - goal, end);
      if (!answer) return std::nullopt;
      if (kRecall) recent(key) = (key & ~std::uint64_t{1}) | (*answer ? 1 : 0);
    }
    if (!*answer) return true;
  }
  return false;
}

template <Gaps kGaps, Scoring kScoring>
std::size_t Prover::unfold(const State& state, Value goal, int depth, Branches& branches) noexcept {
  const int opponent = state.side ^ 1;
  std::size_t count = 0;
  bool reached = false;
  each_move(state, [&](Move move) __attribute__((always_inline)) {
    if (reached || (depth == 0 && excluded_.contains(move))) return;
    ++positions_;
    const Glimpse after = glimpse<kGaps>(state, move, kWorth<kScoring>);
    const Mobility mobility = mobility_of<kScoring>(after.planes, after.covered, opponent, after.target);
    if (mobility.replies == 0) {
      reached = worth_at_end<kScoring>(after.planes, after.margin, state.side) >= goal;
      if (reached && depth == 0) proof_ = move;
      return;
    }
    Branch& branch = branches[count++];
    branch.move = move;
    branch.fresh = true;
    branch.key = position_key(after.sum, opponent, after.target, mobility.taboo) ^ question_;
    const int points = opponent == kRed ? after.margin : -after.margin;
    branch.effort = estimates_(mobility, points, 1 - goal);
  });
  if (reached) return kSettled;
  if (samples_ != nullptr) {
    for (std::size_t i = 0; i < count; ++i) {
      ProofNumbers effort;
      if (static_cast<double>(mix64(branches[i].key) >> 11) * 0x1p-53 >= rate_) continue;
      if (shared_.table.probe(branches[i].key, effort)) continue;
      Sample& sample = samples_->emplace_back();
      make<kGaps>(state, branches[i].move, kWorth<kScoring>, sample.state);
      sample.goal = 1 - goal;
    }
  }
  return count;
}

template <Gaps kGaps, Scoring kScoring>
ProofNumbers Prover::search(const State& state, std::uint64_t key, Value goal, ProofNumbers limit, int depth) noexcept {
  TranspositionTable& table = shared_.table;
  const std::uint64_t start = positions_;
  Branches branches;
  std::size_t count = shelf_.fetch(key, branches);
  if (count == 0) {
    count = unfold<kGaps, kScoring>(state, goal, depth, branches);
  } else {
    ++positions_;  // so that a search that only comes back, for want of memory, ends with its budget too
  }
  if (count == kSettled) {
    table.store(key, kProved, positions_ - start);
    return kProved;
  }
  // Looking up addresses is what takes time in a large table: all at once they wait together.
  for (std::size_t i = 0; i < count; ++i)
    if (!branches[i].effort.known()) table.prefetch(branches[i].key);
  for (std::size_t i = 0; i < count; ++i) learn(branches[i]);

  if (depth < kPath) path_[static_cast<std::size_t>(depth)] = key;
  bool failing = false;
  for (;;) {
    depth_ = depth + 1;
    if (overtaken_ == depth) {
      overtaken_ = kNowhere;
      if (ProofNumbers known; table.probe(key, known) && known.known()) return known;
    }
    // The player needs one move that the opponent cannot answer; the opponent an answer to all.
    ProofNumber prove = kNever, refute = 0, least = kNever, second = kNever;
    std::size_t best = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const ProofNumbers& effort = branches[i].effort;
      prove = std::min(prove, effort.refute);
      refute += effort.prove;
      const ProofNumber burden = effort.refute + crowding(branches[i], failing);
      if (burden < least) {
        second = least;
        least = burden;
        best = i;
      } else if (burden < second) {
        second = burden;
      }
    }
    const ProofNumbers here{prove, prove == 0 ? kNever : cut(refute)};
    if (here.known() || here.prove >= limit.prove || here.refute >= limit.refute || interrupted()) {
      if (here.proved() && depth == 0) proof_ = branches[best].move;
      table.store(key, here, positions_ - start);
      if (!here.known()) shelf_.keep(key, branches, count);
      return here;
    }
    failing = here.refute < here.prove;
    Branch& chosen = branches[best];
    // Going on beyond the second best keeps the search from jumping to and fro.
    const ProofNumber patience = second + second / kPatience + 1;
    const ProofNumbers child_limit{
        std::max(limit.refute - here.refute + chosen.effort.prove, beyond(chosen.effort.prove)),
        std::max(std::min(limit.prove, patience), beyond(chosen.effort.refute))};
    if (!chosen.fresh) shelf_.prefetch(chosen.key);
    State next;
    make<kGaps>(state, chosen.move, kWorth<kScoring>, next);
    if (chosen.fresh && std::min(chosen.effort.prove, chosen.effort.refute) <= kDiveEffort) {
      const std::uint64_t before = positions_;
      if (const auto answer = dive<kGaps, kScoring, true>(next, choice_of(next), 1 - goal, before + kDiveBudget)) {
        chosen.effort = *answer ? kProved : kRefuted;
        table.store(chosen.key, chosen.effort, positions_ - before);
        continue;
      }
    }
    chosen.fresh = false;
    enter(chosen.key);
    const std::uint64_t before = positions_;
    chosen.effort = search<kGaps, kScoring>(next, chosen.key, 1 - goal, child_limit, depth + 1);
    leave(chosen.key);
    if (!shared_.crowded || positions_ - before < kLongAway) continue;
    // Moves only ever raise tiles, so one branch hardly ever leads to another: only other threads know more by now.
    for (std::size_t i = 0; i < count; ++i) learn(branches[i]);
  }
}

template <Gaps kGaps, Scoring kScoring>
Move Prover::favourite(const State& state, Value goal) const noexcept {
  const std::uint64_t question = question_key(state.side, goal, gaps_, scoring_);
  Move best;
  std::pair<ProofNumber, int> least;  // the effort that is left, and what was done already
  bool found = false;
  each_move(state, [&](Move move) {
    const Glimpse after = glimpse<kGaps>(state, move, kWorth<kScoring>);
    const Freedom freedom = freedom_of(after.planes, state.side ^ 1, after.target);
    const std::uint64_t key = position_key(after.sum, state.side ^ 1, after.target, freedom.taboo) ^ question;
    ProofNumbers effort{1, kNever};
    if (freedom.replies == 0) {
      if (worth_at_end<kScoring>(after.planes, after.margin, state.side) >= goal) effort.refute = 0;
    } else if (!shared_.table.probe(key, effort)) {
      effort.refute = std::numeric_limits<ProofNumber>::max();
    }
    const std::pair loss{effort.refute, -shared_.table.magnitude(key)};
    if (!found || loss < least) {
      found = true;
      least = loss;
      best = move;
    }
  });
  return best;
}

Move Prover::favourite(const State& state, Value goal) const noexcept {
  return with_house(gaps_, scoring_,
                    [&]<Gaps kGaps, Scoring kScoring>() { return favourite<kGaps, kScoring>(state, goal); });
}

template <Gaps kGaps, Scoring kScoring>
std::optional<Move> Prover::known_move(const State& state, Value goal) const noexcept {
  const std::uint64_t question = question_key(state.side, goal, gaps_, scoring_);
  std::optional<Move> best;
  int least = std::numeric_limits<int>::max();
  each_move(state, [&](Move move) {
    const Glimpse after = glimpse<kGaps>(state, move, kWorth<kScoring>);
    const Freedom freedom = freedom_of(after.planes, state.side ^ 1, after.target);
    const std::uint64_t key = position_key(after.sum, state.side ^ 1, after.target, freedom.taboo) ^ question;
    ProofNumbers effort;
    int work = 0;
    if (freedom.replies == 0) {
      if (worth_at_end<kScoring>(after.planes, after.margin, state.side) < goal) return;
    } else {
      if (!shared_.table.probe(key, effort) || !effort.refuted()) return;
      work = shared_.table.magnitude(key);
    }
    if (work >= least) return;
    least = work;
    best = move;
  });
  return best;
}

std::optional<Move> Prover::keep(const State& state, Value goal) noexcept {
  const auto known = with_house(
      gaps_, scoring_, [&]<Gaps kGaps, Scoring kScoring>() { return known_move<kGaps, kScoring>(state, goal); });
  if (known) return known;
  shared_.answered.store(false, std::memory_order_relaxed);
  return ask(state, goal, ~std::uint64_t{0}).proved() ? proof_ : std::nullopt;
}

ProofNumbers Prover::ask(const State& state, Value goal, std::uint64_t budget, const MoveSet& excluded) noexcept {
  begin(budget);
  excluded_ = excluded;
  question_ = question_key(state.side, goal, gaps_, scoring_);
  const Freedom freedom = freedom_of(state.planes, state.side, state.taboo);
  std::uint64_t key = position_key(state.sum, state.side, state.taboo, freedom.taboo) ^ question_;
  for (const std::uint64_t moves : excluded.words) key = moves == 0 ? key : mix64(key + moves);
  const ProofNumbers effort = with_house(gaps_, scoring_, [&]<Gaps kGaps, Scoring kScoring>() {
    return search<kGaps, kScoring>(state, key, goal, ProofNumbers{kNever, kNever}, 0);
  });
  report();
  return effort;
}

template <Gaps kGaps, Scoring kScoring>
ProofNumbers Prover::dive_from_root(const State& state, Value goal) noexcept {
  bool certain = true;
  each_move(state, [&](Move move) {
    if (proof_ || !certain || excluded_.contains(move)) return;
    ++positions_;
    State next;
    make<kGaps>(state, move, kWorth<kScoring>, next);
    const std::optional<bool> answer = dive<kGaps, kScoring, false>(next, choice_of(next), 1 - goal, deadline_);
    certain = answer.has_value();
    if (certain && !*answer) proof_ = move;
  });
  if (proof_) return kProved;
  return certain ? kRefuted : ProofNumbers{};
}

ProofNumbers Prover::ask_without_table(const State& state, Value goal, std::uint64_t budget,
                                       const MoveSet& excluded) noexcept {
  begin(budget);
  excluded_ = excluded;
  const ProofNumbers effort = with_house(
      gaps_, scoring_, [&]<Gaps kGaps, Scoring kScoring>() { return dive_from_root<kGaps, kScoring>(state, goal); });
  report();
  return effort;
}

}  // namespace tafelrunde::tokan::solver
