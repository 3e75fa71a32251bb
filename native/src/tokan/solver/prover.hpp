// Depth-first proof-number search (df-pn) for one yes/no question: does the player on turn reach a goal?
//
// Every position carries two estimates, the work left to prove it and the work left to refute it. The search goes where
// the smaller of both is at the root, and comes back when another branch looks cheaper; the table keeps what it learnt.
// A new position gets its estimates from what both players could do there: one who is left with few replies is soon
// done with, whatever he tries. Where hardly any work seems to be left, plain trying is cheaper than keeping accounts.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <vector>

#include "tokan/solver/estimates.hpp"
#include "tokan/solver/runs.hpp"
#include "tokan/solver/state.hpp"
#include "tokan/solver/table.hpp"

namespace tafelrunde::tokan::solver {

// The lowest value from `value` up that a game can end with.
constexpr Value possible_from(Value value, Scoring scoring) noexcept {
  const bool tie_break = scoring == Scoring::kHeads && (value == 1 || value == -1);
  return value % 2 == 0 || tie_break ? value : value + 1;
}
constexpr Value possible_to(Value value, Scoring scoring) noexcept { return -possible_from(-value, scoring); }

// What threads that work on the same question share.
struct Shared {
  explicit Shared(TranspositionTable& memory) noexcept : table(memory) {}

  TranspositionTable& table;
  std::atomic<bool> stop{false};      // the whole search is to end
  std::atomic<bool> answered{false};  // the question at hand is settled
  std::atomic<std::uint64_t> positions{0};
  bool crowded = false;  // whether more than one thread works
  // Asked by a search that no other thread watches, every few thousand positions: whether to go on.
  std::function<bool(std::uint64_t positions)> go_on;
  // How many threads are below a position, by a few bits of its key: others rather look elsewhere.
  static constexpr std::size_t kBusy = 1 << 16;
  std::array<std::atomic<std::uint8_t>, kBusy> busy{};
  [[nodiscard]] std::atomic<std::uint8_t>& busy_at(std::uint64_t key) noexcept { return busy[key % kBusy]; }
};

// A move and where it leads; the efforts are those of the opponent, who is on turn then.
struct Branch {
  std::uint64_t key;
  ProofNumbers effort;
  Move move;
  bool fresh;  // whether the effort is a mere estimate
};

// An array that is filled in one by one: nothing is written beforehand, which would cost more than most positions do.
template <class Thing, std::size_t kMost>
union UninitializedArray {
  static_assert(std::is_trivially_copyable_v<Thing> && std::is_trivially_destructible_v<Thing>);
  UninitializedArray() noexcept {}
  [[nodiscard]] Thing& operator[](std::size_t i) noexcept { return things[i]; }
  [[nodiscard]] const Thing& operator[](std::size_t i) const noexcept { return things[i]; }

  Thing things[kMost];
};

inline constexpr std::size_t kMostMoves = 128;  // 5 lions with 12, 7 jackals with 8, 3 mice with 4
using Branches = UninitializedArray<Branch, kMostMoves>;

// The branches of positions that a search left unsettled of late: it comes back to most of them before long, and then
// needs not play all moves again.
class Shelf {
 public:
  // Has room for the branches of 2^bits positions; memory that is not used yet is not touched either.
  explicit Shelf(int bits)
      : bits_(bits),
        heads_(static_cast<Head*>(std::calloc(std::size_t{1} << bits, sizeof(Head)))),
        lists_(new List[std::size_t{1} << bits]) {
    if (heads_ != nullptr) return;
#ifdef __cpp_exceptions
    throw std::bad_alloc();
#else
    std::abort();
#endif
  }

  // The bits of a shelf that takes no more than some bytes, within reason.
  static int bits_for(std::size_t bytes) noexcept {
    int bits = kLeastBits;
    while (bits < kMostBits && (sizeof(List) + sizeof(Head)) << (bits + 1) <= bytes) ++bits;
    return bits;
  }

  void prefetch(std::uint64_t key) const noexcept {
    const auto* list = reinterpret_cast<const char*>(&lists_[place(key)]);
    for (std::size_t i = 0; i < kSoon; ++i) __builtin_prefetch(list + 64 * i);
  }

  // Returns how many branches were kept, 0 if none were.
  std::size_t fetch(std::uint64_t key, Branches& branches) const noexcept {
    const Head& head = heads_[place(key)];
    if (head.key != key) return 0;
    for (std::size_t i = 0; i < head.count; ++i) branches[i] = lists_[place(key)][i];
    return head.count;
  }

  void keep(std::uint64_t key, const Branches& branches, std::size_t count) noexcept {
    if (count > kLongest) return;
    heads_[place(key)] = {key, count};
    for (std::size_t i = 0; i < count; ++i) lists_[place(key)][i] = branches[i];
  }

 private:
  static constexpr int kLeastBits = 12;
  static constexpr int kMostBits = 20;
  static constexpr std::size_t kLongest = 40;
  static constexpr std::size_t kSoon = 6;  // cache lines of a list of middling length
  struct Head {
    std::uint64_t key;
    std::size_t count;
  };
  struct Free {
    void operator()(Head* heads) const noexcept { std::free(heads); }
  };
  using List = UninitializedArray<Branch, kLongest>;
  [[nodiscard]] std::size_t place(std::uint64_t key) const noexcept { return key >> (64 - bits_); }

  int bits_;
  std::unique_ptr<Head[], Free> heads_;
  std::unique_ptr<List[]> lists_;
};

// A position that a search met, and the goal of the player on turn.
struct Sample {
  State state;
  Value goal;
};

class Prover {
 public:
  // The branches of what was left unsettled are kept in about `shelf` bytes.
  Prover(Shared& shared, Gaps gaps, Scoring scoring, std::size_t shelf = 0);

