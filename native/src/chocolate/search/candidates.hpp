// The few dozen turns that matter out of thousands.
#pragma once

#include "chocolate/search/policy.hpp"

namespace tafelrunde::chocolate {

namespace detail {

inline constexpr std::size_t kSecured = 8;  // placings that are tried with smarties on other cards

// Adds the ways to spend a smartie along with a placing.
template <class Row>
void add_smarties(const State<Row>& state, const Move& placing, std::vector<Option>& options) {
  const Field<Row>& field = state.field;
  Move move = placing;
  move.smartie = Smartie::kSelf;
  options.push_back({move, 0});
  move.smartie = Smartie::kOther;
  for (int y = field.top(); y < field.bottom(); ++y) {
    for (Row row = field.targets()[y]; row != 0; row &= row - 1) {
      const Cell target = field.to_field({lowest_bit(row), y});
      move.u = static_cast<std::int16_t>(target.x);
      move.v = static_cast<std::int16_t>(target.y);
      options.push_back({move, 0});
    }
  }
}

}  // namespace detail

// Lists at most `limit` turns, the best first: `looks` of them by rank, judged by the evaluation, with the smarties
// that go along with the best.
template <class Row>
std::vector<Option> candidate_turns(const State<Row>& state, const Evaluator& evaluator, const Sight& sight, int looks,
                                    int limit, std::uint64_t& nodes) {
  std::vector<Option> options;
  const unsigned free = state.table.announceable();
  for (unsigned left = free == 0 ? 1U << kNoColour : free; left != 0; left &= left - 1) {
    Shortlist best(looks);
    shortlist(state, evaluator, sight, static_cast<std::uint8_t>(std::countr_zero(left)), best);
    options.insert(options.end(), best.options().begin(), best.options().end());
  }
  std::stable_sort(options.begin(), options.end(), [](const Option& a, const Option& b) { return a.value > b.value; });
  if (looks > 1) {
    look_again(state, evaluator, options);
    nodes += options.size();
    const Table& table = state.table;
    if (sight.habits && !state.field.empty() && table.smarties[table.to_move] > 0) {
      std::vector<Option> secured;
      std::size_t tried = 0;
      for (const Option& option : options) {
        if (option.move.kind != Kind::kPlace || option.move.tier != 1) continue;
        if (tried++ == detail::kSecured) break;
        detail::add_smarties(state, option.move, secured);
      }
      look_again(state, evaluator, secured);
      nodes += secured.size();
      options.insert(options.end(), secured.begin(), secured.end());
      std::stable_sort(options.begin(), options.end(),
                       [](const Option& a, const Option& b) { return a.value > b.value; });
    }
  }
  if (options.size() > static_cast<std::size_t>(limit)) options.resize(static_cast<std::size_t>(limit));
  return options;
}

}  // namespace tafelrunde::chocolate
