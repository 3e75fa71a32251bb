#include "tokan/batch.hpp"

#include <algorithm>

#include "tokan/playout.hpp"
#include "tokan/spread.hpp"

namespace tafelrunde::tokan {

Batch::Batch(const Options& options, std::size_t matches, std::uint64_t seed)
    : observations(matches * static_cast<std::size_t>(observation_size(options))),
      finals(observations.size()),
      rewards(2 * matches),
      margins(matches),
      done(matches),
      sides(matches),
      actions(matches),
      options_(options),
      matches_(matches),
      moves_(matches),
      layings_(options.setup == Setup::kDraft ? matches : 0) {
  reset(seed);
}

Position Batch::position(std::size_t match) const noexcept {
  Position position;
  position.options = options_;
  position.drafting = drafting(match);
  if (position.drafting) {
    position.draft = layings_[match].draft;
  } else {
    position.board = matches_[match].board;
  }
  return position;
}

void Batch::reset(std::uint64_t seed) noexcept {
  for (std::size_t index = 0; index < size(); ++index) restart(index, Rng(seed, index));
}

void Batch::reset_each(const std::uint64_t* seeds) noexcept {
  for (std::size_t index = 0; index < size(); ++index) restart(index, Rng(seeds[index], 0));
}

void Batch::restart(std::size_t index, const Rng& rng) noexcept {
  matches_[index].rng = rng;
  start(index);
  tell(index, 0, 0, false);
}

void Batch::set_position(std::size_t match, const Position& position) noexcept {
  if (!layings_.empty()) layings_[match] = {position.draft, position.drafting};
  matches_[match].board = position.board;
  look(match);
  tell(match, 0, 0, false);
}

// Deals a match.
void Batch::start(std::size_t index) noexcept {
  Match& match = matches_[index];
  if (options_.setup == Setup::kDraft) {
    layings_[index] = {deal_draft(match.rng), true};
  } else {
    match.board = deal_board(match.rng);
  }
  look(index);
}

// Looks at a match that was not reached by a move.
void Batch::look(std::size_t index) noexcept {
  const Board& board = matches_[index].board;
  moves_[index] = drafting(index) ? MoveSet{} : legal_moves(board);
  if (options_.setup == Setup::kDraft) {
    tokan::observe(position(index), observation(index));
  } else {
    FieldImage(observation(index)).rebuild(board);
  }
}

void Batch::play_laying(std::size_t index, Action action) noexcept {
  Position now = position(index);
  now.play(action);
  layings_[index] = {now.draft, now.drafting};
  matches_[index].board = now.board;
  look(index);
}

template <Gaps kGaps>
void Batch::play(std::size_t index, Move move) noexcept {
  Board& board = matches_[index].board;
  FieldImage image(observation(index));
  tokan::play<kGaps>(board, move, image);
  image.settle(board);
  moves_[index] = legal_moves(board);
}

bool Batch::legal(std::size_t match, Action action) const noexcept {
  if (action == kNoAction) return true;
  if (drafting(match)) return is_placing(action) && layings_[match].draft.legal(placing_of(action));
  return is_move(action) && moves_[match].contains(move_of(action));
}

std::size_t Batch::find_illegal(std::size_t first, std::size_t last, const std::int32_t* given) const noexcept {
  while (first < last && legal(first, given[first])) ++first;
  return first;
}

void Batch::write_masks(std::size_t first, std::size_t last, std::uint8_t* masks) const noexcept {
  const auto count = static_cast<std::size_t>(action_count(options_));
  for (std::size_t index = first; index < last; ++index) {
    if (options_.setup == Setup::kDraft) {
      write_mask(position(index), moves_[index], masks + index * count);
    } else {
      spread_moves(moves_[index], masks + index * count);
    }
  }
}

void Batch::tell(std::size_t index, float red_reward, int margin, bool over) noexcept {
  rewards[2 * index] = red_reward;
  rewards[2 * index + 1] = -red_reward;
  margins[index] = static_cast<std::int16_t>(margin);
  done[index] = over ? 1 : 0;
  sides[index] = drafting(index) ? layings_[index].draft.side : matches_[index].board.side;
}

// Says what became of a match by its last move, and starts it anew if that was its end.
void Batch::finish_step(std::size_t index) noexcept {
  float red_reward = 0;
  int margin = 0;
  const bool over = moves_[index].empty() && !drafting(index);
  if (over) {
    const Board& board = matches_[index].board;
    const auto [red, black] = points_of(board, options_.scoring);
    const Winner winner = winner_of(board, options_.scoring);
    red_reward = winner == Winner::kNobody ? 0.0F : winner == Winner::kRed ? 1.0F : -1.0F;
    margin = red - black;
    const auto length = static_cast<std::size_t>(observation_size(options_));
    std::copy_n(observation(index), length, finals.data() + index * length);
    start(index);
  }
  tell(index, red_reward, margin, over);
}

// Plays the action that `choose` gives for a match, in a range of matches of one kind.
template <class Choose>
void Batch::step_each(std::size_t first, std::size_t last, const Choose& choose) noexcept {
  const auto each = [&](const auto& play_one) {
    for (std::size_t index = first; index < last; ++index) {
      if (choose.passes(index)) {
        tell(index, 0, 0, false);
        continue;
      }
      play_one(index);
      finish_step(index);
    }
  };
  if (options_.setup == Setup::kDraft) {
    each([&](std::size_t index) { play_laying(index, choose.action(index)); });
  } else if (options_.gaps == Gaps::kContiguous) {
    each([&](std::size_t index) { play<Gaps::kContiguous>(index, choose.move(index)); });
  } else {
    each([&](std::size_t index) { play<Gaps::kLine>(index, choose.move(index)); });
  }
}

void Batch::step(std::size_t first, std::size_t last, const std::int32_t* given) noexcept {
  struct Given {
    const std::int32_t* actions;
    [[nodiscard]] bool passes(std::size_t index) const noexcept { return actions[index] == kNoAction; }
    [[nodiscard]] Action action(std::size_t index) const noexcept { return actions[index]; }
    [[nodiscard]] Move move(std::size_t index) const noexcept { return move_of(actions[index]); }
  };
  step_each(first, last, Given{given});
}

void Batch::step_randomly(std::size_t first, std::size_t last) noexcept {
  struct Drawn {
    Batch& batch;
    [[nodiscard]] static bool passes(std::size_t) noexcept { return false; }
    [[nodiscard]] Action action(std::size_t index) const noexcept {
      if (!batch.drafting(index)) return action_of(move(index));
      return batch.actions[index] = action_of(draw(batch.layings_[index].draft, batch.matches_[index].rng));
    }
    [[nodiscard]] Move move(std::size_t index) const noexcept {
      const Move move = draw(batch.moves_[index], batch.matches_[index].rng);
      batch.actions[index] = action_of(move);
      return move;
    }
  };
  step_each(first, last, Drawn{*this});
}

}  // namespace tafelrunde::tokan
