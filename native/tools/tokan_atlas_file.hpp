// The lines of an atlas: what a program found out about starts, one JSON object a line, and what others found before.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "tokan/options.hpp"
#include "tokan/solver/solver.hpp"

#if !defined(TAFELRUNDE_VERSION)
#define TAFELRUNDE_VERSION "unknown"
#endif

namespace tafelrunde::tokan::atlas {

enum class About : std::uint8_t { kResult, kUnique, kWinning, kValues, kMargin };
inline constexpr std::array<std::string_view, 5> kAbouts{"result", "unique", "winning", "values", "margin"};

inline std::optional<About> about_of(std::string_view word) noexcept {
  for (std::size_t i = 0; i < kAbouts.size(); ++i)
    if (kAbouts[i] == word) return static_cast<About>(i);
  return std::nullopt;
}

// What has to be the same for lines to belong together.
struct Study {
  Options options;
  std::uint64_t seed = 1;
};

struct Line {
  std::uint64_t number;
  std::string start;
  unsigned threads;
  std::size_t memory;
  About about = About::kResult;
  solver::Value low = -solver::kBest, high = solver::kBest;
  std::string moves{};    // "move":"letter" of each, separated by commas
  bool complete = false;  // whether the moves tell what was asked
  std::uint64_t positions = 0;
  double seconds = 0;

  [[nodiscard]] bool settled() const noexcept {
    if (about == About::kMargin) return low == high;
    return about == About::kResult ? solver::Bounds{low, high}.decided() : complete;
  }
};

inline std::string to_json(const Line& line, const Study& study) {
  const solver::Bounds bounds{line.low, line.high};
  const char* result = bounds.won() ? "win" : bounds.lost() ? "loss" : bounds.drawn() ? "draw" : "unknown";
  char head[640], tail[160];
  std::snprintf(head, sizeof head,
                "{\"number\":%llu,\"seed\":%llu,\"scoring\":\"%s\",\"gaps\":\"%s\",\"start\":\"%s\",\"about\":\"%s\","
                "\"settled\":%s,\"result\":\"%s\",\"low\":%d,\"high\":%d,",
                static_cast<unsigned long long>(line.number), static_cast<unsigned long long>(study.seed),
                study.options.scoring == Scoring::kTowers ? "towers" : "heads",
                study.options.gaps == Gaps::kContiguous ? "contiguous" : "line", line.start.c_str(),
                kAbouts[static_cast<std::size_t>(line.about)].data(), line.settled() ? "true" : "false", result,
                line.low, line.high);
  std::snprintf(
      tail, sizeof tail, "\"positions\":%llu,\"seconds\":%.3f,\"threads\":%u,\"memory\":%zu,\"version\":\"%s\"}\n",
      static_cast<unsigned long long>(line.positions), line.seconds, line.threads, line.memory, TAFELRUNDE_VERSION);
  return head + (line.moves.empty() ? "" : "\"moves\":{" + line.moves + "},") + tail;
}

// What is known of a start.
struct Known {
  solver::Value low = -solver::kBest, high = solver::kBest;
  std::array<bool, kAbouts.size()> settled{};
  std::array<double, kAbouts.size()> seconds{};  // the longest that was given without an answer
  std::array<std::uint64_t, kAbouts.size()> positions{};

  [[nodiscard]] bool settles(About about) const noexcept { return settled[static_cast<std::size_t>(about)]; }
};

// What lines that belong together say. Lines that say nothing of the study, or were cut off, are passed over.
class Book {
 public:
  explicit Book(const Study& study) : study_(study) {}

  void read(const std::string& file) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) note(line);
  }

  [[nodiscard]] Known known(std::uint64_t number) const {
    const auto found = starts_.find(number);
    return found == starts_.end() ? Known{} : found->second;
  }
  [[nodiscard]] bool tried(std::uint64_t number) const { return starts_.contains(number); }

  // Whether a start is to be looked at (again), with such limits.
  [[nodiscard]] bool wants(std::uint64_t number, About about, double seconds, std::uint64_t positions) const {
    const Known start = known(number);
    const auto open = [&](About one) {
      const auto i = static_cast<std::size_t>(one);
      return !start.settled[i] && seconds > start.seconds[i] && positions > start.positions[i];
    };
    if (!start.settles(About::kResult)) return open(About::kResult);
    // A start with one winning move has no second; whoever knows all moves knows that as well.
    const bool implied = about == About::kUnique && (start.settles(About::kWinning) || start.settles(About::kValues) ||
                                                     !solver::Bounds{start.low, start.high}.won());
    return about != About::kResult && !implied && !(about == About::kWinning && start.settles(About::kValues)) &&
           open(about);
  }

 private:
  // The value behind a name, without quotes.
  static std::optional<std::string_view> field(std::string_view line, std::string_view name) {
    std::string quoted("\"");
    quoted.append(name).append("\":");
    const std::size_t at = line.find(quoted);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = line.substr(at + quoted.size());
    const bool text = rest.starts_with('"');
    if (text) rest.remove_prefix(1);
    return rest.substr(0, rest.find_first_of(text ? "\"" : ",}"));
  }
  static std::uint64_t whole(const std::optional<std::string_view>& text) {
    return text ? std::strtoull(std::string(*text).c_str(), nullptr, 10) : 0;
  }

  void note(std::string_view line) {
    if (!line.starts_with('{') || !line.ends_with('}')) return;
    const auto about_word = field(line, "about"), seed = field(line, "seed"), number = field(line, "number");
    if (!about_word || !seed || !number || whole(seed) != study_.seed) return;
    if (field(line, "scoring") != (study_.options.scoring == Scoring::kTowers ? "towers" : "heads")) return;
    if (field(line, "gaps") != (study_.options.gaps == Gaps::kContiguous ? "contiguous" : "line")) return;
    const auto about = about_of(*about_word);
    if (!about) return;
    const auto i = static_cast<std::size_t>(*about);
    Known& known = starts_[whole(number)];
    known.settled[i] = known.settled[i] || field(line, "settled") == "true";
    if (!known.settled[i]) {
      known.seconds[i] = std::max(known.seconds[i], std::atof(std::string(*field(line, "seconds")).c_str()));
      known.positions[i] = std::max(known.positions[i], whole(field(line, "positions")));
    }
    const auto low = field(line, "low"), high = field(line, "high");
    if (low) known.low = std::max(known.low, std::atoi(std::string(*low).c_str()));
    if (high) known.high = std::min(known.high, std::atoi(std::string(*high).c_str()));
  }

  Study study_;
  std::map<std::uint64_t, Known> starts_;
};

}  // namespace tafelrunde::tokan::atlas
