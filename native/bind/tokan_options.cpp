// The house rules of TOKAN as one value, made from the words of tafelrunde.games.tokan.TokanOptions and giving them
// back.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "tokan.hpp"
#include "tokan_errors.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tafelrunde::tokan {

namespace {

template <class Value, class Words>
void read(const char* option, Value& value, const Words& words, const std::string& word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) raise_bad_options(option, "it is " + std::string(words[0]) + " or " + words[1]);
  value = static_cast<Value>(found - words.begin());
}

}  // namespace

void bind_options(nb::module_& module) {
  nb::class_<Options>(module, "Options")
      .def(
          "__init__",
          [](Options* self, const nb::kwargs& chosen) {
            Options options;
            std::size_t known = 0;
            each_option(options, [&](const char* name, auto& value, const auto& words) {
              read(name, value, words, nb::cast<std::string>(chosen[name]));
              ++known;
            });
            if (known != chosen.size()) throw std::invalid_argument("there is no such option");
            new (self) Options(options);
          },
          "chosen"_a)
      .def("words", [](const Options& options) {
        nb::dict written;
        each_option(options, [&](const char* name, auto value, const auto& words) {
          written[name] = words[static_cast<std::size_t>(value)];
        });
        return written;
      });
}

}  // namespace tafelrunde::tokan
