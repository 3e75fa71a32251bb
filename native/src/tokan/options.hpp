// The house rules a match is played by.
#pragma once

#include <cstdint>

namespace tafelrunde::tokan {

enum class Gaps : std::uint8_t { kContiguous, kLine };
enum class Scoring : std::uint8_t { kTowers, kHeads };
enum class Setup : std::uint8_t { kRandom, kDraft };

struct Options {
  Scoring scoring = Scoring::kTowers;
  Gaps gaps = Gaps::kContiguous;
  Setup setup = Setup::kRandom;
  bool operator==(const Options&) const = default;
};

}  // namespace tafelrunde::tokan
