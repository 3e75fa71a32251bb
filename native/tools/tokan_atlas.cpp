// Solves random starts of TOKAN, many at a time: what the atlas of docs/layouts.md is made of.
//
//   tokan_atlas --out FILE [--known FILE]... [--scoring towers|heads] [--gaps contiguous|line] [--seed N]
//               [--from N] [--to N] [--about result|unique|winning|values|margin] [--teams N] [--threads N]
//               [--memory MIB] [--seconds S] [--positions N] [--wall S]
//
// Start number n of a seed is the deal of (seed << 32) + n, the same on every machine. Every team of threads works at a
// start of its own, with a table of its own. Whatever is found out is added to FILE at once, one JSON object a line;
// what FILE and the known files tell already is not looked for again, unless it was given up after less time than there
// is now. So the program can be stopped at any moment and goes on where it was.
//
// --about says how much is wanted of a start:
//   result    who wins with best play
//   unique    and, of starts that the first player wins, whether more than one first move does
//   winning   and all first moves that keep the result
//   values    and what every first move is worth
//   margin    the exact margin (without the first moves)
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "parallel/huge_memory.hpp"
#include "parallel/workers.hpp"
#include "tokan/solver/solver.hpp"
#include "tokan/text.hpp"
#include "tokan_atlas_file.hpp"

namespace tafelrunde::tokan {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::uint64_t kAlways = ~std::uint64_t{0};

std::atomic<bool> interrupted{false};

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Plan {
  atlas::Study study;
  std::uint64_t from = 0, to = 100;
  atlas::About about = atlas::About::kResult;
  unsigned teams = 0, threads = 1;
  std::size_t memory = 1024;  // MiB, of all teams together
  double seconds = 1e9;       // a start and question
  std::uint64_t positions = kAlways;
  double wall = 1e9;
  std::vector<std::string> known;
  std::string out;
};

// Some threads with a table, that work at one start after the other.
class Team {
 public:
  Team(const Plan& plan, std::size_t bytes)
      : plan_(plan),
        memory_(bytes / 64 * 64),
        table_(std::span(static_cast<solver::Slot*>(memory_.data()), memory_.size() / sizeof(solver::Slot))),
        workers_(plan.threads) {}

  // Looks at a start; what is known of it is not looked for again.
  void look_at(std::uint64_t number, const atlas::Known& known, const std::function<void(const atlas::Line&)>& tell) {
    Position position = deal_of(number);
    const solver::State state = solver::state_of(position.board, plan_.study.options.scoring);
    memory_.forget();
    table_.restart();
    atlas::Line line{number, to_text(position), plan_.threads, memory_.size()};
    solver::Bounds bounds{known.low, known.high};
    if (!known.settles(atlas::About::kResult)) {
      MoveSet winning{};
      const auto find = [&](solver::Solver& solver) {
        bounds = solver.solve(state, false, plan_.positions);
        // The table knows by now which move wins.
        if (bounds.won()) winning = solver.reaching(state, solver::Value{1}, {}, 1, plan_.positions).moves;
      };
      run(find, line);
      line.about = atlas::About::kResult;
      line.low = bounds.low, line.high = bounds.high;
      if (!winning.empty()) letter_each(position, line, [&](Move move) { return winning.contains(move) ? 'W' : '?'; });
      tell(line);
      line.moves.clear();
    }
    if (!bounds.decided() || stopped()) return;
    if (plan_.about == atlas::About::kMargin) {
      run([&](solver::Solver& solver) { bounds = solver.solve(state, true, plan_.positions); }, line);
      line.about = atlas::About::kMargin;
      line.low = bounds.low, line.high = bounds.high;
      tell(line);
    } else if (plan_.about != atlas::About::kResult) {
      line.low = bounds.low, line.high = bounds.high;
      first_moves(position, state, bounds, line);
      tell(line);
    }
  }

  // Ends what is being worked at if its time is up, or if everything is to end.
  void check(Clock::time_point now) noexcept {
    const std::lock_guard lock(mutex_);
    if (shared_ != nullptr && (interrupted.load() || now >= deadline_)) shared_->stop = true;
  }
  [[nodiscard]] std::uint64_t positions() noexcept {
    const std::lock_guard lock(mutex_);
    return done_ + (shared_ != nullptr ? shared_->positions.load() : 0);
  }

