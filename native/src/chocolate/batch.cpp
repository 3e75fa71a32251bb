#include "chocolate/batch.hpp"

#include <algorithm>

#include "chocolate/legality.hpp"
#include "chocolate/sample.hpp"

namespace tafelrunde::chocolate {
namespace {

// A move of cells along their rows. Which way it goes cannot be foreseen, so both shifts are made and one of them is by
// nothing.
struct Slide {
  int left;
  int right;
  explicit Slide(int by) : left(std::max(by, 0)), right(std::max(-by, 0)) {}
  template <class Row>
  Row operator()(Row row) const {
    return (row << left) >> right;
  }
};

// Writes a plane moved to the centred window.
template <class Row>
void write_plane(std::uint32_t* out, typename Field<Row>::Plane plane, Cell by, int low, int high) {
  static_assert(std::endian::native == std::endian::little);
  constexpr int kSize = kBits<Row>;
  const Slide slide(by.x);
  if constexpr (sizeof(Row) == 4) {
    // A narrow window moves by less than the padding of a plane: empty rows come in by themselves.
    static_assert(kSize / 2 <= Field<Row>::kPad);
    const Row* rows = &plane[-by.y];
    for (int y = 0; y < kSize; ++y) out[y] = slide(rows[y]);
  } else {
    std::array<Row, kSize> rows{};
    for (int y = low; y <= high; ++y) rows[static_cast<std::size_t>(y + by.y)] = slide(plane[y]);
    std::memcpy(out, rows.data(), sizeof rows);
  }
}

// Fetches what the next match will need while one is played: a batch is larger than the nearest cache.
void prefetch(const void* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; i += 64) __builtin_prefetch(static_cast<const char*>(from) + i, 1);
}

}  // namespace

template <class Row>
Batch<Row>::Batch(const Rules& rules, int matches) : rules_(rules) {
  const auto n = static_cast<std::size_t>(matches);
  matches_.resize(n);
  planes.resize(n * kPlaneWords);
  scalars.resize(n * kScalars);
  final_planes.resize(planes.size());
  final_scalars.resize(scalars.size());
  ended.resize(n);
  actors.resize(n);
  rewards.resize(n * rules.players);
  points.resize(n * static_cast<std::size_t>(rules.sides()));
}

template <class Row>
void Batch<Row>::prepare_masks() {
  const std::size_t n = matches_.size();
  placings.resize(n * kMaskWords);
  others.resize(n);
  smarties.resize(n);
  colours.resize(n);
}

template <class Row>
void Batch<Row>::deal(Match& match) {
  match.state.field = {};
  match.state.table = Table::shuffled(rules_, match.rng);
  count_all(match);
}

template <class Row>
void Batch<Row>::count_all(Match& match) {
  for (int type = 0; type < kTypes; ++type) match.hidden[type] = static_cast<std::int8_t>(copies(rules_.game, type));
}

// Takes back what was said of the end of a match.
template <class Row>
void Batch<Row>::clear(int index) {
  ended[index] = static_cast<std::uint8_t>(Ended::kNo);
  std::fill_n(&rewards[static_cast<std::size_t>(index) * rules_.players], rules_.players, 0.0F);
  std::fill_n(&points[static_cast<std::size_t>(index * rules_.sides())], rules_.sides(), std::int16_t{0});
}

template <class Row>
void Batch<Row>::reset(std::uint64_t seed, int begin, int end) {
  for (int i = begin; i < end; ++i) restart(i, Rng(seed, static_cast<std::uint64_t>(i)));
}

template <class Row>
void Batch<Row>::reset_each(const std::uint64_t* seeds, int begin, int end) {
  for (int i = begin; i < end; ++i) restart(i, Rng(seeds[i], 0));
}

template <class Row>
void Batch<Row>::restart(int index, const Rng& rng) {
  matches_[index].rng = rng;
  deal(matches_[index]);
  clear(index);
  observe(index);
}

template <class Row>
bool Batch<Row>::set_position(int match, const Position& position) {
  Match& target = matches_[match];
  const bool fits = position.visit([&]<class From>(const State<From>& state) {
    if constexpr (sizeof(From) == sizeof(Row)) {
      target.state = state;
      return true;
    } else if constexpr (sizeof(From) < sizeof(Row)) {
      target.state = state.widened();
      return true;
    } else {
      return false;
    }
  });
  if (!fits) return false;
  const Table& table = target.state.table;
  count_all(target);
  for (int i = 0; i < table.lying; ++i) --target.hidden[type_of(table.cards[i].look)];
  clear(match);
  observe(match);
  return true;
}

