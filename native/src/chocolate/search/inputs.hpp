// What the net is shown of a position: planes of the field and a list of small whole numbers, from the side on turn.
#pragma once

#include <array>
#include <cstdint>

#include "chocolate/search/strength.hpp"

namespace tafelrunde::chocolate {

// Planes of cells: the pieces of the side on turn, of nobody or the third side, and of the side after it, then what
// lies in the second tier, under a smartie, and what a card of the second tier could still cover.
inline constexpr int kInputPlanes = 6;

namespace detail {

// The type that a card becomes when its colours are renamed.
constexpr std::uint8_t renamed_type(std::uint8_t type, const std::array<std::uint8_t, kColours>& names) {
  std::array<std::uint8_t, 4> corners{};
  for (int i = 0; i < 4; ++i) corners[i] = names[kLookTable[type * kRotations].colour[i]];
  for (std::uint8_t other = 0; other < kTypes; ++other) {
    if (kPrinted[other] != kPrinted[type]) continue;
    for (int rotation = 0; rotation < kRotations; ++rotation) {
      if (kLookTable[other * kRotations + rotation].colour == corners) return other;
    }
  }
  return kNoCard;
}

using TypeNames = std::array<std::uint8_t, kTypes>;

// By the colours that become 0 and 1.
constexpr std::array<std::array<TypeNames, kColours>, kColours> make_type_names() {
  std::array<std::array<TypeNames, kColours>, kColours> result{};
  for (std::uint8_t zero = 0; zero < kColours; ++zero) {
    for (std::uint8_t one = 0; one < kColours; ++one) {
      if (zero == one) continue;
      std::array<std::uint8_t, kColours> names{2, 2, 2};
      names[zero] = 0;
      names[one] = 1;
      for (std::uint8_t type = 0; type < kTypes; ++type) result[zero][one][type] = renamed_type(type, names);
    }
  }
  return result;
}
inline constexpr auto kTypeNames = make_type_names();

// The places of a game's types among the inputs; types that it does not have share the last one, which is not shown.
constexpr std::array<std::uint8_t, kTypes> make_type_places(Game game) {
  std::array<std::uint8_t, kTypes> places{};
  std::uint8_t next = 0;
  for (int type = 0; type < kTypes; ++type) {
    places[type] = copies(game, type) > 0 ? next++ : static_cast<std::uint8_t>(kTypes - 1);
  }
  return places;
}
inline constexpr std::array<std::array<std::uint8_t, kTypes>, 2> kTypePlaces{make_type_places(Game::kSchoko),
                                                                             make_type_places(Game::kSchokoly)};

constexpr int count_types(Game game) {
  int n = 0;
  for (int type = 0; type < kTypes; ++type) n += copies(game, type) > 0;
  return n;
}

// How much of an input a trait of 1 is; all traits are quarters at least.
inline constexpr std::array<int, kTraits> kTraitUnits{16, 16, 16, 16, 16, 16, 16, 16, 16, 16,
                                                      64, 8,  64, 64, 32, 32, 32, 16, 256};

}  // namespace detail

// How many numbers a form's positions are described by, beside the planes.
constexpr int count_inputs(Game game, int players) {
  const int sides = players == 4 ? 2 : players;
  return sides * kTraits + (players + 1) * detail::count_types(game) + 3 * players + kPhases + 2 + sides;
}

// The planes of a field, by the colours that come first, second and last.
template <class Row>
class Planes {
 public:
  using Names = std::array<std::uint8_t, kColours>;

  Planes(const Field<Row>& field, const Names& names) : field_(&field), names_(names) {}

  const Field<Row>& field() const { return *field_; }
  const Names& names() const { return names_; }

  // Cells of a plane in a row of the window.
  Row row(int plane, int y) const {
    if (plane < kColours) return field_->visible(names_[static_cast<std::size_t>(plane)])[y];
    if (plane == 3) return field_->upper()[y];
    if (plane == 4) return field_->guarded()[y];
    const Row here = field_->second()[y];
    const Row above = field_->second()[y - 1];
    return here | (here << 1) | above | (above << 1);
  }

 private:
  const Field<Row>* field_;
  Names names_;
};

// A position from the side on turn; all colours must be known.
template <class Row>
class Seen {
 public:
  explicit Seen(const State<Row>& state) : state_(state), colours_(state.table) {
    const Table& table = state.table;
    const int first = table.rules.side(table.to_move);
    zero_ = colours_.side[first];
    two_ = colours_.side[(first + 1) % colours_.sides];
  }

  Planes<Row> planes() const { return {state_.field, {zero_, one(), two_}}; }

  // Writes `count_inputs` numbers in units of 1/256.
  void write(std::int16_t* out) const {
    const Table& table = state_.table;
    const Rules& rules = table.rules;
    const auto put = [&](int value) { *out++ = static_cast<std::int16_t>(std::clamp(value, -2047, 2047)); };
    const std::array<Traits, kMaxSides> traits = traits_of(state_, colours_);
    for (int i = 0; i < colours_.sides; ++i) {
      const Traits& own = traits[(rules.side(table.to_move) + i) % colours_.sides];
      for (int t = 0; t < kTraits; ++t) {
        put(static_cast<int>(own[t] * static_cast<float>(detail::kTraitUnits[static_cast<std::size_t>(t)])));
      }
    }
    const int types = detail::count_types(rules.game);
    const auto& places = detail::kTypePlaces[static_cast<std::size_t>(rules.game)];
    const detail::TypeNames& names = detail::kTypeNames[zero_][one()];
    std::array<int, kTypes> counts{};
    const auto count = [&](std::uint8_t card) {
      if (card < kTypes) ++counts[places[names[card]]];
    };
    for (int i = 0; i < rules.players; ++i) {
      counts.fill(0);
      for (const std::uint8_t card : table.hands[(table.to_move + i) % rules.players]) count(card);
      for (int type = 0; type < types; ++type) put(128 * counts[type]);
    }
    counts.fill(0);
    for (int i = table.drawn; i < table.stack_end; ++i) count(table.stack[i]);
    for (int type = 0; type < types; ++type) put(64 * counts[type]);
    for (int i = 0; i < rules.players; ++i) {
      const int seat = (table.to_move + i) % rules.players;
      put(64 * table.hands[seat].size);
      put(64 * table.smarties[seat]);
      put(table.stack_size() % rules.players == i ? 256 : 0);
    }
    const int phase = phase_of(table);
    for (int i = 0; i < kPhases; ++i) put(i == phase ? 256 : 0);
    put(16 * table.stack_size());
    put(256 * table.passes);
    // What the linear judge says; a file of the first version does not ask for it.
    const std::array<double, kMaxSides> strength =
        strengths_of(traits, phase, colours_.sides, fitted_weights(form_of(rules)));
    for (int i = 0; i < colours_.sides; ++i) {
      put(static_cast<int>(16.0 * lead_of(strength, (rules.side(table.to_move) + i) % colours_.sides, colours_.sides)));
    }
  }

 private:
  std::uint8_t one() const { return static_cast<std::uint8_t>(3 - zero_ - two_); }

  const State<Row>& state_;
  Colours colours_;
  std::uint8_t zero_;  // the colour of the side on turn
  std::uint8_t two_;   // and of the one after it
};

}  // namespace tafelrunde::chocolate
