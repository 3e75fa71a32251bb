// What scripts/train_chocolate.py needs of the core: games to learn from, and matches between judges.
//
//   chocolate_train games FORM SEED FIRST COUNT SECONDS THREADS AGAIN WILD NET|- FILE
//     plays games FIRST to FIRST + COUNT - 1 of a seed and writes positions to FILE; begins none after SECONDS
//   chocolate_train duel FORM SEED ROUNDS THREADS AGAIN NET|- NET|-
//     lets two judges meet on mirrored deals, each asked by quick players who see what their seats see and draw the
//     rest, and prints a line a round
//   chocolate_train match FORM SEED ROUNDS THREADS NODES SECONDS NET|- NET|- [silent]
//     lets two judges meet on mirrored deals, each with the search of the strongest level; prints a line a round;
//     SECONDS are of processor time, so that a busy machine is fair as well; with "silent" neither offers cards
//   chocolate_train verdicts FORM SEED COUNT NET FILE
//     the same as games, but with what the net says in place of the results
//   chocolate_train pace FORM SEED COUNT NET
//     prints the microseconds of processor time that an evaluation takes over all turns of COUNT games: of the linear
//     judge, of the net by itself, and of the net as quick players ask it, six turns on one position
//   chocolate_train shape FORM
//     prints how many numbers describe a position
//
// "-" is the linear judge. The same words give the same games, whatever the number of threads (SECONDS aside); the
// order in which they are written is another matter.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "chocolate/sample.hpp"
#include "chocolate/search/candidates.hpp"
#include "chocolate/search/search.hpp"
#include "chocolate/search/swapping.hpp"