template <class Row>
bool Batch<Row>::is_illegal(const Action& action, int match) const {
  if (action.what == kRandomAction || action.what == kNoAction) return false;
  const State<Row>& state = matches_[match].state;
  const std::optional<Move> move = decode(state, action);
  return !move || objection(state, *move) != nullptr;
}

template <class Row>
int Batch<Row>::find_illegal(const Action* actions, int begin, int end) const {
  for (int i = begin; i < end; ++i) {
    if (is_illegal(actions[i], i)) return i;
  }
  return -1;
}

template <class Row>
void Batch<Row>::sample(Action* actions, int begin, int end) {
  for (int i = begin; i < end; ++i) {
    Match& match = matches_[i];
    actions[i] = encode(match.state, random_move(match.state, match.rng));
  }
}

template <class Row>
void Batch<Row>::step(const Action* actions, int begin, int end) {
  for (int i = begin; i < end; ++i) {
    Match& match = matches_[i];
    if (sizeof(Row) == 4 && i + 1 < size()) prefetch(&matches_[i + 1], sizeof(Match));
    State<Row>& state = match.state;
    actors[i] = static_cast<std::int8_t>(state.table.actor());
    if (actions != nullptr && actions[i].what == kNoAction) {
      if (ended[i] != 0) clear(i);
      if (i > begin) observe(i - 1);
      continue;
    }
    const bool random = actions == nullptr || actions[i].what == kRandomAction;
    // NOLINTNEXTLINE(bugprone-unchecked-optional-access): actions are checked before any of them is taken
    const Move move = random ? random_move(state, match.rng) : *decode(state, actions[i]);
    const bool inside = state.template play<false>(move);
    if (inside && move.kind == Kind::kPlace) --match.hidden[type_of(move.look)];
    Ended how = Ended::kNo;
    if (!inside) {
      how = Ended::kTruncated;
    } else if (state.table.over()) {
      how = Ended::kFinished;
    }
    if (ended[i] != 0) clear(i);
    ended[i] = static_cast<std::uint8_t>(how);
    if (how != Ended::kNo) {
      finish(i);
      keep_end(i, how);
      deal(match);
    }
    // A match is looked at while the next one is played: wide loads right after the narrow stores of a move would wait.
    if (i > begin) observe(i - 1);
  }
  if (begin < end) observe(end - 1);
}

// Keeps what is seen at the end of a match; a window that it has outgrown shows nothing.
template <class Row>
void Batch<Row>::keep_end(int index, Ended how) {
  const auto at = static_cast<std::size_t>(index);
  std::uint32_t* seen = &final_planes[at * kPlaneWords];
  std::int8_t* numbers = &final_scalars[at * kScalars];
  if (how == Ended::kTruncated) {
    std::fill_n(seen, kPlaneWords, 0U);
    std::fill_n(numbers, kScalars, std::int8_t{0});
    return;
  }
  observe(index);
  std::copy_n(&planes[at * kPlaneWords], kPlaneWords, seen);
  std::copy_n(&scalars[at * kScalars], kScalars, numbers);
}

// Writes the points and, for a finished match, the rewards.
template <class Row>
void Batch<Row>::finish(int index) {
  const Score score = matches_[index].state.score();
  const int sides = rules_.sides();
  for (int side = 0; side < sides; ++side) points[index * sides + side] = static_cast<std::int16_t>(score.points[side]);
  if (score.winner < 0) return;  // a draw, or truncated
  const float loss = rules_.players == 3 ? -0.5F : -1.0F;
  for (int seat = 0; seat < rules_.players; ++seat) {
    rewards[index * rules_.players + seat] = rules_.side(seat) == score.winner ? 1.0F : loss;
  }
}

