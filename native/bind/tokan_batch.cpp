// Batches of TOKAN matches for Python: NumPy arrays in place, all cores.
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <mutex>
#include <vector>

#include "parallel/workers.hpp"
#include "tokan.hpp"
#include "tokan/batch.hpp"
#include "tokan_errors.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tafelrunde::tokan {

namespace {

constexpr std::size_t kMaxMatches = std::size_t{1} << 20;

// A batch with the threads that step it and masks that are written on request.
class ThreadedBatch {
 public:
  ThreadedBatch(std::size_t matches, std::uint64_t seed, const Options& options, unsigned threads)
      : batch_(options, checked(matches), seed),
        workers_(threads),
        masks_(matches * static_cast<std::size_t>(action_count(batch_.options()))) {}

  [[nodiscard]] Batch& batch() noexcept { return batch_; }

  void reset(std::uint64_t seed) {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard lock(mutex_);
    batch_.reset(seed);
    masks_written_ = false;
  }

  using Seeds = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  void reset_each(const Seeds& seeds) {
    if (seeds.shape(0) != batch_.size()) throw nb::value_error("there must be one seed for each match");
    const nb::gil_scoped_release unlocked;
    const std::lock_guard lock(mutex_);
    batch_.reset_each(seeds.data());
    masks_written_ = false;
  }

  using Actions = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
  void step(const Actions& actions) {
    if (actions.shape(0) != batch_.size()) throw nb::value_error("there must be one action for each match");
    const std::int32_t* given = actions.data();
    std::atomic<std::size_t> illegal{batch_.size()};
    {
      const nb::gil_scoped_release unlocked;
      const std::lock_guard lock(mutex_);
      split([&](std::size_t first, std::size_t last) {
        const std::size_t found = batch_.find_illegal(first, last, given);
        std::size_t least = illegal.load(std::memory_order_relaxed);
        while (found < last && found < least && !illegal.compare_exchange_weak(least, found)) {
        }
      });
      if (illegal == batch_.size()) {
        step_with([&](std::size_t first, std::size_t last) { batch_.step(first, last, given); });
        return;
      }
    }
    raise(Problem{Fault::kIllegal, std::to_string(given[illegal]),
                  "no legal action of match " + std::to_string(illegal) + " has this number"});
  }

  void step_randomly() {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard lock(mutex_);
    step_with([&](std::size_t first, std::size_t last) { batch_.step_randomly(first, last); });
  }

  [[nodiscard]] Position position(std::size_t match) const {
    check_index(match);
    return batch_.position(match);
  }

  void set_position(std::size_t match, const Position& position) {
    check_index(match);
    if (position.options != batch_.options()) raise_bad_options("setup", "the position is played by other house rules");
    if (position.over()) raise(Problem{Fault::kSetup, "", "the game is over"});
    const std::lock_guard lock(mutex_);
    batch_.set_position(match, position);
    masks_written_ = false;
  }

  [[nodiscard]] Rng::State stream(std::size_t match) const {
    check_index(match);
    return batch_.stream(match);
  }

  void set_stream(std::size_t match, const Rng::State& state) {
    check_index(match);
    const std::lock_guard lock(mutex_);
    batch_.set_stream(match, state);
  }

  std::vector<std::uint8_t>& masks() {
    const nb::gil_scoped_release unlocked;
    const std::lock_guard lock(mutex_);
    if (!masks_written_)
      split([&](std::size_t first, std::size_t last) { batch_.write_masks(first, last, masks_.data()); });
    masks_written_ = masks_wanted_ = true;
    return masks_;
  }

 private:
  static std::size_t checked(std::size_t matches) {
    if (matches == 0 || matches > kMaxMatches) throw nb::value_error("a batch has between 1 and 1,048,576 matches");
    return matches;
  }

  void check_index(std::size_t match) const {
    if (match >= batch_.size()) throw nb::index_error("there is no such match");
  }

  // Who asked for the masks after the last step gets them with this one: a second round of the threads takes longer
  // than it does to write them.
  template <class Step>
  void step_with(const Step& step) {
    if (masks_wanted_) {
      split([&](std::size_t first, std::size_t last) {
        step(first, last);
        batch_.write_masks(first, last, masks_.data());
      });
    } else {
      split(step);
    }
    masks_written_ = masks_wanted_;
    masks_wanted_ = false;
  }