namespace tafelrunde::chocolate {
namespace {

Rules rules_of(int form) {
  Rules rules;
  rules.game = form == 0 ? Game::kSchoko : Game::kSchokoly;
  rules.players = static_cast<std::uint8_t>(form == 0 ? 2 : form + 1);
  rules.swap = form == 2;
  rules.second_group_breaks_ties = form == 0;
  return rules;
}

[[noreturn]] void fail(const std::string& text) {
  std::cerr << text << '\n';
  std::exit(2);
}

std::optional<Net> net_of(const std::string& path, int form) {
  if (path == "-") return {};
  std::ifstream file(path, std::ios::binary);
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  std::string error;
  std::optional<Net> net = Net::read(bytes, error);
  if (!net) fail(path + ": " + error);
  if (net->form() != form) fail(path + " is made for another form");
  return net;
}

// Runs `work(i)` for all numbers below `count`.
template <class Work>
void spread(int threads, std::uint64_t count, Work work) {
  std::atomic<std::uint64_t> next{0};
  std::vector<std::thread> crew;
  for (int i = 0; i < threads; ++i) {
    crew.emplace_back([&] {
      for (std::uint64_t n = next++; n < count; n = next++) work(n);
    });
  }
  for (std::thread& one : crew) one.join();
}

constexpr int kCells =
    24;  // columns and rows of a position to learn from; larger fields, hardly ever seen, are left out

// What all sides got or can expect, by side in the order of play: shares of the win, then leads.
using Targets = std::array<float, 2 * kMaxSides>;

// A position to learn from: planes with the field in their middle, the other inputs, what came of it.
struct Sample {
  std::array<std::array<Narrow, kCells>, kInputPlanes> planes;
  std::vector<std::int16_t> inputs;
  int first;         // the side on turn
  std::size_t turn;  // after which it came about
  Targets result;    // of the game
  Targets foreseen;  // what the judge said of the positions that followed, the later ones and the result less and less
};

constexpr double kTrust = 0.95;  // how much of what is foreseen comes from beyond the next position
constexpr int kOdd = 24;         // placings by rank among which one is drawn where the random part of a game ends
constexpr int kSampled = 2;      // one position in so many is taken

Targets targets_of(const std::array<Prospect, kMaxSides>& prospects, int first, int sides) {
  Targets targets{};
  for (int i = 0; i < sides; ++i) {
    const Prospect& one = prospects[static_cast<std::size_t>((first + i) % sides)];
    targets[static_cast<std::size_t>(i)] = static_cast<float>(one.chance);
    targets[static_cast<std::size_t>(sides + i)] = static_cast<float>(one.lead);
  }
  return targets;
}

// The position as it is learned from; nothing where the field is too large.
std::optional<Sample> sample_of(const State<Narrow>& state, int form) {
  const Cell low = state.field.low();
  const Cell room{kCells - 1 - (state.field.high().x - low.x), kCells - 1 - (state.field.high().y - low.y)};
  if (room.x < 0 || room.y < 0) return {};
  Sample sample{};
  const Seen<Narrow> seen(state);
  for (int plane = 0; plane < kInputPlanes; ++plane) {
    for (int y = 0; y < kCells; ++y) {
      sample.planes[plane][y] = shifted(seen.planes().row(plane, low.y - room.y / 2 + y), room.x / 2 - low.x);
    }
  }
  sample.inputs.resize(static_cast<std::size_t>(Net::input_count(form)));
  seen.write(sample.inputs.data());
  sample.first = state.table.rules.side(state.table.to_move);
  return sample;
}

// The ways to lay smarties on cards along with the best of some options that allow it.
template <class Row>
std::vector<Option> secured(const State<Row>& state, const std::vector<Option>& options) {
  std::vector<Option> result;
  if (state.field.empty() || state.table.smarties[state.table.to_move] == 0) return result;
  for (const Option& option : options) {
    if (option.move.kind != Kind::kPlace || option.move.tier != 1) continue;
    detail::add_smarties(state, option.move, result);
    break;
  }
  return result;
}

// The move of a quick player who thinks of laying smarties on cards too, as the search does: a judge that never saw
// what they are worth there would spend them at once.
template <class Row>
Move careful_move(const State<Row>& state, const Evaluator& evaluator, int again) {
  if (state.table.swap.phase != Phase::kNone) return quick_move(state, evaluator, again);
  Shortlist best(again);
  shortlist(state, evaluator, Sight{}, best_colour(state.table), best);
  look_again(state, evaluator, best.options());
  std::vector<Option> others = secured(state, best.options());
  if (!others.empty()) look_again(state, evaluator, others);
  const Option& first = best.options().front();
  return !others.empty() && others.front().value > first.value ? others.front().move : first.move;
}

// One of the first placings by rank, in one case of four with a smartie on some card.
Move odd_move(const State<Narrow>& state, const Evaluator& evaluator, Rng& rng) {
  Shortlist best(kOdd);
  shortlist(state, evaluator, Sight{}, best_colour(state.table), best);
  const auto one_of = [&](const std::vector<Option>& options) {
    return options[rng.below(static_cast<std::uint32_t>(options.size()))].move;
  };
  const std::vector<Option> others = secured(state, best.options());
  return !others.empty() && rng.below(4) == 0 ? one_of(others) : one_of(best.options());
}

// Plays one game. Until a turn drawn at random some moves are random ones, so that positions differ; there one of the
// better placings is drawn, so that positions after turns that nobody would choose are known too; after it none is
// random, so that the result tells about the position. From then on some positions are taken.
// With `verdicts` the results are the net's own words.
std::vector<Sample> play_game(int form, const Evaluator& evaluator, int again, int wild, Rng rng, bool verdicts) {
  const Rules rules = rules_of(form);
  const int sides = rules.sides();
  State<Narrow> state(Table::shuffled(rules, rng));
  const auto turns = static_cast<std::uint32_t>(deck_size(rules.game));
  const int quiet_from = static_cast<int>(rng.below(turns));
  std::vector<Sample> samples;
  std::vector<std::array<Prospect, kMaxSides>> said;  // by turn
  for (int turn = 0; !state.table.over(); ++turn) {
    const bool drawn = turn == quiet_from && state.table.swap.phase == Phase::kNone;
    // Colours that do not fit the hands have to be seen too.
    const std::uint32_t one_in = turn < rules.players ? 3 : static_cast<std::uint32_t>(wild);
    const bool random = turn < quiet_from && rng.below(one_in) == 0;
    const Move move = drawn    ? odd_move(state, evaluator, rng)
                      : random ? random_turn(state, rng)
                               : careful_move(state, evaluator, again);
    if (!state.play<false>(move)) return {};
    said.push_back(turn < quiet_from ? std::array<Prospect, kMaxSides>{} : evaluate_all(state, evaluator));
    if (state.table.over() || turn < quiet_from || !state.table.colours_known()) continue;
    if (!drawn && rng.below(kSampled) != 0) continue;
    std::optional<Sample> sample = sample_of(state, form);
    if (!sample) continue;
    sample->turn = static_cast<std::size_t>(turn);
    if (verdicts) {
      const Net::Verdict verdict = evaluator.net->judge(state);
      for (std::size_t i = 0; i < static_cast<std::size_t>(sides); ++i) {
        sample->result[i] = static_cast<float>(verdict.logits[i]);
        sample->result[static_cast<std::size_t>(sides) + i] = static_cast<float>(verdict.leads[i]);
      }
    }
    samples.push_back(std::move(*sample));
  }
  if (verdicts) return samples;
  // From the end: what is foreseen after a turn is what the judge said then, and what is foreseen after the next one.
  const std::array<Prospect, kMaxSides> result = said.back();
  std::array<Prospect, kMaxSides> foreseen = result;
  std::size_t at = said.size() - 1;
  for (auto sample = samples.rbegin(); sample != samples.rend(); ++sample) {
    for (; at > sample->turn; --at) {
      for (std::size_t i = 0; i < kMaxSides; ++i) {
        foreseen[i].chance = kTrust * foreseen[i].chance + (1 - kTrust) * said[at][i].chance;
        foreseen[i].lead = kTrust * foreseen[i].lead + (1 - kTrust) * said[at][i].lead;
      }
    }
    sample->result = targets_of(result, sample->first, sides);
    sample->foreseen = targets_of(foreseen, sample->first, sides);
  }
  return samples;
}

void write_games(int form, std::uint64_t seed, std::uint64_t first, std::uint64_t count, double seconds, int threads,
                 int again, int wild, const std::string& net_path, const std::string& path, bool verdicts) {
  const std::optional<Net> net = net_of(net_path, form);
  const Evaluator evaluator(fitted_weights(form), net ? &*net : nullptr);
  constexpr std::uint64_t kChunk = 64;
  const std::uint64_t chunks = (count + kChunk - 1) / kChunk;
  const auto begin = std::chrono::steady_clock::now();
  std::ofstream file(path, std::ios::binary);
  std::mutex mutex;
  std::uint64_t written = 0;
  std::uint64_t played = 0;
  const auto sides = static_cast<std::size_t>(rules_of(form).sides());
  spread(threads, chunks, [&](std::uint64_t chunk) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > seconds) return;
    std::vector<char> bytes;
    const auto put = [&](const auto* data, std::size_t n) {
      const auto* from = reinterpret_cast<const char*>(data);
      bytes.insert(bytes.end(), from, from + n * sizeof *data);
    };
    std::uint64_t samples = 0;
    const std::uint64_t end = std::min(count, (chunk + 1) * kChunk);
    for (std::uint64_t i = chunk * kChunk; i < end; ++i) {
      for (const Sample& sample : play_game(form, evaluator, again, wild, Rng(seed, first + i), verdicts)) {
        put(sample.planes.data(), sample.planes.size());
        put(sample.inputs.data(), sample.inputs.size());
        put(sample.result.data(), 2 * sides);
        put(sample.foreseen.data(), 2 * sides);
        ++samples;
      }
    }
    const std::lock_guard lock(mutex);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    written += samples;
    played += end - chunk * kChunk;
  });
  std::cout << played << " games, " << written << " positions\n";
}

