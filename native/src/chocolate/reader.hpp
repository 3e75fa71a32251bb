// Reading a text from the front.
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>

namespace tafelrunde::chocolate {

// After a step that fails the rest of the text means nothing.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool take(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }

  // Takes the next letter if it is one of those wanted.
  template <class Wanted>
  bool letter(char& found, Wanted&& wanted) {
    if (text_.empty() || !wanted(text_.front())) return false;
    found = text_.front();
    text_.remove_prefix(1);
    return true;
  }

  // Takes a number of at most four digits, without zeros before it.
  bool number(std::int16_t& value) {
    const std::size_t sign = text_.starts_with('-') ? 1 : 0;
    std::size_t end = sign;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') ++end;
    if (end == sign || end > sign + 4) return false;
    if (text_[sign] == '0' && (end > sign + 1 || sign == 1)) return false;
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): the end is given
    std::from_chars(text_.data(), text_.data() + end, value);
    text_.remove_prefix(end);
    return true;
  }

  bool cell(std::int16_t& x, std::int16_t& y) { return number(x) && take(',') && number(y); }

  [[nodiscard]] bool done() const { return text_.empty(); }

 private:
  std::string_view text_;
};

}  // namespace tafelrunde::chocolate
