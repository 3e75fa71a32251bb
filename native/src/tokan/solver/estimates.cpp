#include "tokan/solver/estimates.hpp"

#include <cmath>
#include <numbers>

namespace tafelrunde::tokan::solver {

namespace {

// Work to the power of this is what the search adds up: the plain work would outgrow the table's numbers.
constexpr double kScale = 0.7;
constexpr double kUnit = 2.0;

}  // namespace

Estimates::Estimates(const Weights& chance, const Weights& proving, const Weights& refuting) noexcept {
  const auto term = [&](auto&& of) {
    const double odds = of(chance) * std::numbers::log2e;
    return Logarithms{static_cast<float>(-odds), static_cast<float>(kScale * of(proving) * std::numbers::log2e),
                      static_cast<float>(kScale * of(refuting) * std::numbers::log2e), static_cast<float>(odds)};
  };
  const auto unit = static_cast<float>(std::log2(kUnit));
  for (std::size_t i = 0; i < kMoves; ++i) {
    const double x = std::log(static_cast<double>(i) + 1);
    logarithms_[i] = static_cast<float>(x);
    replies_[i] = term([&](const Weights& w) { return w[0] + w[1] * x + w[3] * x * x; }) + Logarithms{0, unit, unit, 0};
    other_moves_[i] = term([&](const Weights& w) { return w[2] * x + w[4] * x * x; });
  }
  product_ = term([](const Weights& w) { return w[5]; });
  lead_ = term([](const Weights& w) { return w[6]; });
  taboo_ = {Logarithms{}, term([](const Weights& w) { return w[7]; })};
  for (std::size_t i = 0; i < Mobility::kCounts; ++i)
    for (std::size_t n = 0; n < kCounted; ++n)
      counts_[i][n] = term([&](const Weights& w) { return w[8 + i] * static_cast<double>(n); });
}

const Estimates& Estimates::of(Scoring scoring) noexcept {
  static const Estimates kTowers(
      {0.61291, -5.08675, 4.85255, 1.73221, -1.44597, -0.12470, 0.13119, 0.72378, 0.44395, -0.46090,
       -0.42532, 0.38484, -0.25596, 0.20861, 0.09434, 0.21083, 0.10379, -0.25099, 0.19609, -0.16060},
      {1.15110, 1.40755, -2.34955, -0.54480, 0.70281, 0.64617, -0.03897, -0.10288, 0.19090, 0.62680,
       0.05851, -0.16359, 0.01705, -0.15446, -0.19434, -0.27390, 0.01572, 0.11650, -0.04474, 0.05170},
      {-1.30865, 0.07693, 1.82088, 0.34697, -0.41748, 0.29916, 0.03195, 0.48090, 0.58997, 0.20021, -0.10070,
       -0.00223, -0.13310, -0.01114, -0.19491, -0.16815, 0.14476, 0.03605, 0.05682, -0.04488});
  static const Estimates kHeads(
      {3.74387, -7.67362, 4.07813, 1.81602, -1.45230, 0.47922, 0.15774, 0.72962, 0.29885, -0.26269,
       -0.27778, 0.27085, -0.14414, 0.15849, 0.12544, -0.10778, 0.64964, -0.54538, 0.00000, 0.00000},
      {2.77123, 1.09666, -2.70673, -0.64139, 0.77236, 0.69244, -0.04562, 0.02898, 0.20926, 0.53595, 0.11317,
       -0.15437, -0.03226, -0.14546, -0.20708, -0.20293, -0.05477, 0.23505, 0.00000, 0.00000},
      {-2.41963, 0.55783, 2.65472, 0.51174, -0.47067, -0.25221, 0.02979, 0.50945, 0.66023, 0.14036,
       -0.17155, 0.11671, -0.19078, 0.00783, -0.20837, -0.09687, 0.25243, 0.01939, 0.00000, 0.00000});
  return scoring == Scoring::kTowers ? kTowers : kHeads;
}

}  // namespace tafelrunde::tokan::solver
