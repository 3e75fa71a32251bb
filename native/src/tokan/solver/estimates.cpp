#include "tokan/solver/estimates.hpp"

#include <cmath>

namespace tafelrunde::tokan::solver {

namespace {

// Work to the power of this is what the search adds up: the plain work would outgrow the table's numbers.
constexpr double kScale = 0.7;
constexpr double kUnit = 2.0;

}  // namespace

Estimates::Estimates(const Weights& chance, const Weights& proving, const Weights& refuting) noexcept {
  // The factors of something that adds chance[i] * x, and so on, to the three fits.
  const auto factors = [](double odds, double proof, double refutation) {
    return Factors{static_cast<float>(std::exp(-odds)), static_cast<float>(std::exp(kScale * proof)),
                   static_cast<float>(std::exp(kScale * refutation)), 0.0F};
  };
  for (int i = 0; i < kMoves; ++i)
    for (int j = 0; j < kMoves; ++j) {
      const double x = std::log(i > 0 ? i : 1), y = std::log(j + 1);
      const auto sum = [&](const Weights& w) { return w[0] + w[1] * x + w[2] * y + w[3] * x * x + w[4] * y * y + w[5] * x * y; };
      moves_[at(i, kMoves)][at(j, kMoves)] =
          factors(sum(chance), sum(proving), sum(refuting)) * Factors{1.0F, static_cast<float>(kUnit), static_cast<float>(kUnit), 0.0F};
    }
  const auto fill = [&](auto& table, std::size_t weight, int from) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      const double x = static_cast<double>(i) + from;
      table[i] = factors(chance[weight] * x, proving[weight] * x, refuting[weight] * x);
    }
  };
  fill(leads_, 6, -kBest);
  fill(movers_, 7, 0);
  fill(other_movers_, 8, 0);
  fill(booty_, 9, 0);
  fill(other_booty_, 10, 0);
}

const Estimates& Estimates::of(Scoring scoring) noexcept {
  static const Estimates kTowers(
      {-0.19184, -0.31255, 1.42182, 0.40852, -0.82516, 0.06362, 0.13237, 0.29088, -0.15243, 0.28681, -0.23381},
      {1.02529, 0.08364, -0.72885, -0.14554, 0.42681, 0.50291, -0.01858, 0.15148, 0.37393, -0.05474, 0.02381},
      {0.53563, -0.05510, 0.49258, 0.24815, -0.13554, 0.46253, 0.02058, 0.47396, 0.16122, 0.03018, -0.02614});
  static const Estimates kHeads(
      {-0.47166, -0.33529, 1.41856, 0.59146, -0.94105, 0.01013, 0.17520, 0.02242, 0.01869, 0.76564, -0.52641},
      {1.02530, 0.20845, -0.55614, -0.12796, 0.45164, 0.38706, -0.01658, 0.12927, 0.40337, -0.18720, 0.11381},
      {0.31583, 0.24303, 0.79477, 0.26869, -0.21634, 0.32088, 0.01708, 0.47170, 0.13710, 0.12507, -0.03808});
  return scoring == Scoring::kTowers ? kTowers : kHeads;
}

}  // namespace tafelrunde::tokan::solver
