#include "engine/chocolate/believing.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "engine/json.hpp"

namespace tafelrunde::engine {

namespace {

using chocolate::TypeSet;

// Hands by seat, then the stack.
constexpr int kPlaces = chocolate::kMaxPlayers + 1;
constexpr int kStack = chocolate::kMaxPlayers;

using Counts = std::array<std::int64_t, kPlaces>;

// The places that hold a type at least once, for every type.
std::array<TypeSet, kPlaces> held_at(const chocolate::Table& table) {
  std::array<TypeSet, kPlaces> held{};
  for (int seat = 0; seat < table.rules.players; ++seat) {
    for (const std::uint8_t card : table.hands[seat]) held[seat] |= chocolate::type_bit(card);
  }
  for (int i = table.drawn; i < table.stack_end; ++i) held[kStack] |= chocolate::type_bit(table.stack[i]);
  return held;
}

// The numbers of unseen cards by type.
std::array<int, chocolate::kTypes> unseen_of(const chocolate::Table& known) {
  std::array<int, chocolate::kTypes> unseen{};
  for (std::uint8_t type = 0; type < chocolate::kTypes; ++type) {
    unseen[type] = chocolate::copies(known.rules.game, type);
    for (const chocolate::Hand& hand : known.hands) unseen[type] -= hand.count(type);
  }
  for (int i = 0; i < known.lying; ++i) --unseen[chocolate::type_of(known.cards[i].look)];
  return unseen;
}

// What the observer's knowledge tells types apart by: types with the same marks are as likely as each other everywhere.
std::vector<TypeSet> distinctions(const chocolate::View& view) {
  std::vector<TypeSet> sets;
  for (const chocolate::Fact& fact : view.facts()) sets.push_back(fact.cards);
  const chocolate::Table& table = view.known().table();
  const auto named = [&](int number, int to) {
    if (number >= 0)
      sets.push_back(chocolate::types_showing(table.rules.game,
                                              table.colours[static_cast<std::size_t>(table.rules.side(to))], number));
  };
  named(view.offered_number(), table.swap.to);
  named(view.countered_number(), table.to_move);
  return sets;
}

}  // namespace

std::string believe_chocolate(const ChocolateTable& table, std::uint64_t seed, int deals) {
  std::string error;
  const std::optional<chocolate::View> view = table.to_search(error);
  if (!view) return failed(error);
  const chocolate::Table& known = view->known().table();
  if (known.over()) return failed("the game is over");

  std::array<Counts, chocolate::kTypes> counts{};
  Rng rng(seed, 0);
  for (int deal = 0; deal < deals; ++deal) {
    const std::optional<chocolate::Position> drawn = view->resample(rng);
    if (!drawn) return failed("no deal fits what the observer knows");
    const std::array<TypeSet, kPlaces> held = held_at(drawn->table());
    for (std::uint8_t type = 0; type < chocolate::kTypes; ++type) {
      for (int place = 0; place < kPlaces; ++place) counts[type][place] += (held[place] >> type & 1) != 0;
    }
  }

  // Types that nothing tells apart share what was counted of them, so that equal chances look equal.
  const std::array<int, chocolate::kTypes> unseen = unseen_of(known);
  const std::vector<TypeSet> sets = distinctions(*view);
  std::map<std::vector<int>, std::vector<std::uint8_t>> alike;
  for (std::uint8_t type = 0; type < chocolate::kTypes; ++type) {
    if (unseen[type] == 0) continue;
    std::vector<int> marks{unseen[type]};
    for (const TypeSet set : sets) marks.push_back((set & chocolate::type_bit(type)) != 0);
    alike[marks].push_back(type);
  }
  std::array<std::array<double, kPlaces>, chocolate::kTypes> chances{};
  for (const auto& [marks, types] : alike) {
    for (int place = 0; place < kPlaces; ++place) {
      std::int64_t sum = 0;
      for (const std::uint8_t type : types) sum += counts[type][place];
      const double mean = static_cast<double>(sum) / (static_cast<double>(types.size()) * deals);
      for (const std::uint8_t type : types) chances[type][place] = mean;
    }
  }

  std::vector<std::uint8_t> shown;
  for (std::uint8_t type = 0; type < chocolate::kTypes; ++type) {
    if (unseen[type] > 0) shown.push_back(type);
  }
  std::string json = "{\"cards\":";
  add_list(json, shown, [&](std::uint8_t type) {
    std::vector<double> hands(chances[type].begin(), chances[type].begin() + known.rules.players);
    // Of its own hand the observer knows everything.
    if (view->observer() >= 0) hands[static_cast<std::size_t>(view->observer())] = 0;
    json += '[';
    add_text(json, chocolate::type_text(type));
    json += ',';
    add_number(json, unseen[type]);
    json += ',';
    add_list(json, hands, [&](double chance) { add_fraction(json, chance); });
    json += ',';
    add_fraction(json, chances[type][kStack]);
    json += ']';
  });
  return json + "}";
}

}  // namespace tafelrunde::engine
