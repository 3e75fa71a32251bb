// Why a move is illegal: the code of the rule that it breaks, its parameters, and both as an English sentence.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tafelrunde {

struct Parameter {
  Parameter(std::string_view name, std::string value) : name(name), text(std::move(value)) {}
  Parameter(std::string_view name, int value) : name(name), text(std::to_string(value)), number(true) {}

  std::string_view name;
  std::string text;
  bool number = false;
};

struct Why {
  std::string_view code;
  std::vector<Parameter> params;
  std::string sentence;

  Why() = default;
  // The gaps of the sentence are the names of the parameters in braces.
  Why(std::string_view code, std::string_view gapped, std::vector<Parameter> given = {})
      : code(code), params(std::move(given)), sentence(gapped) {
    for (const Parameter& parameter : params) {
      std::string gap(1, '{');
      gap += parameter.name;
      gap += '}';
      sentence.replace(sentence.find(gap), gap.size(), parameter.text);
    }
  }

  explicit operator bool() const { return !code.empty(); }
};

}  // namespace tafelrunde