template <class Row>
void Batch<Row>::observe(int index) {
  const Match& match = matches_[index];
  const Field<Row>& field = match.state.field;
  const Table& table = match.state.table;
  const Cell by = centring(field);

  std::uint32_t* out = &planes[static_cast<std::size_t>(index) * kPlaneWords];
  const int low = field.low().y;
  const int high = field.high().y;
  for (const auto plane :
       {field.visible(0), field.visible(1), field.visible(2), field.upper(), field.guarded(), field.places()}) {
    write_plane<Row>(out, plane, by, low, high);
    out += kSize * kWords;
  }

  std::int8_t* s = &scalars[static_cast<std::size_t>(index) * kScalars];
  const int seat = table.actor();
  const Cell corner = field.to_field({-by.x, -by.y});
  s[kDeciding] = static_cast<std::int8_t>(seat);
  s[kOnTurn] = static_cast<std::int8_t>(table.to_move);
  std::memcpy(s + kSideColours, table.colours.data(), sizeof table.colours);
  std::memcpy(s + kSmartiesLeft, table.smarties.data(), sizeof table.smarties);
  for (int other = 0; other < kMaxPlayers; ++other) {
    s[kHandSizes + other] = static_cast<std::int8_t>(table.hands[other].size);
  }
  s[kStackSize] = static_cast<std::int8_t>(table.stack_size());
  s[kPasses] = static_cast<std::int8_t>(table.passes);
  s[kSwapPhase] = static_cast<std::int8_t>(table.swap.phase);
  s[kSwapSeat] = static_cast<std::int8_t>(table.swap.to);
  s[kOfferedNumber] = 0;
  s[kCounteredNumber] = 0;
  s[kSwapUsed] = table.swap_used;
  s[kWindowX] = static_cast<std::int8_t>(corner.x);
  s[kWindowY] = static_cast<std::int8_t>(corner.y);
  std::memset(s + kOwnHand, 0, kTypes);
  std::memcpy(s + kUnseen, match.hidden.data(), kTypes);
  for (const std::uint8_t type : table.hands[static_cast<std::size_t>(seat)]) {
    ++s[kOwnHand + type];
    --s[kUnseen + type];
  }
  s[kOwnOffer] = -1;
  if (table.swap.phase != Phase::kNone) {
    s[kOfferedNumber] = static_cast<std::int8_t>(pieces(table.swap.offered, table.colours[table.swap.to]));
    if (table.swap.phase == Phase::kCountered) {
      s[kCounteredNumber] = static_cast<std::int8_t>(pieces(table.swap.countered, table.colours[table.to_move]));
      s[kOwnOffer] = static_cast<std::int8_t>(table.swap.offered);
    }
  }
}

template <class Row>
void Batch<Row>::write_masks(int begin, int end) {
  for (int i = begin; i < end; ++i) {
    const State<Row>& state = matches_[i].state;
    const Table& table = state.table;
    const Field<Row>& field = state.field;
    std::uint32_t* out = &placings[static_cast<std::size_t>(i) * kMaskWords];
    std::fill_n(out, kMaskWords, 0U);
    others[i] = 0;
    smarties[i] = 1;
    const unsigned announceable = table.announceable();
    colours[i] = static_cast<std::uint8_t>(announceable != 0 ? announceable : 1U << kNoColour);

    const Choice cards = acting_cards(table);
    const unsigned slots = (1U << cards.size) - 1;
    if (table.swap.phase == Phase::kOffered) {
      others[i] = 1U << 9 | slots << 10;
      continue;
    }
    if (table.swap.phase == Phase::kCountered) {
      others[i] = 1U << 14 | 1U << 15;
      continue;
    }
    if (table.may_offer()) others[i] = slots << 1 | slots << 5;
    if (table.smarties[table.to_move] > 0) smarties[i] = (std::uint64_t{4} << field.target_count()) - 1;

    const Cell by = centring(field);
    const Choice choice = state.choice();
    Row any = 0;
    int slot = 0;
    sweep_places(field, choice, [&](std::uint8_t look, int tier, int y, const std::array<Row, kSweep>& rows) {
      // Blocks come card by card: the slot of a look is at most one step away.
      while (choice.types[slot] != type_of(look)) slot = slot + 1 == choice.size ? 0 : slot + 1;
      const int layer = (slot * kRotations + look % kRotations) * 2 + tier - 1;
      std::array<Row, kSweep> moved;
      for (int r = 0; r < kSweep; ++r) {
        any |= rows[r];
        moved[r] = by.x >= 0 ? rows[r] << by.x : rows[r] >> -by.x;
      }
      std::uint32_t* at = out + (layer * kSize + y + by.y) * kWords;
      // The last block may reach beyond the window; there is nothing in those rows.
      const int inside = kSize - (y + by.y);
      if (inside >= kSweep) {
        std::memcpy(at, moved.data(), sizeof moved);
      } else {
        std::memcpy(at, moved.data(), static_cast<std::size_t>(inside) * sizeof(Row));
      }
    });
    if (any == 0) others[i] |= 1;
  }
}

template class Batch<Narrow>;
template class Batch<Wide>;

}  // namespace tafelrunde::chocolate
