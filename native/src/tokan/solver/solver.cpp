#include "tokan/solver/solver.hpp"

#include <algorithm>
#include <utility>

namespace tafelrunde::tokan::solver {

namespace {

constexpr std::uint64_t kFirstLook = 1 << 13;  // positions after which the two questions are compared
constexpr std::uint64_t kAlways = ~std::uint64_t{0};
constexpr std::uint64_t kFirstShare = 1 << 16;  // positions that each of several moves gets at first

std::uint64_t rest(std::uint64_t end, std::uint64_t used) noexcept { return end > used ? end - used : 0; }

}  // namespace

Solver::Solver(Shared& shared, const Options& options, unsigned members, Crew crew, bool with_table)
    : shared_(shared), options_(options), crew_(std::move(crew)), with_table_(with_table) {
  // Eight parts of table go with one of shelves: coming back to a position without its branches costs twenty looks.
  const std::size_t shelf = shared_.table.bytes() / 8 / std::max(1U, members);
  for (unsigned i = 0; i < members; ++i) provers_.emplace_back(shared_, options.gaps, options.scoring, shelf);
  shared_.crowded = members > 1;
}

ProofNumbers Solver::ask(const State& state, Value goal, std::uint64_t budget, const MoveSet& excluded) {
  if (!with_table_) {
    shared_.answered.store(false, std::memory_order_relaxed);
    const ProofNumbers effort = provers_[0].ask_without_table(state, goal, budget, excluded);
    proof_ = provers_[0].proof();
    return effort;
  }
  // A table that can grow is looked at now and then: a new entry takes some twenty positions.
  TranspositionTable& table = shared_.table;
  const std::uint64_t start = used();
  for (;;) {
    const std::uint64_t left = budget == kAlways ? kAlways : rest(budget, used() - start);
    const std::uint64_t slice = table.can_grow() ? std::min<std::uint64_t>(left, 4 * table.slots()) : left;
    const ProofNumbers effort = ask_once(state, goal, slice, excluded);
    if (effort.known() || stopped() || slice == left) return effort;
    if (table.crowded()) table.grow();
  }
}

ProofNumbers Solver::ask_once(const State& state, Value goal, std::uint64_t budget, const MoveSet& excluded) {
  shared_.answered.store(false, std::memory_order_relaxed);
  const std::uint64_t share = budget == kAlways ? kAlways : budget / provers_.size() + 1;
  std::vector<ProofNumbers> efforts(provers_.size());
  crew_([&](unsigned member) {
    efforts[member] = provers_[member].ask(state, goal, share, excluded);
    if (efforts[member].known()) shared_.answered.store(true, std::memory_order_relaxed);
  });
  proof_.reset();
  for (std::size_t i = 0; i < provers_.size(); ++i) {
    if (!efforts[i].known()) continue;
    if (efforts[i].proved()) proof_ = provers_[i].proof();
    return efforts[i];
  }
  return efforts[0];
}

void Solver::note(Value goal, const ProofNumbers& effort, Bounds& bounds) const noexcept {
  if (effort.proved()) bounds.low = std::max(bounds.low, possible_from(goal, options_.scoring));
  if (effort.refuted()) bounds.high = std::min(bounds.high, possible_to(goal - 1, options_.scoring));
}

void Solver::decide(const State& state, std::uint64_t budget, Bounds& bounds) {
  const std::uint64_t start = used();
  const std::uint64_t end = budget > kAlways - start ? kAlways : start + budget;
  // To win and not to lose are two questions. The one that seems about to settle both is worked on, for a while.
  ProofNumbers winning, holding;
  bool looked_at_winning = false, looked_at_holding = false;
  while (!bounds.decided() && !stopped() && used() < end) {
    const std::uint64_t spent = used() - start;
    const std::uint64_t slice = std::min(rest(end, used()), std::max(kFirstLook, spent / 2));
    const bool open_win = bounds.high >= 1;
    const bool open_hold = bounds.low < 0;
    const bool ask_win =
        open_win && (!open_hold || !looked_at_winning || (looked_at_holding && winning.prove <= holding.refute));
    const Value goal = ask_win ? 1 : 0;
    const std::uint64_t share = open_win && open_hold ? slice : rest(end, used());
    const ProofNumbers effort = ask(state, goal, share);
    note(goal, effort, bounds);
    (ask_win ? winning : holding) = effort;
    (ask_win ? looked_at_winning : looked_at_holding) = true;
  }
}

void Solver::measure(const State& state, std::uint64_t budget, Bounds& bounds) {
  const std::uint64_t start = used();
  const std::uint64_t end = budget > kAlways - start ? kAlways : start + budget;
  // From the end that is known outwards in growing steps, then halving what is left.
  Value step = 2;
  while (!bounds.exact() && !stopped() && used() < end) {
    Value goal;
    if (bounds.high == kBest) {
      goal = bounds.low + step;
    } else if (bounds.low == -kBest) {
      goal = bounds.high - step + 1;
    } else {
      goal = bounds.low + (bounds.high - bounds.low + 1) / 2;
    }
    goal = std::clamp(goal, bounds.low + 1, bounds.high);
    note(goal, ask(state, goal, rest(end, used())), bounds);
    step *= 2;
  }
}

Bounds Solver::solve(const State& state, bool margin, std::uint64_t budget) {
  Bounds bounds;
  if (freedom_of(state.planes, state.side, state.taboo).replies == 0) {
    bounds.low = bounds.high = worth_at_end(state, options_.scoring);
    return bounds;
  }
  const std::uint64_t start = used();
  decide(state, budget, bounds);
  if (margin && bounds.decided()) measure(state, rest(budget, used() - start), bounds);
  return bounds;
}

Move Solver::best(const State& state, const Bounds& bounds) {
  if (bounds.low > -kBest) {
    if (ask(state, bounds.low, kAlways).proved() && proof_) return *proof_;
    return provers_[0].favourite(state, bounds.low);
  }
  return provers_[0].favourite(state, bounds.lost() ? 0 : 1);
}

Solver::Reaching Solver::reaching(const State& state, Value goal, const MoveSet& known, int enough,
                                  std::uint64_t budget) {
  Reaching found{known};
  const std::uint64_t start = used();
  while (!found.all && found.moves.count() < enough && !stopped() && used() - start < budget) {
    const ProofNumbers effort = ask(state, goal, rest(budget, used() - start), found.moves);
    found.all = effort.refuted();
    if (!effort.proved() || !proof_) break;
    found.moves.add(*proof_);
  }
  return found;
}

std::vector<Move> Solver::line(const State& state, Bounds bounds, std::uint64_t budget) {
  std::vector<Move> moves;
  const std::uint64_t start = used();
  State here = state;
  while (bounds.decided() && !stopped() && used() - start <= budget &&
         freedom_of(here.planes, here.side, here.taboo).replies > 0) {
    const bool claimed = bounds.low > -kBest;
    Move move;
    if (claimed) {
      if (!ask(here, bounds.low, rest(budget, used() - start)).proved() || !proof_) break;
      move = *proof_;
    } else {
      move = provers_[0].favourite(here, bounds.high + 1);
    }
    moves.push_back(move);
    State next;
    make(here, move, options_, next);
    here = next;
    bounds = {-bounds.high, -bounds.low};
  }
  return moves;
}

// Every move gets a growing share in turn, so that hard ones do not starve the others.
std::vector<Bounds> values_of(Solver& solver, Shared& shared, const State& state, const std::vector<Action>& actions,
                              const Options& options, bool margin, std::uint64_t budget) {
  std::vector<Bounds> all(actions.size());
  bool open = true;
  for (std::uint64_t share = kFirstShare; open && !shared.stop && shared.positions < budget; share *= 4) {
    open = false;
    for (std::size_t i = 0; i < actions.size() && !shared.stop; ++i) {
      if (margin ? all[i].exact() : all[i].decided()) continue;
      State next;
      make(state, move_of(actions[i]), options, next);
      const std::uint64_t used = shared.positions;
      if (used >= budget) break;
      all[i] = solver.solve(next, margin, std::min(share, budget - used));
      open = open || !(margin ? all[i].exact() : all[i].decided());
    }
  }
  return all;
}

}  // namespace tafelrunde::tokan::solver
