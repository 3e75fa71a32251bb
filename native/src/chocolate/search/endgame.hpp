// The end of a game between two sides with everything known: alpha-beta to the last card, with ever more turns
// considered.
#pragma once

#include <functional>

#include "chocolate/search/candidates.hpp"

namespace tafelrunde::chocolate {

template <class Row>
class Endgame {
 public:
  // `expired` is asked now and then and ends the search with what has been found.
  Endgame(const Evaluator& evaluator, const std::function<bool()>& expired, std::uint64_t& nodes)
      : evaluator_(evaluator), expired_(expired), nodes_(nodes) {}

  struct Found {
    Move move;
    int value = 0;
  };

  // Whether the last search was complete and considered every turn.
  bool exact() const { return exact_; }

  // Returns the turns of the root that were considered, the best first.
  std::vector<Found> solve(const State<Row>& root) {
    std::vector<Found> found;
    std::uint64_t ignored = 0;
    for (const Option& option : candidate_turns(root, evaluator_, Sight{}, kLooks, kRootTurns, ignored)) {
      found.push_back({option.move, 0});
    }
    nodes_ += found.size();
    for (const int width : kWidths) {
      if (width == kEverything && !list_everything(root, found)) break;
      if (!deepen(root, width, found)) return found;
      exact_ = width == kEverything && !outgrown_;
    }
    return found;
  }

  // Returns the values of some turns of the root; nothing unless they are exact.
  std::vector<Found> judge(const State<Row>& root, const std::vector<Move>& moves) {
    std::vector<Found> found;
    for (const Move& move : moves) {
      State<Row> after = root;
      if (!after.template play<false>(move)) return {};
      ++nodes_;
      // Narrow searches first, so that time that will not do is noticed before everything is tried.
      for (const int width : kWidths) {
        const int value = -search(after, width, -kNoBound, kNoBound);
        if (stopped_ || outgrown_) return {};
        if (width == kEverything) found.push_back({move, value});
      }
    }
    exact_ = true;
    return found;
  }

  // A value as a result: points lead, or the comparison of second groups where points are equal.
  static Prospect prospect_of(int value) {
    const int lead = value / kPoint;  // what is left over compares second groups
    return {value > 0 ? 1.0 : value < 0 ? 0.0 : 0.5, static_cast<double>(lead)};
  }

 private:
  static constexpr int kPoint = 256;
  static constexpr int kNoBound = 1 << 24;
  static constexpr int kLooks = 160;
  static constexpr int kRootTurns = 48;
  static constexpr int kEverything = 1 << 20;
  static constexpr std::array<int, 6> kWidths{2, 4, 8, 16, 32, kEverything};
  static constexpr int kMostTurns = 20'000;  // of a position that is searched completely

  // Replaces the root turns by all there are, in their order as far as they have been searched.
  bool list_everything(const State<Row>& root, std::vector<Found>& found) const {
    if (root.count_placings() > kMostTurns) return false;
    const std::size_t searched = found.size();
    root.each_placing([&](const Move& move) {
      const auto end = found.begin() + static_cast<std::ptrdiff_t>(searched);
      if (std::none_of(found.begin(), end, [&](const Found& f) { return f.move == move; })) found.push_back({move, 0});
    });
    return true;
  }

  // Searches all root turns with one width; false if time ran out.
  bool deepen(const State<Row>& root, int width, std::vector<Found>& found) {
    int alpha = -kNoBound;
    for (std::size_t i = 0; i < found.size(); ++i) {
      State<Row> after = root;
      if (!played(after, found[i].move)) continue;
      ++nodes_;
      const int value = -search(after, width, -kNoBound, -alpha);
      if (stopped_) return false;
      found[i].value = value;
      if (value <= alpha) continue;
      alpha = value;
      std::rotate(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(i),
                  found.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return true;
  }

  int search(const State<Row>& state, int width, int alpha, int beta) {
    const Table& table = state.table;
    const int side = table.rules.side(table.to_move);
    if (table.over()) return final_value(state, side);
    if ((++asked_ & 15U) == 0 && expired_()) stopped_ = true;
    if (stopped_) return 0;
    if (is_last_card(table)) return last_card(state, side);
    int best = -kNoBound;
    each_turn(state, width, [&](const Move& move) {
      State<Row> after = state;
      if (!played(after, move)) return true;
      ++nodes_;
      best = std::max(best, -search(after, width, -beta, -std::max(alpha, best)));
      return best < beta && !stopped_;
    });
    return best;
  }

  // Calls visit(move) for the turns of a width in their order until it returns false.
  template <class Visit>
  void each_turn(const State<Row>& state, int width, Visit visit) {
    Shortlist best(width == kEverything ? kMostTurns : width);
    shortlist(state, evaluator_, Sight{}, kNoColour, best);
    const bool securing = width == kEverything && state.table.smarties[state.table.to_move] > 0;
    for (const Option& option : best.options()) {
      if (!visit(option.move)) return;
    }
    if (!securing) return;
    std::vector<Option> secured;
    for (const Option& option : best.options()) {
      if (option.move.kind == Kind::kPlace && option.move.tier == 1) detail::add_smarties(state, option.move, secured);
    }
    for (const Option& option : secured) {
      if (!visit(option.move)) return;
    }
  }

  // Plays a turn; one that leads out of the window cannot be looked at, and then nothing is exact any more.
  bool played(State<Row>& state, const Move& move) {
    if (state.template play<false>(move)) return true;
    outgrown_ = true;
    return false;
  }

  static bool is_last_card(const Table& table) {
    int held = 0;
    for (const Hand& hand : table.hands) held += hand.size;
    return held == 1 && table.hands[table.to_move].size == 1;
  }

  // The best that the last card can bring: no placing has to be played but those that would leave the points equal.
  int last_card(const State<Row>& state, int side) {
    const Colours colours(state.table);
    int best = -kNoBound;
    rank_placings(state, state.choice(), colours, [&](const Ranked& ranked) {
      const int lead = lead_of(ranked.points, side, colours.sides);
      if (lead * kPoint + kPoint <= best) return;
      if (lead != 0 || !state.table.rules.second_group_breaks_ties) {
        best = std::max(best, lead * kPoint);
        return;
      }
      State<Row> after = state;
      const Cell cell = state.field.to_field(ranked.at);
      Move move;
      move.kind = Kind::kPlace;
      move.look = ranked.look;
      move.tier = ranked.tier;
      move.x = static_cast<std::int16_t>(cell.x);
      move.y = static_cast<std::int16_t>(cell.y);
      if (played(after, move)) best = std::max(best, final_value(after, side));
    });
    ++nodes_;
    // A card that fits nowhere leaves everything as it is.
    return best == -kNoBound ? final_value(state, side) : best;
  }

  static int final_value(const State<Row>& state, int side) {
    const Colours colours(state.table);
    const Pieces<Row> pieces(state.field);
    const Labels<Row> labels(pieces, state.field.top(), state.field.bottom(), colours);
    const int lead = labels.points(colours, side) - labels.points(colours, 1 - side);
    if (lead != 0 || !state.table.rules.second_group_breaks_ties) return lead * kPoint;
    return labels.second_largest(colours.side[side]) - labels.second_largest(colours.side[1 - side]);
  }

  Evaluator evaluator_;  // a copy: it is made of weights on the way in
  const std::function<bool()>& expired_;
  std::uint64_t& nodes_;
  std::uint64_t asked_ = 0;
  bool stopped_ = false;
  bool outgrown_ = false;
  bool exact_ = false;
};

}  // namespace tafelrunde::chocolate
