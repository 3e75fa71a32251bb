// What scripts/train_chocolate.py needs of the core: games to learn from, and matches between judges.
//
//   chocolate_train games FORM SEED FIRST COUNT THREADS AGAIN WILD NET|- FILE
//     plays games FIRST to FIRST + COUNT - 1 of a seed and writes positions to FILE
//   chocolate_train match FORM SEED ROUNDS THREADS NODES SECONDS NET|- NET|- [silent]
//     lets two judges meet on mirrored deals, each with the search of the strongest level; prints a line a round;
//     with "silent" neither of them offers cards
//   chocolate_train verdicts FORM SEED COUNT NET FILE
//     the same as games, but with what the net says in place of the results
//   chocolate_train shape FORM
//     prints how many numbers describe a position
//
// "-" is the linear judge. The same words give the same games, whatever the number of threads (SECONDS aside).
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "chocolate/sample.hpp"
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

// A position to learn from: planes with the field in their middle, the other inputs, then by side in the order of play
// the share of the win and the final lead.
struct Sample {
  std::array<std::array<Narrow, kCells>, kInputPlanes> planes;
  std::vector<std::int16_t> inputs;
  int first;  // the side on turn
  std::array<float, 2 * kMaxSides> targets;
};

// Plays one game. Until a turn drawn at random some moves are random ones, so that positions differ; after it none is,
// so that the result tells about the position. One position a phase is taken from then on.
// With `verdicts` the targets are the evaluator's own words.
std::vector<Sample> play_game(int form, const Evaluator& evaluator, int again, int wild, Rng rng, bool verdicts) {
  const Rules rules = rules_of(form);
  State<Narrow> state(Table::shuffled(rules, rng));
  const auto turns = static_cast<std::uint32_t>(deck_size(rules.game));
  const int quiet_from = static_cast<int>(rng.below(turns));
  std::array<bool, kPhases> taken{};
  std::vector<Sample> samples;
  for (int turn = 0; !state.table.over(); ++turn) {
    const bool random = turn < quiet_from && rng.below(static_cast<std::uint32_t>(wild)) == 0;
    const Move move = random ? random_turn(state, rng) : quick_move(state, evaluator, again);
    if (!state.play<false>(move)) return {};
    if (state.table.over() || turn < quiet_from || !state.table.colours_known()) continue;
    const auto phase = static_cast<std::size_t>(phase_of(state.table));
    if (taken[phase] || rng.below(3) == 0) continue;
    const Cell low = state.field.low();
    const Cell room{kCells - 1 - (state.field.high().x - low.x), kCells - 1 - (state.field.high().y - low.y)};
    if (room.x < 0 || room.y < 0) continue;
    taken[phase] = true;
    Sample& sample = samples.emplace_back();
    const Seen<Narrow> seen(state);
    for (int plane = 0; plane < kInputPlanes; ++plane) {
      for (int y = 0; y < kCells; ++y) {
        sample.planes[plane][y] = shifted(seen.row(plane, low.y - room.y / 2 + y), room.x / 2 - low.x);
      }
    }
    sample.inputs.resize(static_cast<std::size_t>(Net::input_count(form)));
    seen.write(sample.inputs.data());
    sample.first = rules.side(state.table.turn);
    if (!verdicts) continue;
    const Net::Verdict verdict = evaluator.net->judge(state);
    for (std::size_t i = 0; i < static_cast<std::size_t>(rules.sides()); ++i) {
      sample.targets[i] = static_cast<float>(verdict.logits[i]);
      sample.targets[static_cast<std::size_t>(rules.sides()) + i] = static_cast<float>(verdict.leads[i]);
    }
  }
  if (verdicts) return samples;
  const Score score = state.score();
  const int sides = rules.sides();
  for (Sample& sample : samples) {
    for (int i = 0; i < sides; ++i) {
      const Prospect result = result_of(score, (sample.first + i) % sides, sides);
      sample.targets[static_cast<std::size_t>(i)] = static_cast<float>(result.chance);
      sample.targets[static_cast<std::size_t>(sides + i)] = static_cast<float>(result.lead);
    }
  }
  return samples;
}

