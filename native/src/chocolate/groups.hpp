// Connected groups of pieces: runs of equal bits in a row, joined to the runs above them.
//
// Where two rows share cells, each run of shared cells joins one run above and one below; which ones they are is the
// number of runs that start up to there. So nothing is searched, and little depends on branches that cannot be
// foreseen.
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
    Row above = 0;
    Row starts_above = 0;
    int base_above = 0;
    for (int y = top; y < bottom; ++y) {
      const Row row = plane[y];
      const Row starts = row & ~(row << 1);
      const int base = count_;
      for (Row left = row; left != 0;) {
        // Adding the lowest bit carries through the lowest run and clears it.
        const Row rest = left & (left + (left & (~left + 1)));
        add(left ^ rest, y);
        left = rest;
      }
      const Row shared = row & above;
      for (Row heads = shared & ~(shared << 1); heads != 0; heads &= heads - 1) {
        const Row up_to = heads ^ (heads - 1);
        join(base_above + count_bits<Row>(starts_above & up_to) - 1, base + count_bits<Row>(starts & up_to) - 1);
      }
      above = row;
      starts_above = starts;
      base_above = base;
    }
    // Parents have smaller numbers: one pass leads every run to the first of its group.
    for (int i = 0; i < count_; ++i) runs_[i].parent = runs_[runs_[i].parent].parent;
  }

  int runs() const { return count_; }
  const Run& run(int index) const { return runs_[index]; }

  // The first run of a run's group; only there `size` is the size of the group.
  int group(int index) const { return runs_[index].parent; }

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

  int find(int index) const {
    while (runs_[index].parent != index) index = runs_[index].parent;
    return index;
  }

  void join(int upper, int lower) {
    const int a = find(upper);
    const int b = find(lower);
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
