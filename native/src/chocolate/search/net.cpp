#include "chocolate/search/net.hpp"

#include <algorithm>
#include <cstring>
#include <ranges>

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace tafelrunde::chocolate {
namespace {

constexpr std::array<char, 8> kMagic{'T', 'A', 'F', 'E', 'L', 'N', 'E', 'T'};
constexpr int kVersion = 2;
constexpr int kBlindVersion = 1;  // whose nets do not see what the linear judge says

// Reads little-endian whole numbers and remembers whether there were too few.
class NetReader {
 public:
  explicit NetReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  template <class T>
  T next() {
    if (bytes_.size() < sizeof(T)) {
      short_ = true;
      return 0;
    }
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) value |= std::uint32_t{bytes_[i]} << (8 * i);
    bytes_ = bytes_.subspan(sizeof(T));
    return static_cast<T>(value);
  }

  bool complete() const { return !short_ && bytes_.empty(); }

 private:
  std::span<const std::uint8_t> bytes_;
  bool short_ = false;
};

// The sums of a layer, in whole numbers of 32 bits: files with weights that could overflow are refused.
template <std::size_t kIn>
std::int32_t dot(const std::int16_t* weights, const std::int16_t* values, std::size_t n) {
#ifdef __wasm_simd128__
  // An instruction multiplies eight pairs and adds two by two, which compilers do not find by themselves; the numbers
  // of inputs are multiples of eight.
  v128_t sums = wasm_i32x4_const_splat(0);
  for (std::size_t i = 0; i < std::min(n, kIn); i += 8)
    sums = wasm_i32x4_add(sums, wasm_i32x4_dot_i16x8(wasm_v128_load(weights + i), wasm_v128_load(values + i)));
  return wasm_i32x4_extract_lane(sums, 0) + wasm_i32x4_extract_lane(sums, 1) + wasm_i32x4_extract_lane(sums, 2) +
         wasm_i32x4_extract_lane(sums, 3);
#else
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < std::min(n, kIn); ++i) sum += std::int32_t{weights[i]} * values[i];
  return sum;
#endif
}

constexpr std::array<Game, kForms> kGames{Game::kSchoko, Game::kSchokoly, Game::kSchokoly, Game::kSchokoly};

}  // namespace

int Net::input_count(int form) {
  return count_inputs(kGames[static_cast<std::size_t>(form)], form == 0 ? 2 : form + 1);
}

std::optional<Net> Net::read(std::span<const std::uint8_t> bytes, std::string& error) {
  if (bytes.size() < kMagic.size() || std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) {
    error = "this is no file of weights";
    return {};
  }
  NetReader reader(bytes.subspan(kMagic.size()));
  const auto version = reader.next<std::int32_t>();
  if (version != kVersion && version != kBlindVersion) {
    error = "the weights are of another version";
    return {};
  }
  Net net;
  net.form_ = reader.next<std::int32_t>();
  const int inputs = reader.next<std::int32_t>();
  const bool known = net.form_ >= 0 && net.form_ < kForms;
  const int unseen = known && version == kBlindVersion ? side_count(net.form_) : 0;
  if (!known || inputs != kLanes + input_count(net.form_) - unseen || inputs > kMaxInputs) {
    error = "the weights are made for something else";
    return {};
  }
  net.inputs_ = (inputs + kLanes - 1) / kLanes * kLanes;
  bool fits = true;
  const auto weight = [&](auto& target, int most) {
    target = reader.next<std::int16_t>();
    fits = fits && target <= most && target >= -most;
  };
  // In a file a filter looks at the cells around it; here a cell adds to the filters to its left and right.
  for (auto& plane : net.filters_) {
    for (auto& row : plane) {
      for (auto& lanes : std::views::reverse(row)) {
        for (std::int16_t& value : lanes) weight(value, 2 * kFilterOne);
      }
    }
  }
  const auto layer = [&](auto& rows, auto& biases, std::size_t width, std::size_t height) {
    for (std::size_t row = 0; row < height; ++row) {
      for (std::size_t i = 0; i < width; ++i) weight(rows[row][i], 4 * kWeightOne - 1);
    }
    for (std::size_t row = 0; row < height; ++row) {
      biases[row] = reader.next<std::int32_t>();
      fits = fits && std::abs(static_cast<std::int64_t>(biases[row])) <= 64 * kOne * kWeightOne;
    }
  };
  const auto outputs = static_cast<std::size_t>(2 * side_count(net.form_));
  layer(net.first_, net.first_bias_, static_cast<std::size_t>(inputs), kFirst);
  layer(net.second_, net.second_bias_, kFirst, kSecond);
  layer(net.last_, net.last_bias_, kSecond, outputs);
  if (!reader.complete() || !fits) {
    error = "the file of weights is damaged";
    return {};
  }
  return net;
}

Net::Verdict Net::run(const std::array<std::int16_t, kMaxInputs>& inputs) const {
  std::array<std::int16_t, kFirst> first;
  for (std::size_t i = 0; i < kFirst; ++i) {
    const std::int32_t sum =
        first_bias_[i] + dot<kMaxInputs>(first_[i].data(), inputs.data(), static_cast<std::size_t>(inputs_));
    first[i] = static_cast<std::int16_t>(std::clamp(sum >> kShift, 0, kHiddenMost));
  }
  std::array<std::int16_t, kSecond> second;
  for (std::size_t i = 0; i < kSecond; ++i) {
    const std::int32_t sum = second_bias_[i] + dot<kFirst>(second_[i].data(), first.data(), kFirst);
    second[i] = static_cast<std::int16_t>(std::clamp(sum >> kShift, 0, kHiddenMost));
  }
  Verdict verdict;
  const int sides = side_count(form_);
  constexpr double kUnit = 1.0 / (kOne * kWeightOne);
  for (int i = 0; i < 2 * sides; ++i) {
    const auto row = static_cast<std::size_t>(i);
    const std::int32_t sum = last_bias_[row] + dot<kSecond>(last_[row].data(), second.data(), kSecond);
    (i < sides ? verdict.logits[row] : verdict.leads[row - static_cast<std::size_t>(sides)]) =
        sum * kUnit * (i < sides ? 1 : kLeadUnit);
  }
  return verdict;
}

}  // namespace tafelrunde::chocolate