// The share of the win that the first of two judges gets as one side of a deal among quick players, each of whom looks
// at a world drawn from what its seat sees. (Among players who see all hands a judge may win that a search, which draws
// them, loses with.)
double play_duel(int form, int mine, std::uint64_t seed, std::uint64_t round, const std::array<Evaluator, 2>& judges,
                 int again) {
  const Rules rules = rules_of(form);
  Rng deal(seed, round);
  Position position(Table::shuffled(rules, deal));
  Rng worlds(mix64(seed), round);
  while (!position.table().over()) {
    const int seat = position.table().actor();
    const Evaluator& judge = judges[rules.side(seat) == mine ? 0 : 1];
    const std::optional<Position> world = View(position, seat).resample(worlds);
    if (!world) fail("no world fits");
    const Move move = world->visit([&](const auto& state) { return careful_move(state, judge, again); });
    if (position.play(move) != nullptr) fail("an illegal move");
  }
  return result_of(position.score(), mine, rules.sides()).chance;
}

// Processor time that the thread has used; where that cannot be asked, the time of the clock.
double seconds_of_thread() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  std::timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0) {
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
#endif
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The share of the win that the first of two judges gets as one side of a deal, against the second on all others.
double play_match(int form, int mine, std::uint64_t seed, std::uint64_t round, const std::array<Evaluator, 2>& judges,
                  std::uint64_t nodes, double seconds, bool offers) {
  const Rules rules = rules_of(form);
  Rng deal(seed, round);
  Position position(Table::shuffled(rules, deal));
  Settings settings;  // those of the strongest level
  settings.depth = 2;
  settings.again = 6;
  settings.stages = 3;
  settings.offers = offers;
  for (std::uint64_t turn = 1; !position.table().over(); ++turn) {
    const int seat = position.table().actor();
    const View view(position, seat);
    const double begin = seconds_of_thread();
    Limits limits;
    limits.nodes = nodes;
    if (seconds > 0) {
      limits.passed = [&] { return (seconds_of_thread() - begin) / seconds; };
    }
    const Evaluator& judge = judges[rules.side(seat) == mine ? 0 : 1];
    const Answer answer = search({&view, nullptr}, settings, judge, mix64(seed * 1000 + round * 100 + turn), limits);
    if (answer.judged.empty() || position.play(answer.judged.front().move) != nullptr) fail("an illegal move");
  }
  return result_of(position.score(), mine, rules.sides()).chance;
}

// Lets two judges meet on deals, and prints the first one's share of each: play(mine, round, judges) plays a game.
template <class Play>
void play_rounds(int form, std::uint64_t rounds, int threads, const std::string& first, const std::string& second,
                 Play play) {
  const std::array<std::optional<Net>, 2> nets{net_of(first, form), net_of(second, form)};
  const Weights& weights = fitted_weights(form);
  const std::array<Evaluator, 2> judges{Evaluator(weights, nets[0] ? &*nets[0] : nullptr),
                                        Evaluator(weights, nets[1] ? &*nets[1] : nullptr)};
  const int sides = rules_of(form).sides();
  std::mutex mutex;
  spread(threads, rounds, [&](std::uint64_t round) {
    double share = 0;
    for (int mine = 0; mine < sides; ++mine) share += play(mine, round, judges);
    const std::lock_guard lock(mutex);
    std::cout << round << ' ' << share / sides << std::endl;
  });
}

// Microseconds of processor time that an evaluation takes; with `keeping` what is known of the position before is used.
double pace_of(int form, std::uint64_t seed, std::uint64_t count, const Evaluator& judge, bool keeping) {
  constexpr int kTurns = 6;
  double seconds = 0;
  double worth = 0;
  std::uint64_t asked = 0;
  for (std::uint64_t game = 0; game < count; ++game) {
    Rng rng(seed, game);
    State<Narrow> state(Table::shuffled(rules_of(form), rng));
    while (!state.table.over()) {
      Shortlist best(kTurns);
      shortlist(state, judge, Sight{}, best_colour(state.table), best);
      std::vector<State<Narrow>> after;
      for (const Option& option : best.options()) {
        after.push_back(state);
        if (!after.back().play<false>(option.move) || after.back().table.over()) after.pop_back();
      }
      const std::clock_t begin = std::clock();
      Net::Answers<Narrow> before(state.field);
      for (const State<Narrow>& one : after) worth += evaluate(one, judge, 0, keeping ? &before : nullptr).chance;
      seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      asked += after.size();
      if (!state.play<false>(best.options().front().move)) break;
    }
  }
  return worth < 0 ? 0 : seconds / static_cast<double>(asked) * 1e6;
}

int run(const std::vector<std::string>& words) {
  const auto whole = [&](std::size_t i) { return std::stoull(words.at(i)); };
  const auto small = [&](std::size_t i) { return std::stoi(words.at(i)); };
  const std::string what = words.empty() ? "" : words[0];
  const int form = words.size() > 1 ? small(1) : -1;
  if (form < 0 || form >= kForms) fail("name what to do and a form from 0 to 3");
  if (what == "games" && words.size() == 11) {
    write_games(form, whole(2), whole(3), whole(4), std::stod(words[5]), small(6), small(7), small(8), words[9],
                words[10], false);
  } else if (what == "verdicts" && words.size() == 6 && words[4] != "-") {
    write_games(form, whole(2), 0, whole(3), 1e9, 1, 1, 10, words[4], words[5], true);
  } else if (what == "match" && (words.size() == 9 || (words.size() == 10 && words[9] == "silent"))) {
    const double seconds = std::stod(words[6]);
    play_rounds(form, whole(3), small(4), words[7], words[8], [&](int mine, std::uint64_t round, const auto& judges) {
      return play_match(form, mine, whole(2), round, judges, whole(5), seconds, words.size() == 9);
    });
  } else if (what == "duel" && words.size() == 8) {
    play_rounds(form, whole(3), small(4), words[6], words[7], [&](int mine, std::uint64_t round, const auto& judges) {
      return play_duel(form, mine, whole(2), round, judges, small(5));
    });
  } else if (what == "pace" && words.size() == 5) {
    const std::optional<Net> net = net_of(words[4], form);
    const Evaluator linear(fitted_weights(form));
    const Evaluator learned(fitted_weights(form), net ? &*net : nullptr);
    std::cout << pace_of(form, whole(2), whole(3), linear, false) << ' '
              << pace_of(form, whole(2), whole(3), learned, false) << ' '
              << pace_of(form, whole(2), whole(3), learned, true) << '\n';
  } else if (what == "shape") {
    std::cout << Net::input_count(form) << '\n';
  } else {
    fail("the words do not fit");
  }
  return 0;
}

}  // namespace
}  // namespace tafelrunde::chocolate

int main(int argc, char** argv) { return tafelrunde::chocolate::run({argv + 1, argv + argc}); }
