#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <stdexcept>

#include "chocolate.hpp"
#include "chocolate/batch.hpp"
#include "parallel/workers.hpp"

namespace nb = nanobind;

namespace tafelrunde::chocolate {
namespace {

using ActionArray = nb::ndarray<const std::int32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
using SeedArray = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using ActionOutput = nb::ndarray<std::int32_t, nb::shape<-1, 3>, nb::c_contig, nb::device::cpu>;
static_assert(sizeof(Action) == 3 * sizeof(std::int32_t));

// A batch with the threads that step it. Calls from several Python threads take turns.
template <class Row>
class Stepper {
 public:
  using Space = ActionSpace<Row>;

  Stepper(const Rules& rules, int matches, std::uint64_t seed, unsigned threads)
      : batch_(rules, checked(matches)), workers_(threads) {
    reset(seed);
  }

  void reset(std::uint64_t seed) {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    split([&](int begin, int end) { batch_.reset(seed, begin, end); });
  }

  void reset_each(const SeedArray& seeds) {
    const std::uint64_t* data = checked_data(seeds);
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    split([&](int begin, int end) { batch_.reset_each(data, begin, end); });
  }

  void set_position(int match, const Position& position) {
    state(match);
    if (!(position.table().rules == batch_.rules())) throw std::invalid_argument("the batch plays by other rules");
    if (position.table().over()) throw std::invalid_argument("the game is over");
    const std::lock_guard lock(mutex_);
    if (!batch_.set_position(match, position)) throw std::invalid_argument("the field is too large for the window");
  }

  Rng::State stream(int match) const {
    state(match);
    return batch_.stream(match);
  }

  void set_stream(int match, const Rng::State& words) {
    state(match);
    const std::lock_guard lock(mutex_);
    batch_.set_stream(match, words);
  }

  // The first match with an illegal action, or -1 after all were played.
  int step(const ActionArray& actions) {
    const auto* data = reinterpret_cast<const Action*>(checked_data(actions));
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    std::atomic<int> illegal{batch_.size()};
    split([&](int begin, int end) {
      const int found = batch_.find_illegal(data, begin, end);
      int least = illegal.load();
      while (found >= 0 && found < least && !illegal.compare_exchange_weak(least, found)) {
      }
    });
    if (illegal < batch_.size()) return illegal;
    split([&](int begin, int end) { batch_.step(data, begin, end); });
    return -1;
  }

  void step_randomly() {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    split([&](int begin, int end) { batch_.step(nullptr, begin, end); });
  }

  void sample(const ActionOutput& actions) {
    auto* data = reinterpret_cast<Action*>(checked_data(actions));
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    split([&](int begin, int end) { batch_.sample(data, begin, end); });
  }

  void write_masks() {
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    batch_.prepare_masks();
    split([&](int begin, int end) { batch_.write_masks(begin, end); });
  }

  std::optional<std::string> action_text(int match, int what, int smartie, int colour) const {
    const std::optional<Move> move = decode(state(match), Action{what, smartie, colour});
    if (!move) return {};
    return move_text(*move);
  }

  std::optional<std::tuple<int, int, int>> text_action(int match, const std::string& text) const {
    const std::optional<Move> move = parse_move(text);
    if (!move) return {};
    const Action action = encode(state(match), *move);
    if (action.what == kRandomAction || batch_.is_illegal(action, match)) return {};
    return std::tuple(action.what, action.smartie, action.colour);
  }

  Batch<Row>& batch() { return batch_; }
  int threads() const { return static_cast<int>(workers_.size()); }

  Position position(int match) const { return Position(state(match)); }

 private:
  static int checked(int matches) {
    if (matches < 1 || matches > (1 << 20)) throw std::invalid_argument("a batch has 1 to 1,048,576 matches");
    return matches;
  }

  const State<Row>& state(int match) const {
    if (match < 0 || match >= batch_.size()) throw std::out_of_range("the batch has no such match");
    return batch_.state(match);
  }

