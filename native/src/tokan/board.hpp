// The field during play, made so that a move costs a few dozen instructions.
//
// Towers are linked lists: a cell knows its top tile, every tile the one below it. Moving a stack relinks two tiles,
// whatever the heights, so no tower is too high. Beside them lie eight bit planes over the cells, kept in one row so
// that one vector instruction treats all eight: the cells topped by each kind, the gaps (plane kNoKind), and the towers
// of height 2 or more (plane kTall). Boards are plain values: a search copies one and plays on in the copy.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "tokan/cell.hpp"
#include "tokan/options.hpp"
#include "tokan/tile.hpp"

namespace tafelrunde::tokan {

// A move: its source, its direction and how many tiles are carried along; the animal's reach gives the target. It is
// kept as one number, carry * 128 + direction * 32 + cell.
class Move {
 public:
  constexpr Move() noexcept = default;
  explicit constexpr Move(unsigned code) noexcept : code_(static_cast<std::uint16_t>(code)) {}
  constexpr Move(int cell, int direction, int carry) noexcept
      : code_(static_cast<std::uint16_t>(carry << 7 | direction << 5 | cell)) {}

  [[nodiscard]] constexpr int cell() const noexcept { return code_ & 31; }
  [[nodiscard]] constexpr int direction() const noexcept { return code_ >> 5 & 3; }
  [[nodiscard]] constexpr int carry() const noexcept { return code_ >> 7; }
  [[nodiscard]] constexpr unsigned code() const noexcept { return code_; }
  constexpr bool operator==(const Move&) const noexcept = default;

 private:
  std::uint16_t code_ = 0;
};

inline constexpr int kPlanes = 8;
inline constexpr int kTall = 7;  // the plane of towers of height 2 or more

// A tower as a cell holds it: its height in the high byte, its top tile in the low one.
using Tower = std::uint16_t;
inline constexpr Tower kGap = kNoTile;
constexpr Tile top_of(Tower tower) noexcept { return static_cast<Tile>(tower); }
constexpr int height_of(Tower tower) noexcept { return tower >> 8; }

struct alignas(32) Board {
  std::array<Mask, kPlanes> planes;
  std::array<Tower, 32> towers;
  std::array<Tile, kTileNumbers> below;  // kNoTile under the lowest tile of a tower
  Mask tall3;                            // the towers of height 3 or more
  Mask tall4;                            // the towers of height 4 or more
  std::uint8_t side;                     // the colour to move
  std::uint8_t taboo;                    // the cell that may not be moved to, or kNoCell

  [[nodiscard]] Mask occupied() const noexcept { return kField & ~planes[kNoKind]; }
  [[nodiscard]] Mask topped_by(int colour) const noexcept {
    const auto* own = &planes[static_cast<std::size_t>(colour) * 4];
    return own[kMouse] | own[kJackal] | own[kLion];
  }
  [[nodiscard]] Kind top(int cell) const noexcept { return kind_of(top_of(towers[static_cast<std::size_t>(cell)])); }
  [[nodiscard]] int height(int cell) const noexcept { return height_of(towers[static_cast<std::size_t>(cell)]); }

  // Writes the kinds of a tower from bottom to top; returns its height.
  int contents(int cell, std::span<Kind, kTiles> kinds) const noexcept;
};

inline int target_of(const Board& board, Move move) noexcept {
  return move.cell() + reach_of(board.top(move.cell())) * kStep[static_cast<std::size_t>(move.direction())];
}

// The board on which nothing stands yet.
Board empty_board() noexcept;

// Puts a tile on top of the tower of a cell (when a position is set up).
void put(Board& board, int cell, Tile tile) noexcept;

// Builds the start of a match: tiles[c] lies on cell c.
Board board_of(std::span<const Tile, kTiles> tiles, int side) noexcept;

// What happens to the towers during a move is told to a tracker; this one does not care.
struct NoTracker {
  // The stack of `count` tiles on top of `source` goes onto `target`; called before anything has changed.
  void lift(const Board&, int /*source*/, int /*target*/, int /*count*/) noexcept {}
  // The tower of `from` moves up to `to`.
  void shift(int /*from*/, int /*to*/) noexcept {}
};

namespace detail {

// All planes in one vector: a type of the compilers that we use, lowered to what the machine has.
using Row [[gnu::vector_size(kPlanes * sizeof(Mask))]] = Mask;

// kAdded[tall][kind]: which planes gain a cell on which a tower with that top (and height, if tall) comes to stand.
inline constexpr auto kAdded = [] {
  std::array<std::array<std::array<Mask, kPlanes>, kKinds>, 2> added{};
  for (std::size_t tall = 0; tall < 2; ++tall)
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      added[tall][kind][kind] = ~Mask{0};
      if (tall != 0) added[tall][kind][kTall] = ~Mask{0};
    }
  return added;
}();

// The cells whose towers move up when `source` falls empty.
template <Gaps kGaps>
inline Mask moving_up(Mask gaps, int source, int direction) noexcept {
  const Mask behind = kBehind[static_cast<std::size_t>(direction)][static_cast<std::size_t>(source)];
  if constexpr (kGaps == Gaps::kLine) return behind;
  gaps &= behind;
  // East and north leave lower cells behind, cut off from the highest gap on; west and south the other way round.
  // Both cuts are made and one is kept by masks: which one it is cannot be predicted, a branch would cost more.
  const Mask up_to_highest = static_cast<Mask>(0xffffffffULL >> std::countl_zero(gaps));
  const Mask from_lowest = ~((gaps & (0U - gaps)) - 1);
  const Mask downwards = 0U - static_cast<Mask>(direction & 1);
  return behind & ~((from_lowest & downwards) | (up_to_highest & ~downwards));
}

}  // namespace detail

