#include "chocolate/perft.hpp"

#include "chocolate/replies.hpp"

namespace tafelrunde::chocolate {
namespace {

template <class Row>
std::uint64_t count(const State<Row>& state, int depth);

// The sequences that begin with a turn, `depth` more turns after it.
template <class Row>
std::uint64_t count_after(const State<Row>& state, const Move& turn, int depth) {
  State<Row> next = state;
  if (next.template play<false>(turn)) return count(next, depth);
  if constexpr (sizeof(Row) < sizeof(Wide)) {
    State<Wide> wide = state.widened();
    wide.template play<false>(turn);
    return count(wide, depth);
  } else {
    return 0;
  }
}

// Two turns deep, once all colours are known: by rows, without playing the first turn out.
template <class Row>
std::uint64_t count_pairs(const State<Row>& state) {
  ReplyCounter<Row> counter(state);
  std::uint64_t total = 0;
  bool any = false;
  const auto add_rows = [&](std::uint8_t look, int tier, int y, const std::array<Row, kSweep>& rows) {
    for (int i = 0; i < kSweep; ++i) {
      for (Row row = rows[i]; row != 0; row &= row - 1) {
        any = true;
        if (counter.ends()) continue;
        const Cell at{lowest_bit(row), y + i};
        const std::int64_t replies = counter.count(look, tier, at);
        if (replies >= 0) {
          total += static_cast<std::uint64_t>(replies);
        } else {
          state.each_way(look, tier, at, [&](const Move& turn) { total += count_after(state, turn, 1); });
        }
      }
    }
  };
  sweep_places(state.field, state.choice(), add_rows);
  return any ? total : count_after(state, Move{}, 1);
}

template <class Row>
std::uint64_t count(const State<Row>& state, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(state.count_turns());
  if (state.table.over() || state.table.swap.phase != Phase::kNone) return 0;
  if (depth == 2 && !state.field.empty() && state.table.colours_known()) return count_pairs(state);
  std::uint64_t total = 0;
  bool any = false;
  state.each_placing([&](const Move& turn) {
    any = true;
    total += count_after(state, turn, depth - 1);
  });
  return any ? total : count_after(state, Move{}, depth - 1);
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
  return position.visit([&](const auto& state) { return count(state, depth); });
}

std::vector<Move> turns_of(const Position& position) {
  std::vector<Move> turns;
  if (position.table().over() || position.table().swap.phase != Phase::kNone) return turns;
  position.visit([&](const auto& state) { state.each_placing([&](const Move& turn) { turns.push_back(turn); }); });
  if (turns.empty()) turns.emplace_back();
  return turns;
}

std::uint64_t perft_after(const Position& position, const Move& turn, int depth) {
  return position.visit([&](const auto& state) { return count_after(state, turn, depth - 1); });
}

}  // namespace tafelrunde::chocolate