  // Small parts, so that no worker waits long for the last one.
  template <class Work>
  void split(const Work& work) {
    constexpr std::size_t kPart = 16;
    workers_.split(batch_.size(), kPart, work);
  }

  std::mutex mutex_;
  Batch batch_;
  Workers workers_;
  std::vector<std::uint8_t> masks_;
  bool masks_written_ = false;  // since the last step
  bool masks_wanted_ = false;   // since the last step
};

// A read-only NumPy view of an array that the batch owns and overwrites with every step.
template <class Element, class Stored>
nb::object view(nb::handle owner, std::vector<Stored>& values, std::initializer_list<std::size_t> shape) {
  static_assert(sizeof(Element) == sizeof(Stored));
  return nb::cast(nb::ndarray<nb::numpy, const Element>(values.data(), shape.size(), shape.begin(), owner));
}

nb::object view_observations(nb::handle owner, ThreadedBatch& batch, std::vector<std::uint8_t>& values) {
  const auto columns = static_cast<std::size_t>(observed_columns(batch.batch().options()));
  return view<std::uint8_t>(owner, values, {batch.batch().size(), kRows, columns, kFeatures});
}

}  // namespace

void bind_batch(nb::module_& module) {
  nb::class_<ThreadedBatch>(module, "Batch")
      .def(nb::init<std::size_t, std::uint64_t, const Options&, unsigned>(), "matches"_a, "seed"_a, "options"_a,
           "threads"_a)
      .def("__len__", [](ThreadedBatch& batch) { return batch.batch().size(); })
      .def("reset", &ThreadedBatch::reset, "seed"_a)
      .def("reset_each", &ThreadedBatch::reset_each, "seeds"_a)
      .def("step", &ThreadedBatch::step, "actions"_a)
      .def("step_randomly", &ThreadedBatch::step_randomly)
      .def("position", &ThreadedBatch::position, "match"_a)
      .def("set_position", &ThreadedBatch::set_position, "match"_a, "position"_a)
      .def("stream", &ThreadedBatch::stream, "match"_a)
      .def("set_stream", &ThreadedBatch::set_stream, "match"_a, "state"_a)
      .def_prop_ro("observations",
                   [](nb::handle_t<ThreadedBatch> self) {
                     auto& batch = nb::cast<ThreadedBatch&>(self);
                     return view_observations(self, batch, batch.batch().observations);
                   })
      .def_prop_ro("finals",
                   [](nb::handle_t<ThreadedBatch> self) {
                     auto& batch = nb::cast<ThreadedBatch&>(self);
                     return view_observations(self, batch, batch.batch().finals);
                   })
      .def_prop_ro("masks",
                   [](nb::handle_t<ThreadedBatch> self) {
                     auto& batch = nb::cast<ThreadedBatch&>(self);
                     const auto actions = static_cast<std::size_t>(action_count(batch.batch().options()));
                     return view<bool>(self, batch.masks(), {batch.batch().size(), actions});
                   })
      .def_prop_ro("rewards",
                   [](nb::handle_t<ThreadedBatch> self) {
                     auto& batch = nb::cast<ThreadedBatch&>(self);
                     return view<float>(self, batch.batch().rewards, {batch.batch().size(), 2});
                   })
      .def_prop_ro("margins",
                   [](nb::handle_t<ThreadedBatch> self) {
                     auto& batch = nb::cast<ThreadedBatch&>(self);
                     return view<std::int16_t>(self, batch.batch().margins, {batch.batch().size()});
                   })
      .def_prop_ro("done",
                   [](nb::handle_t<ThreadedBatch> self) {
                     auto& batch = nb::cast<ThreadedBatch&>(self);
                     return view<bool>(self, batch.batch().done, {batch.batch().size()});
                   })
      .def_prop_ro("sides",
                   [](nb::handle_t<ThreadedBatch> self) {
                     auto& batch = nb::cast<ThreadedBatch&>(self);
                     return view<std::uint8_t>(self, batch.batch().sides, {batch.batch().size()});
                   })
      .def_prop_ro("actions", [](nb::handle_t<ThreadedBatch> self) {
        auto& batch = nb::cast<ThreadedBatch&>(self);
        return view<std::int32_t>(self, batch.batch().actions, {batch.batch().size()});
      });
}

}  // namespace tafelrunde::tokan