 private:
  [[nodiscard]] Position deal_of(std::uint64_t number) const {
    Rng rng((plan_.study.seed << 32) + number);
    return deal(plan_.study.options, rng);
  }
  [[nodiscard]] static bool stopped() noexcept { return interrupted.load(); }

  template <class Work>
  void run(const Work& work, atlas::Line& line) {
    solver::Shared shared(table_);
    solver::Solver solver(
        shared, plan_.study.options, workers_.size(), [this](const std::function<void(unsigned)>& piece) {
          workers_.run(workers_.size(), [&](std::size_t member, unsigned) { piece(static_cast<unsigned>(member)); });
        });
    const auto start = Clock::now();
    {
      const std::lock_guard lock(mutex_);
      shared_ = &shared;
      deadline_ = start + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(std::min(plan_.seconds, 1e8)));
    }
    work(solver);
    const std::lock_guard lock(mutex_);
    shared_ = nullptr;
    done_ += shared.positions;
    line.positions = shared.positions;
    line.seconds = since(start);
  }

  // Which first moves are worth what, as far as the plan wants to know.
  void first_moves(const Position& position, const solver::State& state, const solver::Bounds& bounds,
                   atlas::Line& line) {
    using solver::Value;
    line.about = plan_.about;
    const MoveSet moves = legal_moves(position.board);
    MoveSet winning{}, holding{};
    bool all_winning = !bounds.won(), all_holding = bounds.lost();
    run(
        [&](solver::Solver& solver) {
          const int enough = plan_.about == atlas::About::kUnique ? 2 : moves.count();
          if (bounds.won()) {
            const auto found = solver.reaching(state, Value{1}, {}, enough, plan_.positions);
            winning = found.moves;
            all_winning = found.all || winning.count() == moves.count();
          }
          const bool ask_holding = plan_.about == atlas::About::kValues || bounds.drawn();
          holding = winning;
          if (ask_holding && !bounds.lost() && plan_.about != atlas::About::kUnique && all_winning) {
            const auto found = solver.reaching(state, Value{0}, winning, enough, plan_.positions);
            holding = found.moves;
            all_holding = found.all || holding.count() == moves.count();
          }
        },
        line);
    line.complete = plan_.about == atlas::About::kUnique ? all_winning || winning.count() > 1
                                                         : all_winning && (bounds.won() || all_holding) &&
                                                               (plan_.about != atlas::About::kValues || all_holding);
    letter_each(position, line, [&](Move move) {
      if (winning.contains(move)) return 'W';
      if (all_winning && holding.contains(move)) return 'D';
      if (all_winning && all_holding) return 'L';
      if (all_winning) return 'n';                // does not win
      return holding.contains(move) ? 'h' : '?';  // does not lose
    });
  }

  // Notes what is known of every first move.
  template <class Letter>
  static void letter_each(const Position& position, atlas::Line& line, const Letter& letter_of) {
    legal_moves(position.board).each([&](Move move) {
      line.moves +=
          (line.moves.empty() ? "\"" : ",\"") + to_text(position, action_of(move)) + "\":\"" + letter_of(move) + '"';
    });
  }

  const Plan& plan_;
  HugeMemory memory_;
  solver::TranspositionTable table_;
  Workers workers_;
  std::mutex mutex_;  // guards what follows
  solver::Shared* shared_ = nullptr;
  Clock::time_point deadline_;
  std::uint64_t done_ = 0;
};

