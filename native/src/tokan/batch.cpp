#include "tokan/batch.hpp"

#include "tokan/playout.hpp"

namespace tafelrunde::tokan {

Batch::Batch(const Options& options, std::size_t matches, std::uint64_t seed) : options_(options), matches_(matches) {
  for (Match& match : matches_) match.position.options = options;
  reset(seed);
}

void Batch::Match::start() noexcept {
  if (position.options.setup == Setup::kDraft) {
    position = deal(position.options, rng);
  } else {
    position.board = deal_board(rng);
  }
  look();
}

void Batch::Match::look() noexcept {
  moves = position.drafting ? MoveSet{} : legal_moves(position.board);
  if (position.options.setup == Setup::kRandom) image.rebuild(position.board);
}

void Batch::Match::play(Action action) noexcept {
  position.play(action);
  if (!position.drafting) moves = legal_moves(position.board);
}

void Batch::Match::play(Move move) noexcept {
  if (position.options.gaps == Gaps::kContiguous) {
    tokan::play<Gaps::kContiguous>(position.board, move, image);
  } else {
    tokan::play<Gaps::kLine>(position.board, move, image);
  }
  image.settle(position.board);
  moves = legal_moves(position.board);
}

bool Batch::Match::legal(Action action) const noexcept {
  if (position.drafting) return position.legal(action);
  return is_move(action) && moves.contains(move_of(action));
}

void Batch::reset(std::uint64_t seed) noexcept {
  for (std::size_t index = 0; index < matches_.size(); ++index) {
    matches_[index].rng = Rng(seed, index);
    matches_[index].start();
  }
}

void Batch::set_position(std::size_t index, const Position& position) noexcept {
  matches_[index].position = position;
  matches_[index].look();
}

std::size_t Batch::first_illegal(const std::int32_t* actions) const noexcept {
  for (std::size_t index = 0; index < matches_.size(); ++index)
    if (!matches_[index].legal(actions[index])) return index;
  return matches_.size();
}

void Batch::write(std::size_t index, const BatchArrays& arrays) const noexcept {
  const Match& match = matches_[index];
  std::uint8_t* observation = arrays.observations + index * static_cast<std::size_t>(observation_size(options_));
  if (options_.setup == Setup::kRandom) {
    match.image.write(match.position.board, observation);
  } else {
    tokan::observe(match.position, observation);
  }
  arrays.sides[index] = static_cast<std::uint8_t>(match.position.side());
}

void Batch::write_masks(std::size_t first, std::size_t last, std::uint8_t* masks) const noexcept {
  const auto actions = static_cast<std::size_t>(action_count(options_));
  for (std::size_t index = first; index < last; ++index)
    write_mask(matches_[index].position, matches_[index].moves, masks + index * actions);
}

void Batch::observe(std::size_t first, std::size_t last, const BatchArrays& arrays) const noexcept {
  for (std::size_t index = first; index < last; ++index) {
    write(index, arrays);
    arrays.rewards[2 * index] = arrays.rewards[2 * index + 1] = 0;
    arrays.margins[index] = 0;
    arrays.done[index] = 0;
  }
}

void Batch::finish_step(std::size_t index, const BatchArrays& arrays) noexcept {
  Match& match = matches_[index];
  float red_reward = 0;
  std::int16_t margin = 0;
  const bool over = !match.position.drafting && match.moves.empty();
  if (over) {
    const Board& board = match.position.board;
    const auto [red, black] = points_of(board, options_.scoring);
    const Winner winner = winner_of(board, options_.scoring);
    red_reward = winner == Winner::kNobody ? 0.0F : winner == Winner::kRed ? 1.0F : -1.0F;
    margin = static_cast<std::int16_t>(red - black);
    match.start();
  }
  arrays.rewards[2 * index] = red_reward;
  arrays.rewards[2 * index + 1] = -red_reward;
  arrays.margins[index] = margin;
  arrays.done[index] = over ? 1 : 0;
  write(index, arrays);
}

void Batch::step(std::size_t first, std::size_t last, const std::int32_t* actions, const BatchArrays& arrays) noexcept {
  for (std::size_t index = first; index < last; ++index) {
    if (options_.setup == Setup::kDraft) {
      matches_[index].play(actions[index]);
    } else {
      matches_[index].play(move_of(actions[index]));
    }
    finish_step(index, arrays);
  }
}

void Batch::step_randomly(std::size_t first, std::size_t last, std::int32_t* actions,
                          const BatchArrays& arrays) noexcept {
  for (std::size_t index = first; index < last; ++index) {
    Match& match = matches_[index];
    if (options_.setup == Setup::kDraft) {
      actions[index] = match.position.drafting ? action_of(draw(match.position.draft, match.rng))
                                               : action_of(draw(match.moves, match.rng));
      match.play(actions[index]);
    } else {
      const Move move = draw(match.moves, match.rng);
      actions[index] = action_of(move);
      match.play(move);
    }
    finish_step(index, arrays);
  }
}

}  // namespace tafelrunde::tokan
