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

  using Lanes = std::array<std::int16_t, kLanes>;
  using Sums = std::array<std::int32_t, kLanes>;

  // What the filters say of all cells around a field, worked out when the first turn on it is judged. For wide fields,
  // hardly ever seen, nothing is kept.
  template <class Row>
  struct Answers {
    static constexpr bool kKept = sizeof(Row) == sizeof(Narrow);
    static constexpr std::size_t kSide = kKept ? kBits<Row> + 2 * kReach : 0;
    using Rows = std::array<std::array<Lanes, kSide>, kSide>;  // index i stands for row or column i - kReach

    explicit Answers(const Field<Row>& before) : field(&before) {}

    const Field<Row>* field;
    bool prepared = false;
    typename Planes<Row>::Names names{};
    Sums sums{};
    Rows rows;  // only around the field
  };

  // Reads a file of weights; on failure there is no net and `error` says why.
  static std::optional<Net> read(std::span<const std::uint8_t> bytes, std::string& error);

  int form() const { return form_; }

  template <class Row>
  Verdict judge(const State<Row>& state) const {
    const Seen<Row> seen(state);
    return run(seen, pool(seen.planes()));
  }

  // The same for a position that came about by one turn on `before`, whose answers are kept for the next turn on it.
  template <class Row>
  Verdict judge(const State<Row>& state, Answers<Row>& before) const;

  // What a file of weights is made for: how many inputs there are beside the filters, and how many sides.
  static int input_count(int form);
  static int side_count(int form) { return form == 2 ? 3 : 2; }

 private:
  static constexpr int kMaxInputs = 192;
  static constexpr int kHiddenMost = 16 * kOne - 1;
  static constexpr int kInputMost = 8 * kOne - 1;
  static constexpr int kShift = 10;     // from a product of a value and a weight back to a value
  static constexpr int kPoolShift = 4;  // from a sum of filters to an input: 64 cells that say 1 are a 1

  // Adds numbers to others, or takes them away with -1.
  template <int kSign>
  static void add_lanes(Lanes& to, const Lanes& by) {
#ifdef __wasm_simd128__
    // This compiler cannot tell whether the two overlap and would go from one number to the next. Where the sum is
    // written at once, others fetch all weights before a loop that mostly runs once.
    Lanes sum;
    for (std::size_t i = 0; i < kLanes; ++i) sum[i] = static_cast<std::int16_t>(to[i] + kSign * by[i]);
    to = sum;
#else
    for (std::size_t i = 0; i < kLanes; ++i) to[i] = static_cast<std::int16_t>(to[i] + kSign * by[i]);
#endif
  }

  // Adds (or with -1 takes away) what one set cell adds to the answers around it: at[y][x] is the one to its top left.
  template <int kSign, class Rows>
  void add_cell(int plane, Rows& rows, int y, int x) const {
    for (int dy = 0; dy < kWindow; ++dy) {
      // The row above sees the cell in the last but one row of its window.
      const auto& weights = filters_[static_cast<std::size_t>(plane)][static_cast<std::size_t>(kWindow - 1 - dy)];
      Lanes* at = &rows[static_cast<std::size_t>(y + dy)][static_cast<std::size_t>(x)];
      for (int dx = 0; dx < kWindow; ++dx) {
        add_lanes<kSign>(at[dx], weights[static_cast<std::size_t>(dx)]);
      }
    }
  }

  // Adds the answers of one cell to the sums, or takes them away with -1.
  template <int kSign>
  static void add_rectified(Sums& sums, const Lanes& lanes) {
#pragma GCC unroll 1  // so that the loop becomes one of vectors
    for (std::size_t i = 0; i < kLanes; ++i) sums[i] += kSign * std::max<std::int16_t>(lanes[i], 0);
  }

  template <class Row>
  void prepare(Answers<Row>& answers, const Planes<Row>& planes) const;

  // Rectified filter answers, summed over the field.
  template <class Row>
  Sums pool(const Planes<Row>& planes) const {
    constexpr int kWidth = kBits<Row> + 2 * kReach;
    const Field<Row>& field = planes.field();
    const int left = field.low().x;
    const int right = field.high().x + 1 + 2 * kReach;
    Sums sums{};
    std::array<Lanes, kWidth> row;
    // Index x of a row stands for column x - kReach of the window.
    for (int y = field.top(); y <= field.bottom(); ++y) {
      for (int x = left; x < right; ++x) row[x].fill(0);
      for (int dy = 0; dy < kWindow; ++dy) {
        for (int plane = 0; plane < kInputPlanes; ++plane) {
          const Lanes* weights = filters_[static_cast<std::size_t>(plane)][static_cast<std::size_t>(dy)].data();
          for (Row bits = planes.row(plane, y + dy - kReach); bits != 0; bits &= bits - 1) {
            Lanes* at = row.data() + lowest_bit(bits);
            for (int dx = 0; dx < kWindow; ++dx) add_lanes<1>(at[dx], weights[dx]);
          }
        }
      }
      for (int x = left; x < right; ++x) add_rectified<1>(sums, row[x]);
    }
    return sums;
  }

  template <class Row>
  Verdict run(const Seen<Row>& seen, const Sums& sums) const {
    std::array<std::int16_t, kMaxInputs> inputs{};
    seen.write(inputs.data() + kLanes);
    for (int i = 0; i < kLanes; ++i) {
      inputs[i] = static_cast<std::int16_t>(std::min(sums[i] >> kPoolShift, kInputMost));
    }
    return run(inputs);
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

template <class Row>
void Net::prepare(Answers<Row>& answers, const Planes<Row>& planes) const {
  constexpr int kMargin = 2 + kReach;  // a card may come to lie beside the field, and is seen from as far again
  const Field<Row>& field = planes.field();
  answers.names = planes.names();
  answers.prepared = true;
  const auto from = [](int low) { return static_cast<std::size_t>(std::max(0, low + kReach - kMargin)); };
  const auto to = [](int high) {
    return std::min(Answers<Row>::kSide, static_cast<std::size_t>(high + kReach + kMargin + 1));
  };
  const std::size_t left = from(field.low().x);
  const std::size_t right = to(field.high().x);
  const std::size_t top = from(field.low().y);
  const std::size_t bottom = to(field.high().y);
  for (std::size_t y = top; y < bottom; ++y) {
    for (std::size_t x = left; x < right; ++x) answers.rows[y][x].fill(0);
  }
  for (int plane = 0; plane < kInputPlanes; ++plane) {
    for (int y = field.top(); y < field.bottom(); ++y) {
      for (Row bits = planes.row(plane, y); bits != 0; bits &= bits - 1) {
        add_cell<1>(plane, answers.rows, y, lowest_bit(bits));
      }
    }
  }
  answers.sums = {};
  for (std::size_t y = top; y < bottom; ++y) {
    for (std::size_t x = left; x < right; ++x) add_rectified<1>(answers.sums, answers.rows[y][x]);
  }
}

template <class Row>
Net::Verdict Net::judge(const State<Row>& state, Answers<Row>& before) const {
  const Seen<Row> seen(state);
  const Planes<Row> planes = seen.planes();
  const Field<Row>& field = planes.field();
  if (!Answers<Row>::kKept || before.field->empty() || !field.same_window(*before.field)) {
    return run(seen, pool(planes));
  }
  const Planes<Row> past(*before.field, planes.names());
  if (!before.prepared || before.names != planes.names()) prepare(before, past);
  const auto each_change = [&](auto visit) {
    for (int plane = 0; plane < kInputPlanes; ++plane) {
      for (int y = field.top(); y < field.bottom(); ++y) {
        const Row change = planes.row(plane, y) ^ past.row(plane, y);
        if (change != 0) visit(plane, y, change);
      }
    }
  };
  // The answers that change, a bit a column, by rows as in Answers.
  std::array<std::uint64_t, Answers<Row>::kSide> changed{};
  each_change([&](int, int y, Row change) {
    std::uint64_t seen_from = 0;
    for (int dx = 0; dx < kWindow; ++dx) seen_from |= static_cast<std::uint64_t>(change) << dx;
    for (int dy = 0; dy < kWindow; ++dy) changed[static_cast<std::size_t>(y + dy)] |= seen_from;
  });
  const auto each_answer = [&](auto visit) {
    for (std::size_t y = 0; y < changed.size(); ++y) {
      for (std::uint64_t left = changed[y]; left != 0; left &= left - 1) {
        visit(y, static_cast<std::size_t>(std::countr_zero(left)));
      }
    }
  };
  typename Answers<Row>::Rows after;
  each_answer([&](std::size_t y, std::size_t x) { after[y][x] = before.rows[y][x]; });
  each_change([&](int plane, int y, Row change) {
    const Row now = planes.row(plane, y);
    for (Row added = change & now; added != 0; added &= added - 1) add_cell<1>(plane, after, y, lowest_bit(added));
    for (Row gone = change & ~now; gone != 0; gone &= gone - 1) add_cell<-1>(plane, after, y, lowest_bit(gone));
  });
  Sums sums = before.sums;
  each_answer([&](std::size_t y, std::size_t x) {
    add_rectified<1>(sums, after[y][x]);
    add_rectified<-1>(sums, before.rows[y][x]);
  });
  return run(seen, sums);
}

}  // namespace tafelrunde::chocolate
