// The house rules a match is played by, and their words.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tafelrunde::tokan {

enum class Gaps : std::uint8_t { kContiguous, kLine };
enum class Scoring : std::uint8_t { kTowers, kHeads };
enum class Setup : std::uint8_t { kRandom, kDraft };

// An option is one field here and one line of each_option.
struct Options {
  Scoring scoring = Scoring::kTowers;
  Gaps gaps = Gaps::kContiguous;
  Setup setup = Setup::kRandom;
  bool operator==(const Options&) const = default;
};

// Calls visit(name, value, words) for every option, with its words in the order of its values.
template <class Chosen, class Visit>
constexpr void each_option(Chosen& options, Visit visit) {
  using Words = std::array<const char*, 2>;
  visit("scoring", options.scoring, Words{"towers", "heads"});
  visit("gaps", options.gaps, Words{"contiguous", "line"});
  visit("setup", options.setup, Words{"random", "draft"});
}

}  // namespace tafelrunde::tokan
