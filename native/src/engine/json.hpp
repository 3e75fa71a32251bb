// Writing JSON: what crosses to the page is made of these few pieces.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/why.hpp"

namespace tafelrunde::engine {

inline void add_text(std::string& json, std::string_view text) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  json += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      json += "\\u00";
      json += kHex[static_cast<unsigned char>(c) >> 4];
      json += kHex[c & 15];
    } else {
      json += c;
    }
  }
  json += '"';
}

inline void add_number(std::string& json, std::int64_t number) { json += std::to_string(number); }

// A fraction as the sixteen digits of its bits: exact, and no printing of fractions has to be carried along.
inline void add_fraction(std::string& json, double number) {
  static constexpr std::string_view kHex = "0123456789abcdef";
  const auto bits = std::bit_cast<std::uint64_t>(number);
  json += '"';
  for (int shift = 60; shift >= 0; shift -= 4) json += kHex[bits >> shift & 15];
  json += '"';
}

inline void add_flag(std::string& json, bool flag) { json += flag ? "true" : "false"; }

// The items of a range, each written by a function, in brackets.
template <class Range, class Add>
void add_list(std::string& json, const Range& range, Add add) {
  json += '[';
  bool first = true;
  for (const auto& item : range) {
    if (!first) json += ',';
    first = false;
    add(item);
  }
  json += ']';
}

// The answer to a question that cannot be asked.
inline std::string failed(std::string_view reason) {
  std::string json = "{\"error\":{\"code\":\"bad-setup\",\"text\":\"\",\"reason\":";
  add_text(json, reason);
  return json + "}}";
}

// The code of an objection with its parameters beside it.
inline void add_why(std::string& json, const Why& why) {
  json += "{\"code\":";
  add_text(json, why.code);
  for (const Parameter& parameter : why.params) {
    json += ',';
    add_text(json, parameter.name);
    json += ':';
    if (parameter.number)
      json += parameter.text;
    else
      add_text(json, parameter.text);
  }
  json += '}';
}

}  // namespace tafelrunde::engine