// Plays a legal move; the tracker is told of all that is moved.
template <Gaps kGaps, class Tracker = NoTracker>
inline void play(Board& board, Move move, Tracker&& tracker = {}) noexcept {
  const int source = move.cell();
  const int carry = move.carry();
  const int step = kStep[static_cast<std::size_t>(move.direction())];
  const auto source_at = static_cast<std::size_t>(source);
  const Tower from = board.towers[source_at];
  const Tile tile = top_of(from);
  const int target = source + reach_of(kind_of(tile)) * step;
  const auto target_at = static_cast<std::size_t>(target);
  const Tower onto = board.towers[target_at];
  const int count = carry + 1;
  tracker.lift(board, source, target, count);

  Tile lowest = tile;
  if (carry > 0) lowest = board.below[lowest];
  if (carry > 1) lowest = board.below[lowest];
  const Tile under = board.below[lowest];
  board.below[lowest] = top_of(onto);
  const int left = height_of(from) - count;
  const int raised = height_of(onto) + count;
  board.towers[target_at] = static_cast<Tower>(raised << 8 | tile);
  board.towers[source_at] = static_cast<Tower>(left << 8 | under);

  Mask moving = 0;
  Mask settled = bit(source);  // where a different top (or a gap) is seen now
  const int up = step > 0 ? step : 0;
  const int down = step > 0 ? 0 : -step;
  if (left == 0) {
    moving = detail::moving_up<kGaps>(board.planes[kNoKind], source, move.direction());
    settled = (settled | moving) ^ (moving << up >> down);
    int cell = source;
    for (int i = std::popcount(moving); i > 0; --i) {
      const int next = cell - step;
      board.towers[static_cast<std::size_t>(cell)] = board.towers[static_cast<std::size_t>(next)];
      tracker.shift(next, cell);
      cell = next;
    }
    board.towers[static_cast<std::size_t>(cell)] = kGap;
  }
  const Mask kept = ~(bit(source) | bit(target) | moving);
  const auto& added_at_target = detail::kAdded[1][kind_of(tile)];
  const auto& added_at_source = detail::kAdded[left >= 2][kind_of(under)];
  detail::Row planes, at_target, at_source;
  std::memcpy(&planes, board.planes.data(), sizeof planes);
  std::memcpy(&at_target, added_at_target.data(), sizeof at_target);
  std::memcpy(&at_source, added_at_source.data(), sizeof at_source);
  planes = (planes & kept) | ((planes & moving) << up >> down) | (at_target & bit(target)) | (at_source & settled);
  std::memcpy(board.planes.data(), &planes, sizeof planes);
  board.tall3 = (board.tall3 & kept) | ((board.tall3 & moving) << up >> down) |
                static_cast<Mask>(raised >= 3) << target | static_cast<Mask>(left >= 3) << source;
  board.tall4 = (board.tall4 & kept) | ((board.tall4 & moving) << up >> down) |
                static_cast<Mask>(raised >= 4) << target | static_cast<Mask>(left >= 4) << source;
  board.side ^= 1;
  board.taboo = static_cast<std::uint8_t>(target);
}

}  // namespace tafelrunde::tokan
