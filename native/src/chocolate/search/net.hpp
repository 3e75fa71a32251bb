// A small net as judge of a position: fixed-point numbers throughout, so that it says the same on every machine.
//
// It sees the field through one layer of 5 x 5 filters over all cells, each filter's answers rectified and summed, and
// beside that the traits of all sides, all hands, what is left in the stack. Two small layers follow. Everything is
// seen from the side on turn: sides and seats in the order of play, colours renamed after it.
//
// Numbers: an input or a hidden value of 1 is kOne, a weight of 1 is kWeightOne, one of a filter is kFilterOne. Files
// of weights come from scripts/train_chocolate.py.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chocolate/search/inputs.hpp"

namespace tafelrunde::chocolate {

class Net {
 public:
  static constexpr int kOne = 256;
  static constexpr int kWeightOne = 1024;
  static constexpr int kFilterOne = 64;
  static constexpr int kLeadUnit = 16;  // points that an output of 1 stands for
  static constexpr int kFirst = 64;     // neurons of the first layer
  static constexpr int kSecond = 32;    // and of the second
  static constexpr int kLanes = 16;     // filters that are added up at once
  static constexpr int kReach = 2;      // cells that a filter sees on each side
  static constexpr int kWindow = 2 * kReach + 1;

  // What the net says of one position, by side in the order of play: logits of the first place, and leads.
  struct Verdict {
    std::array<double, kMaxSides> logits{};
    std::array<double, kMaxSides> leads{};
  };

  // Reads a file of weights; on failure there is no net and `error` says why.
  static std::optional<Net> read(std::span<const std::uint8_t> bytes, std::string& error);

  int form() const { return form_; }

  template <class Row>
  Verdict judge(const State<Row>& state) const {
    const Seen<Row> seen(state);
    std::array<std::int16_t, kMaxInputs> inputs{};
    seen.write(inputs.data() + kLanes);
    pool(seen, inputs.data());
    return run(inputs);
  }

  // What a file of weights is made for: how many inputs there are beside the filters, and how many sides.
  static int input_count(int form);
  static int side_count(int form) { return form == 2 ? 3 : 2; }

 private:
  using Lanes = std::array<std::int16_t, kLanes>;

  static constexpr int kMaxInputs = 192;
  static constexpr int kHiddenMost = 16 * kOne - 1;
  static constexpr int kInputMost = 8 * kOne - 1;
  static constexpr int kShift = 10;     // from a product of a value and a weight back to a value
  static constexpr int kPoolShift = 4;  // from a sum of filters to an input: 64 cells that say 1 are a 1

  // Rectified filter answers, summed over the field.
  template <class Row>
  void pool(const Seen<Row>& seen, std::int16_t* out) const {
    constexpr int kWidth = kBits<Row> + 2 * kReach;
    std::array<std::int32_t, kLanes> sums{};
    std::array<Lanes, kWidth> row;
    // Index x of a row stands for column x - kReach of the window.
    for (int y = seen.top(); y <= seen.bottom(); ++y) {
      for (int x = seen.left(); x < seen.right() + 2 * kReach; ++x) row[x].fill(0);
      for (int dy = 0; dy < kWindow; ++dy) {
        for (int plane = 0; plane < kInputPlanes; ++plane) {
          const Lanes* weights = filters_[static_cast<std::size_t>(plane)][static_cast<std::size_t>(dy)].data();
          for (Row bits = seen.row(plane, y + dy - kReach); bits != 0; bits &= bits - 1) {
            Lanes* at = row.data() + lowest_bit(bits);
            for (int dx = 0; dx < kWindow; ++dx) {
              for (int i = 0; i < kLanes; ++i) at[dx][i] = static_cast<std::int16_t>(at[dx][i] + weights[dx][i]);
            }
          }
        }
      }
      for (int x = seen.left(); x < seen.right() + 2 * kReach; ++x) {
        for (int i = 0; i < kLanes; ++i) sums[i] += std::max<std::int16_t>(row[x][i], 0);
      }
    }
    for (int i = 0; i < kLanes; ++i) out[i] = static_cast<std::int16_t>(std::min(sums[i] >> kPoolShift, kInputMost));
  }

  Verdict run(const std::array<std::int16_t, kMaxInputs>& inputs) const;

  int form_ = 0;
  int inputs_ = 0;  // padded
  // By plane, row and column: what a set cell adds to the answers of the filters around it.
  std::array<std::array<std::array<Lanes, kWindow>, kWindow>, kInputPlanes> filters_{};
  std::array<std::array<std::int16_t, kMaxInputs>, kFirst> first_{};
  std::array<std::int32_t, kFirst> first_bias_{};
  std::array<std::array<std::int16_t, kFirst>, kSecond> second_{};
  std::array<std::int32_t, kSecond> second_bias_{};
  std::array<std::array<std::int16_t, kSecond>, 2 * kMaxSides> last_{};
  std::array<std::int32_t, 2 * kMaxSides> last_bias_{};
};

}  // namespace tafelrunde::chocolate