  // Works on the question whether the player on turn reaches at least `goal`, until it is settled, the shared state
  // says stop, or `budget` positions were looked at. The player on turn must have a move.
  // With `excluded` he may not begin with these moves.
  ProofNumbers ask(const State& state, Value goal, std::uint64_t budget, const MoveSet& excluded = {}) noexcept;

  // Answers the same question by trying everything without a table, which is slow; the answer is 1, 1 if it has none.
  ProofNumbers ask_without_table(const State& state, Value goal, std::uint64_t budget,
                                 const MoveSet& excluded = {}) noexcept;

  // Keeps a share of the new positions from now on, chosen by their keys.
  void collect(std::vector<Sample>& samples, double rate) noexcept {
    samples_ = &samples;
    rate_ = rate;
  }

  // The move that looks best for a goal by what the table knows: the one that wins, or is closest to it, or took most
  // work to be refuted. The player on turn must have a move.
  [[nodiscard]] Move favourite(const State& state, Value goal) const noexcept;

  // A move that reaches the goal, one that the table knows of if there is any, the one that took least work; nothing if
  // there is none, or if the shared state says stop. The player on turn must have a move.
  [[nodiscard]] std::optional<Move> keep(const State& state, Value goal) noexcept;

  // A move that reaches the goal, found by the last question that was answered with yes.
  [[nodiscard]] std::optional<Move> proof() const noexcept { return proof_; }

  [[nodiscard]] std::uint64_t positions() const noexcept { return positions_; }

 private:
  template <Gaps kGaps, Scoring kScoring>
  ProofNumbers search(const State& state, std::uint64_t key, Value goal, ProofNumbers limit, int depth) noexcept;

  // Plays all moves; returns how many branches there are. With kSettled one of the moves ends the game and reaches the
  // goal.
  static constexpr std::size_t kSettled = ~std::size_t{0};
  template <Gaps kGaps, Scoring kScoring>
  std::size_t unfold(const State& state, Value goal, int depth, Branches& branches) noexcept;

  // Tries everything, the most promising first, up to a number of positions; returns nothing if they do not suffice.
  // With kRecall, what was tried of late is not tried again.
  template <Gaps kGaps, Scoring kScoring, bool kRecall>
  std::optional<bool> dive(const State& state, const Choice& choice, Value goal, std::uint64_t end) noexcept;

  template <Gaps kGaps, Scoring kScoring>
  [[nodiscard]] Move favourite(const State& state, Value goal) const noexcept;

  template <Gaps kGaps, Scoring kScoring>
  [[nodiscard]] std::optional<Move> known_move(const State& state, Value goal) const noexcept;

  template <Gaps kGaps, Scoring kScoring>
  ProofNumbers dive_from_root(const State& state, Value goal) noexcept;

  void begin(std::uint64_t budget) noexcept;
  void report() noexcept;
  [[nodiscard]] ProofNumber crowding(const Branch& branch, bool failing) const noexcept;
  void look_around() noexcept;
  void learn(Branch& branch) const noexcept;
  void enter(std::uint64_t key) noexcept;
  void leave(std::uint64_t key) noexcept;
  [[nodiscard]] bool interrupted() noexcept;

  Shared& shared_;
  const Estimates& estimates_;
  Gaps gaps_;
  Scoring scoring_;
  // Answers of late, each the key of its position with the answer in place of the last bit; small enough to stay near
  // the processor.
  static constexpr int kRecentBits = 14;
  std::vector<std::uint64_t> recent_;
  [[nodiscard]] std::uint64_t& recent(std::uint64_t key) noexcept { return recent_[key >> (64 - kRecentBits)]; }
  Shelf shelf_;
  std::uint64_t question_ = 0;
  std::uint64_t positions_ = 0;
  std::uint64_t reported_ = 0;
  std::uint64_t deadline_ = 0;
  bool done_ = false;
  // The keys of the positions that lead to where the search is, as far as there is room; and how far up the next one is
  // that another thread has settled meanwhile.
  static constexpr int kPath = 128;
  static constexpr int kNowhere = 1 << 20;
  std::array<std::uint64_t, kPath> path_{};
  int depth_ = 0;
  int overtaken_ = kNowhere;
  MoveSet excluded_{};
  std::optional<Move> proof_;
  std::vector<Sample>* samples_ = nullptr;
  double rate_ = 0;
};

// The worth of an end to the player on turn.
template <Scoring kScoring>
Value worth_at_end(const Planes& planes, int margin, int side) noexcept;
Value worth_at_end(const State& state, Scoring scoring) noexcept;

// The key of a position in the table, but for the question. A taboo that forbids nothing does not tell positions apart.
inline std::uint64_t position_key(std::uint64_t sum, int side, int taboo, bool forbids) noexcept {
  return mix64(sum + turn_key(side, forbids ? taboo : kNoCell));
}

// What tells questions apart in the table; both players' views of a question are one, and goals between two possible
// values are as well.
inline std::uint64_t question_key(int side, Value goal, Gaps gaps, Scoring scoring) noexcept {
  const auto house = static_cast<std::uint64_t>(gaps) * 2 + static_cast<std::uint64_t>(scoring);
  const auto reds = static_cast<std::uint64_t>(possible_from(side == kRed ? goal : 1 - goal, scoring) + 2 * kBest);
  return mix64(kSearchSeed + 0x1000 + reds * 4 + house);
}

}  // namespace tafelrunde::tokan::solver
