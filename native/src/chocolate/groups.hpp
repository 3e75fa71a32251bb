// Connected groups of pieces: runs of equal bits in a row, joined to the runs above them.
#pragma once

#include <array>

#include "chocolate/field.hpp"

namespace tafelrunde::chocolate {

// The groups of one plane. Runs are numbered from top to bottom; `group(run)` is the first run of its group.
template <class Row>
class Groups {
 public:
  // A card has two rows, and in a row its pieces of one colour are one run at most.
  static constexpr int kMaxRuns = 2 * kMaxDeck;

  struct Run {
    Row cells;
    std::int16_t y;
    std::int16_t parent;
    std::int16_t size;
  };

  Groups(typename Field<Row>::Plane plane, int top, int bottom) {
    int above = 0;  // runs of the row above: from `above` to `here`
    int here = 0;
    for (int y = top; y < bottom; ++y) {
      Row left = plane[y];
      int candidate = above;
      const int row_start = count_;
      while (left != 0) {
        // Adding the lowest bit carries through the lowest run and clears it.
        const Row low = left & (~left + 1);
        const Row rest = left & (left + low);
        const Row cells = left ^ rest;
        left = rest;
        add(cells, y);
        while (candidate < here && (runs_[candidate].cells & cells) == 0 && runs_[candidate].cells < cells) ++candidate;
        for (int i = candidate; i < here && (runs_[i].cells & cells) != 0; ++i) join(i, count_ - 1);
      }
      above = row_start;
      here = count_;
    }
  }

  int runs() const { return count_; }
  const Run& run(int index) const { return runs_[index]; }

  int group(int index) const {
    while (runs_[index].parent != index) index = runs_[index].parent;
    return index;
  }

  // The sizes of the largest and the second largest group.
  std::array<int, 2> largest() const {
    int best = 0;
    int next = 0;
    for (int i = 0; i < count_; ++i) {
      if (runs_[i].parent != i) continue;
      const int size = runs_[i].size;
      next = std::max(next, std::min(best, size));
      best = std::max(best, size);
    }
    return {best, next};
  }

 private:
  void add(Row cells, int y) {
    runs_[count_] = {cells, static_cast<std::int16_t>(y), static_cast<std::int16_t>(count_),
                     static_cast<std::int16_t>(count_bits(cells))};
    ++count_;
  }

  void join(int upper, int lower) {
    const int a = group(upper);
    const int b = group(lower);
    if (a == b) return;
    const int root = std::min(a, b);
    const int child = std::max(a, b);
    runs_[root].size = static_cast<std::int16_t>(runs_[root].size + runs_[child].size);
    runs_[child].parent = static_cast<std::int16_t>(root);
  }

  std::array<Run, kMaxRuns> runs_;
  int count_ = 0;
};

}  // namespace tafelrunde::chocolate