int work(const Plan& plan) {
  atlas::Book book(plan.study);
  for (const std::string& file : plan.known) book.read(file);
  book.read(plan.out);
  std::vector<std::uint64_t> open;
  for (std::uint64_t number = plan.from; number < plan.to; ++number)
    if (book.wants(number, plan.about, plan.seconds, plan.positions)) open.push_back(number);
  // What was tried before comes last: it is hard.
  std::stable_partition(open.begin(), open.end(), [&](std::uint64_t n) { return !book.tried(n); });

  std::FILE* out = std::fopen(plan.out.c_str(), "a");
  if (out == nullptr) {
    std::fprintf(stderr, "tokan_atlas: cannot write %s\n", plan.out.c_str());
    return 1;
  }
  const unsigned teams =
      plan.teams != 0 ? plan.teams : std::max(1U, thread_count(0) / std::max(1U, thread_count(plan.threads)));
  std::vector<std::unique_ptr<Team>> members;
  for (unsigned i = 0; i < teams; ++i) members.push_back(std::make_unique<Team>(plan, (plan.memory << 20) / teams));

  const auto start = Clock::now();
  std::mutex mutex;  // guards the file and the counts
  std::size_t next = 0, lines = 0, settled = 0;
  std::atomic<unsigned> at_work{teams};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < teams; ++i) {
    threads.emplace_back([&, i] {
      for (;;) {
        std::uint64_t number = 0;
        {
          const std::lock_guard lock(mutex);
          if (next == open.size() || interrupted.load()) break;
          number = open[next++];
        }
        members[i]->look_at(number, book.known(number), [&](const atlas::Line& line) {
          const std::string text = atlas::to_json(line, plan.study);
          const std::lock_guard lock(mutex);
          if (interrupted.load() && !line.settled()) return;  // it was not given the time it should have had
          std::fputs(text.c_str(), out);
          std::fflush(out);
          ++lines;
          settled += line.settled() ? 1 : 0;
        });
      }
      --at_work;
    });
  }
  double shown = 0;
  while (at_work.load() > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto now = Clock::now();
    const double passed = since(start);
    if (passed >= plan.wall) interrupted = true;
    for (const auto& member : members) member->check(now);
    if (passed - shown < 5) continue;
    shown = passed;
    std::uint64_t positions = 0;
    for (const auto& member : members) positions += member->positions();
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const std::lock_guard lock(mutex);
    std::fprintf(stderr, "%.0f s: %zu of %zu starts taken, %zu answers, %zu settled, %.1f M positions/s, %ld MiB\n",
                 passed, next, open.size(), lines, settled, static_cast<double>(positions) / passed / 1e6,
                 usage.ru_maxrss >> 10);
  }
  for (std::thread& thread : threads) thread.join();
  std::fclose(out);
  std::fprintf(stderr, "%.0f s: %zu of %zu starts taken, %zu answers, %zu settled\n", since(start), next, open.size(),
               lines, settled);
  return 0;
}

// Reads the words of the command line; says what is wrong with them.
std::optional<std::string> read(int count, char** words, Plan& plan) {
  for (int i = 1; i < count; i += 2) {
    const std::string_view name = words[i];
    if (i + 1 == count) return std::string(name) + " needs a value";
    const std::string value = words[i + 1];
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    const bool is_number = end != value.c_str() && *end == '\0' && number >= 0;
    const auto whole = is_number && number < 1e18 ? static_cast<std::uint64_t>(number) : 0;
    if (name == "--out") {
      plan.out = value;
    } else if (name == "--known") {
      plan.known.push_back(value);
    } else if (name == "--scoring" && (value == "towers" || value == "heads")) {
      plan.study.options.scoring = value == "towers" ? Scoring::kTowers : Scoring::kHeads;
    } else if (name == "--gaps" && (value == "contiguous" || value == "line")) {
      plan.study.options.gaps = value == "contiguous" ? Gaps::kContiguous : Gaps::kLine;
    } else if (name == "--about" && atlas::about_of(value)) {
      plan.about = *atlas::about_of(value);
    } else if (!is_number) {
      return "what is " + std::string(name) + " " + value + "?";
    } else if (name == "--seed") {
      plan.study.seed = whole;
    } else if (name == "--from") {
      plan.from = whole;
    } else if (name == "--to") {
      plan.to = whole;
    } else if (name == "--teams") {
      plan.teams = static_cast<unsigned>(whole);
    } else if (name == "--threads") {
      plan.threads = static_cast<unsigned>(whole);
    } else if (name == "--memory" && whole >= 1) {
      plan.memory = whole;
    } else if (name == "--seconds") {
      plan.seconds = number;
    } else if (name == "--positions") {
      plan.positions = whole;
    } else if (name == "--wall") {
      plan.wall = number;
    } else {
      return "what is " + std::string(name) + " " + value + "?";
    }
  }
  return plan.out.empty() ? std::optional<std::string>("--out FILE is missing") : std::nullopt;
}

}  // namespace

}  // namespace tafelrunde::tokan

int main(int count, char** words) {
  using namespace tafelrunde::tokan;
  Plan plan;
  if (const auto problem = read(count, words, plan)) {
    std::fprintf(stderr, "tokan_atlas: %s\n", problem->c_str());
    return 2;
  }
  std::signal(SIGINT, [](int) { interrupted = true; });
  std::signal(SIGTERM, [](int) { interrupted = true; });
  return work(plan);
}
