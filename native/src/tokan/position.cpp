#include "tokan/position.hpp"

#include <bit>

#include "tokan/hash.hpp"

namespace tafelrunde::tokan {

bool Position::legal(Action action) const noexcept {
  if (drafting) return is_placing(action) && draft.legal(placing_of(action));
  return is_move(action) && legal_moves(board).contains(move_of(action));
}

std::vector<Action> Position::legal_actions() const {
  std::vector<Action> actions;
  actions.reserve(static_cast<std::size_t>(count_actions()));
  if (!drafting) {
    legal_moves(board).each([&](Move move) { actions.push_back(action_of(move)); });
    return actions;
  }
  for (std::uint8_t animal = 0; animal < kAnimals; ++animal) {
    if (draft.stock[make_kind(draft.side, animal)] == 0) continue;
    for (std::uint64_t rest = draft.legal_cells(); rest != 0; rest &= rest - 1)
      actions.push_back(action_of(Placing{animal, static_cast<std::uint8_t>(lowest(rest))}));
  }
  return actions;
}

int Position::count_actions() const noexcept {
  if (!drafting) return legal_moves(board).count();
  int animals = 0;
  for (int animal = 0; animal < kAnimals; ++animal) animals += draft.stock[make_kind(draft.side, animal)] > 0 ? 1 : 0;
  return animals * std::popcount(draft.legal_cells());
}

bool Position::over() const noexcept { return !drafting && legal_moves(board).empty(); }

Points Position::points() const noexcept { return drafting ? Points{0, 0} : points_of(board, options.scoring); }

Winner Position::winner() const noexcept { return over() ? winner_of(board, options.scoring) : Winner::kNobody; }

std::uint64_t Position::hash() const noexcept { return drafting ? hash_of(draft) : hash_of(board); }

void Position::play(Action action) noexcept {
  if (drafting) {
    place(draft, placing_of(action));
    if (draft.complete()) {
      board = field_of(draft);
      drafting = false;
    }
  } else if (options.gaps == Gaps::kContiguous) {
    tokan::play<Gaps::kContiguous>(board, move_of(action));
  } else {
    tokan::play<Gaps::kLine>(board, move_of(action));
  }
}

Board deal_board(Rng& rng) noexcept {
  std::array<Tile, kTiles> tiles = kAllTiles;
  rng.shuffle(std::span<Tile>(tiles));
  return board_of(tiles, static_cast<int>(rng.below(2)));
}

Position deal(const Options& options, Rng& rng) noexcept {
  Position position;
  position.options = options;
  position.drafting = options.setup == Setup::kDraft;
  if (position.drafting) {
    position.draft = deal_draft(rng);
  } else {
    position.board = deal_board(rng);
  }
  return position;
}

}  // namespace tafelrunde::tokan
