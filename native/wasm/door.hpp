// How a module and the page's worker speak with each other. Texts come in through one buffer, each with its length in
// four bytes before it, and answers go out through another as JSON. One file of a module says DOOR, which exports both
// buffers.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "engine/clock.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name), visibility("default")))
#define IMPORT(name) extern "C" __attribute__((import_module("env"), import_name(#name)))

// Which part of the time is over, and whether to go on after so many positions: the clock is the page's.
IMPORT(passed) double host_passed();
IMPORT(tell) std::int32_t host_tell(double positions);

namespace tafelrunde::wasm {

inline std::string g_input;
inline std::string g_output;

// Goes through the texts of the input.
class Words {
 public:
  std::string_view text() {
    std::uint32_t size = 0;
    if (at_ + sizeof size > g_input.size()) return {};
    std::memcpy(&size, g_input.data() + at_, sizeof size);
    at_ += sizeof size;
    const std::string_view word = std::string_view(g_input).substr(at_, size);
    at_ += word.size();
    return word;
  }
  std::uint64_t number() {
    const std::string_view word = text();
    std::uint64_t value = 0;
    std::from_chars(word.data(), word.data() + word.size(), value);
    return value;
  }
  int whole() { return static_cast<int>(number()); }
  bool flag() { return text() == "1"; }
  [[nodiscard]] bool done() const { return at_ >= g_input.size(); }

 private:
  std::size_t at_ = 0;
};

inline int answered(std::string json) {
  g_output = std::move(json);
  return static_cast<int>(g_output.size());
}

inline engine::Clock host_clock() {
  return {[] { return host_passed(); },
          [](std::uint64_t positions) { return host_tell(static_cast<double>(positions)) != 0; }};
}

}  // namespace tafelrunde::wasm

// A buffer for so many bytes of texts, and the one of the answer.
#define DOOR                                    \
  EXPORT(input) char* input(std::size_t size) { \
    tafelrunde::wasm::g_input.resize(size);     \
    return tafelrunde::wasm::g_input.data();    \
  }                                             \
  EXPORT(output) const char* output() { return tafelrunde::wasm::g_output.data(); }