  template <class Array>
  auto checked_data(const Array& array) const {
    const auto size = static_cast<int>(array.shape(0));
    if (size != batch_.size()) throw std::invalid_argument("there must be one entry a match");
    return array.data();
  }

  // Small parts, so that no worker waits long for the last one.
  template <class Job>
  void split(Job job) {
    constexpr std::size_t kPart = 16;
    workers_.split(static_cast<std::size_t>(batch_.size()), kPart,
                   [&](std::size_t begin, std::size_t end) { job(static_cast<int>(begin), static_cast<int>(end)); });
  }

  Batch<Row> batch_;
  Workers workers_;
  std::mutex mutex_;
};

template <class T>
auto array_of(nb::handle owner, std::vector<T>& values, std::initializer_list<std::size_t> shape) {
  return nb::ndarray<nb::numpy, T>(values.data(), shape, owner);
}

template <class Row>
void bind_stepper(nb::module_& module, const char* name) {
  using Self = Stepper<Row>;
  constexpr std::size_t kSize = Batch<Row>::kSize;
  constexpr std::size_t kWords = Batch<Row>::kWords;
  const auto batch_of = [](nb::handle self) -> Batch<Row>& { return nb::cast<Self&>(self).batch(); };
  const auto count_of = [](Batch<Row>& batch) { return static_cast<std::size_t>(batch.size()); };

  nb::class_<Self>(module, name)
      .def(nb::init<const Rules&, int, std::uint64_t, unsigned>())
      .def("reset", &Self::reset)
      .def("reset_each", &Self::reset_each)
      .def("step", &Self::step)
      .def("step_randomly", &Self::step_randomly)
      .def("sample", &Self::sample)
      .def("write_masks", &Self::write_masks)
      .def("action_text", &Self::action_text)
      .def("text_action", &Self::text_action)
      .def("position", &Self::position)
      .def("set_position", &Self::set_position)
      .def("stream", &Self::stream)
      .def("set_stream", &Self::set_stream)
      .def("__len__", [](Self& self) { return self.batch().size(); })
      .def_prop_ro("threads", &Self::threads)
      .def_prop_ro("planes",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     return array_of(self, b.planes, {count_of(b), kPlanes, kSize, kWords});
                   })
      .def_prop_ro("scalars",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     return array_of(self, b.scalars, {count_of(b), kScalars});
                   })
      .def_prop_ro("final_planes",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     return array_of(self, b.final_planes, {count_of(b), kPlanes, kSize, kWords});
                   })
      .def_prop_ro("final_scalars",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     return array_of(self, b.final_scalars, {count_of(b), kScalars});
                   })
      .def_prop_ro("ended",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     return array_of(self, b.ended, {count_of(b)});
                   })
      .def_prop_ro("actors",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     return array_of(self, b.actors, {count_of(b)});
                   })
      .def_prop_ro("rewards",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     return array_of(self, b.rewards, {count_of(b), b.rules().players});
                   })
      .def_prop_ro("points",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     return array_of(self, b.points, {count_of(b), static_cast<std::size_t>(b.rules().sides())});
                   })
      .def_prop_ro("placings",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     b.prepare_masks();
                     return array_of(self, b.placings, {count_of(b), kSlots, kRotations, 2, kSize, kWords});
                   })
      .def_prop_ro("others",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     b.prepare_masks();
                     return array_of(self, b.others, {count_of(b)});
                   })
      .def_prop_ro("smarties",
                   [=](nb::handle self) {
                     auto& b = batch_of(self);
                     b.prepare_masks();
                     return array_of(self, b.smarties, {count_of(b)});
                   })
      .def_prop_ro("colours", [=](nb::handle self) {
        auto& b = batch_of(self);
        b.prepare_masks();
        return array_of(self, b.colours, {count_of(b)});
      });
}

}  // namespace

void bind_chocolate_batch(nb::module_& module) {
  bind_stepper<Narrow>(module, "NarrowBatch");
  bind_stepper<Wide>(module, "WideBatch");
}

}  // namespace tafelrunde::chocolate