void write_games(int form, std::uint64_t seed, std::uint64_t first, std::uint64_t count, int threads, int again,
                 int wild, const std::string& net_path, const std::string& path, bool verdicts) {
  const std::optional<Net> net = net_of(net_path, form);
  const Evaluator evaluator(fitted_weights(form), net ? &*net : nullptr);
  constexpr std::uint64_t kChunk = 256;
  const std::uint64_t chunks = (count + kChunk - 1) / kChunk;
  std::ofstream file(path, std::ios::binary);
  std::mutex mutex;
  std::uint64_t written = 0;
  const auto sides = static_cast<std::size_t>(rules_of(form).sides());
  spread(threads, chunks, [&](std::uint64_t chunk) {
    std::vector<char> bytes;
    const auto put = [&](const auto* data, std::size_t n) {
      const auto* from = reinterpret_cast<const char*>(data);
      bytes.insert(bytes.end(), from, from + n * sizeof *data);
    };
    std::uint64_t samples = 0;
    for (std::uint64_t i = chunk * kChunk; i < std::min(count, (chunk + 1) * kChunk); ++i) {
      for (const Sample& sample : play_game(form, evaluator, again, wild, Rng(seed, first + i), verdicts)) {
        put(sample.planes.data(), sample.planes.size());
        put(sample.inputs.data(), sample.inputs.size());
        put(sample.targets.data(), 2 * sides);
        ++samples;
      }
    }
    const std::lock_guard lock(mutex);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    written += samples;
  });
  std::cout << written << " positions\n";
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
    const auto begin = std::chrono::steady_clock::now();
    Limits limits;
    limits.nodes = nodes;
    if (seconds > 0) {
      limits.passed = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / seconds;
      };
    }
    const Evaluator& judge = judges[rules.side(seat) == mine ? 0 : 1];
    const Answer answer = search({&view, nullptr}, settings, judge, mix64(seed * 1000 + round * 100 + turn), limits);
    if (answer.judged.empty() || position.play(answer.judged.front().move) != nullptr) fail("an illegal move");
  }
  return result_of(position.score(), mine, rules.sides()).chance;
}

void play_matches(int form, std::uint64_t seed, std::uint64_t rounds, int threads, std::uint64_t nodes, double seconds,
                  const std::string& first, const std::string& second, bool offers) {
  const std::array<std::optional<Net>, 2> nets{net_of(first, form), net_of(second, form)};
  const Weights& weights = fitted_weights(form);
  const std::array<Evaluator, 2> judges{Evaluator(weights, nets[0] ? &*nets[0] : nullptr),
                                        Evaluator(weights, nets[1] ? &*nets[1] : nullptr)};
  const int sides = rules_of(form).sides();
  std::mutex mutex;
  spread(threads, rounds, [&](std::uint64_t round) {
    double share = 0;
    for (int mine = 0; mine < sides; ++mine)
      share += play_match(form, mine, seed, round, judges, nodes, seconds, offers);
    const std::lock_guard lock(mutex);
    std::cout << round << ' ' << share / sides << std::endl;
  });
}

int run(const std::vector<std::string>& words) {
  const auto whole = [&](std::size_t i) { return std::stoull(words.at(i)); };
  const auto small = [&](std::size_t i) { return std::stoi(words.at(i)); };
  const std::string what = words.empty() ? "" : words[0];
  const int form = words.size() > 1 ? small(1) : -1;
  if (form < 0 || form >= kForms) fail("name what to do and a form from 0 to 3");
  if (what == "games" && words.size() == 10) {
    write_games(form, whole(2), whole(3), whole(4), small(5), small(6), small(7), words[8], words[9], false);
  } else if (what == "verdicts" && words.size() == 6 && words[4] != "-") {
    write_games(form, whole(2), 0, whole(3), 1, 1, 10, words[4], words[5], true);
  } else if (what == "match" && (words.size() == 9 || (words.size() == 10 && words[9] == "silent"))) {
    play_matches(form, whole(2), whole(3), small(4), whole(5), std::stod(words[6]), words[7], words[8],
                 words.size() == 9);
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
