#include "tokan/solver/estimates.hpp"

#include <numbers>

#include "common/maths.hpp"

namespace tafelrunde::tokan::solver {

namespace {

// Work to the power of this is what the search adds up; found by trying, see docs/decisions/0011.
constexpr double kScale = 0.9;
constexpr float kUnit = 1.0F;  // binary logarithm of the least work

}  // namespace

template <class Term>
Estimates::Sketch::Sketch(const Term& term) noexcept {
  for (std::size_t i = 0; i < kMoves; ++i) {
    const double x = logarithm(static_cast<double>(i) + 1);
    logarithms_[i] = static_cast<float>(x);
    replies_[i] = term([&](const auto& w) { return w[0] + w[1] * x + w[3] * x * x; }) + Logarithms{0, kUnit, kUnit, 0};
    other_moves_[i] = term([&](const auto& w) { return w[2] * x + w[4] * x * x; });
  }
  product_ = term([](const auto& w) { return w[5]; });
  lead_ = term([](const auto& w) { return w[6]; });
  for (std::size_t i = 0; i < flags_.size(); ++i)
    flags_[i] = term([&](const auto& w) { return (i % 2 != 0 ? w[7] : 0) + (i / 2 != 0 ? w[8] : 0); });
}

namespace {

// Makes logarithms of what fits say, all of them scaled.
template <class Logarithms, class Weights>
auto terms(const Weights& chance, const Weights& proving, const Weights& refuting) noexcept {
  return [&](auto&& of) {
    const double odds = of(chance) * std::numbers::log2e;
    return Logarithms{static_cast<float>(-odds), static_cast<float>(kScale * of(proving) * std::numbers::log2e),
                      static_cast<float>(kScale * of(refuting) * std::numbers::log2e), static_cast<float>(odds)};
  };
}

}  // namespace

Estimates::Estimates(const Fits& fits) noexcept
    : far_(terms<Logarithms>(fits.chance, fits.proving, fits.refuting)),
      near_(terms<Logarithms>(fits.near_chance, fits.near_refuting, fits.near_refuting)) {
  const auto term = terms<Logarithms>(fits.chance, fits.proving, fits.refuting);
  for (std::size_t i = 0; i < Mobility::kCounts; ++i)
    counts_[i] = term([&](const Fits::All& w) { return w[Fits::kFew + i]; });
}

const Estimates& Estimates::of(Scoring scoring) noexcept {
  static const Estimates kTowers(fits_of(Scoring::kTowers)), kHeads(fits_of(Scoring::kHeads));
  return scoring == Scoring::kTowers ? kTowers : kHeads;
}

}  // namespace tafelrunde::tokan::solver
