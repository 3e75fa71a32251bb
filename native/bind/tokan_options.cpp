// The house rules of TOKAN as one value, made from the words of tafelrunde.games.tokan.TokanOptions and giving them
// back.
#include <nanobind/stl/string.h>

#include <array>
#include <string>
#include <string_view>

#include "tokan.hpp"
#include "tokan_errors.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tafelrunde::tokan {

namespace {

// The words of an option in the order of its values.
using Words = std::array<std::string_view, 2>;
constexpr Words kScoringWords{"towers", "heads"};
constexpr Words kGapsWords{"contiguous", "line"};
constexpr Words kSetupWords{"random", "draft"};

template <class Value>
Value read(const char* option, const Words& words, const std::string& word) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == word) return static_cast<Value>(i);
  raise_bad_options(option, "it is " + std::string(words[0]) + " or " + std::string(words[1]));
}

template <class Value>
std::string write(const Words& words, Value value) {
  return std::string(words[static_cast<std::size_t>(value)]);
}

}  // namespace

void bind_options(nb::module_& module) {
  nb::class_<Options>(module, "Options")
      .def(
          "__init__",
          [](Options* self, const std::string& scoring, const std::string& gaps, const std::string& setup) {
            new (self) Options{.scoring = read<Scoring>("scoring", kScoringWords, scoring),
                               .gaps = read<Gaps>("gaps", kGapsWords, gaps),
                               .setup = read<Setup>("setup", kSetupWords, setup)};
          },
          nb::kw_only(), "scoring"_a, "gaps"_a, "setup"_a)
      .def("words", [](const Options& options) {
        nb::dict words;
        words["scoring"] = write(kScoringWords, options.scoring);
        words["gaps"] = write(kGapsWords, options.gaps);
        words["setup"] = write(kSetupWords, options.setup);
        return words;
      });
}

}  // namespace tafelrunde::tokan
