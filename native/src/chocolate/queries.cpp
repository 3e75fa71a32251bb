#include "chocolate/queries.hpp"

#include <algorithm>

#include "chocolate/sample.hpp"

namespace tafelrunde::chocolate {
namespace {

template <class Row>
void append_cells(Cells& cells, const Field<Row>& field, Row row, int y) {
  for (; row != 0; row &= row - 1) {
    const Cell cell = field.to_field({lowest_bit(row), y});
    cells.emplace_back(cell.x, cell.y);
  }
}

template <class Row>
Cells group_cells(const Field<Row>& field, const Groups<Row>& groups, int root) {
  Cells cells;
  for (int i = root; i < groups.runs(); ++i) {
    if (groups.group(i) == root) append_cells(cells, field, groups.run(i).cells, groups.run(i).y);
  }
  return cells;
}

}  // namespace

std::int64_t count_turns(const Position& position) {
  return position.visit([](const auto& state) { return state.count_turns(); });
}

std::vector<LookPlaces> hand_places(const Position& position) {
  std::vector<LookPlaces> result;
  if (position.table().over() || position.table().swap.phase != Phase::kNone) return result;
  position.visit([&]<class Row>(const State<Row>& state) {
    const Choice choice = state.choice();
    for (int card = 0; card < choice.size; ++card) {
      for (int rotation = 0; rotation < kRotations; ++rotation) {
        result.push_back({look_text(static_cast<std::uint8_t>(choice.types[card] * kRotations + rotation)), {}, {}});
      }
    }
    sweep_places(state.field, choice, [&](std::uint8_t look, int tier, int y, const std::array<Row, kSweep>& rows) {
      int card = 0;
      while (choice.types[card] != type_of(look)) ++card;
      LookPlaces& places = result[static_cast<std::size_t>(card * kRotations + look % kRotations)];
      for (int i = 0; i < kSweep; ++i) {
        append_cells(tier == 1 ? places.first : places.second, state.field, rows[i], y + i);
      }
    });
  });
  return result;
}

Cells smartie_targets(const Position& position) {
  if (position.table().smarties[position.table().to_move] == 0) return {};
  return position.visit([]<class Row>(const State<Row>& state) {
    Cells cells;
    const Field<Row>& field = state.field;
    for (int y = field.top(); y < field.bottom(); ++y) append_cells(cells, field, field.targets()[y], y);
    return cells;
  });
}

std::vector<Cells> colour_groups(const Position& position, std::uint8_t colour) {
  std::vector<Cells> result;
  position.visit([&]<class Row>(const State<Row>& state) {
    const Field<Row>& field = state.field;
    const Groups<Row> groups(field.visible(colour), field.top(), field.bottom());
    for (int root = 0; root < groups.runs(); ++root) {
      if (groups.group(root) == root) result.push_back(group_cells(field, groups, root));
    }
  });
  std::stable_sort(result.begin(), result.end(), [](const Cells& a, const Cells& b) { return a.size() > b.size(); });
  return result;
}

std::vector<NeutralCells> neutral_groups(const Position& position) {
  std::vector<NeutralCells> result;
  position.visit([&]<class Row>(const State<Row>& state) {
    each_neutral_group(state.field, state.table, [&](const NeutralGroup& group, const Groups<Row>& groups) {
      result.push_back({group_cells(state.field, groups, group.root), group.contacts, group.holder});
    });
  });
  std::stable_sort(result.begin(), result.end(),
                   [](const NeutralCells& a, const NeutralCells& b) { return a.cells.size() > b.cells.size(); });
  return result;
}

Move random_move(const Position& position, Rng& rng) {
  return position.visit([&](const auto& state) { return random_move(state, rng); });
}

}  // namespace tafelrunde::chocolate
