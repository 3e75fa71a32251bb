#include "chocolate/deal.hpp"

namespace tafelrunde::chocolate {
namespace {

constexpr int kClasses = 1 << kMaxPlayers;

// The number of cards in each class; bit s of a class says that seat s limits its types.
using ClassSizes = std::array<int, kClasses>;
using ClassPicks = std::array<int, kClasses>;

ClassSizes class_sizes(const Supply& supply, const HandPlans& plans) {
  ClassSizes sizes{};
  for (std::uint8_t type = 0; type < kTypes; ++type) {
    int at = 0;
    for (int seat = 0; seat < kMaxPlayers; ++seat) at |= (plans[seat].limited >> type & 1) << seat;
    sizes[at] += supply.left[type];
  }
  return sizes;
}

// Merges the classes that differ only in what seats before `seat` limit.
ClassSizes merged(const ClassSizes& sizes, int seat) {
  ClassSizes result{};
  for (int at = 0; at < kClasses; ++at) result[at >> seat << seat] += sizes[at];
  return result;
}

double count_from(int seat, const ClassSizes& sizes, const HandPlans& plans);

// Runs through the ways to fill one hand class by class. `ways` counts the orders of what has been picked so far: the
// places of the hand that the class's cards take, and which of its cards go there in which order.
template <class Visit>
void each_pick(int seat, const ClassSizes& sizes, int at, int open, int limit, double ways, ClassPicks& picks,
               const Visit& visit) {
  while (at < kClasses && sizes[at] == 0) ++at;
  if (at == kClasses) {
    if (open == 0) visit(ways);
    return;
  }
  const bool limited = (at >> seat & 1) != 0;
  for (int n = 0; n <= open && n <= sizes[at]; ++n) {
    if (limited && n > limit) break;
    picks[at] = n;
    each_pick(seat, sizes, at + 1, open - n, limited ? limit - n : limit, ways, picks, visit);
    ways = ways * (open - n) / (n + 1) * (sizes[at] - n);
  }
  picks[at] = 0;
}

template <class Visit>
void each_hand(int seat, const ClassSizes& sizes, const HandPlans& plans, const Visit& visit) {
  if (plans[seat].limit < 0) return;
  ClassPicks picks{};
  each_pick(seat, sizes, 0, plans[seat].open, plans[seat].limit, 1.0, picks, [&](double ways) {
    ClassSizes rest = sizes;
    for (int at = 0; at < kClasses; ++at) rest[at] -= picks[at];
    visit(picks, ways * count_from(seat + 1, rest, plans));
  });
}

double count_from(int seat, const ClassSizes& sizes, const HandPlans& plans) {
  if (seat == kMaxPlayers) return 1.0;
  double total = 0;
  each_hand(seat, merged(sizes, seat), plans, [&](const ClassPicks&, double ways) { total += ways; });
  return total;
}

// A number from 0 to 1, exclusive.
double unit(Rng& rng) { return static_cast<double>(rng.next() >> 11) * 0x1p-53; }

}  // namespace

int Supply::size() const { return size(kAllTypes); }

int Supply::size(TypeSet types) const {
  int n = 0;
  for (std::uint8_t type = 0; type < kTypes; ++type) n += (types & type_bit(type)) != 0 ? left[type] : 0;
  return n;
}

std::uint8_t Supply::draw(TypeSet types, Rng& rng) {
  auto k = static_cast<int>(rng.below(static_cast<std::uint32_t>(size(types))));
  std::uint8_t type = 0;
  for (;; ++type) {
    if ((types & type_bit(type)) == 0) continue;
    if (k < left[type]) break;
    k -= left[type];
  }
  --left[type];
  return type;
}

double count_deals(const Supply& supply, const HandPlans& plans) {
  return count_from(0, class_sizes(supply, plans), plans);
}

void deal_hands(Supply& supply, const HandPlans& plans, std::array<Hand, kMaxPlayers>& hands, Rng& rng) {
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    if (plans[seat].open == 0) continue;
    const ClassSizes sizes = merged(class_sizes(supply, plans), seat);
    double mark = unit(rng) * count_from(seat, sizes, plans);
    ClassPicks chosen{};
    each_hand(seat, sizes, plans, [&](const ClassPicks& picks, double ways) {
      // Rounding can leave a rest of the mark behind the last way: then that one stands.
      if (mark < 0 || ways == 0) return;
      chosen = picks;
      mark -= ways;
    });
    for (int at = 0; at < kClasses; ++at) {
      TypeSet types = kAllTypes;
      for (int later = seat; later < kMaxPlayers; ++later) {
        types &= (at >> later & 1) != 0 ? plans[later].limited : ~plans[later].limited;
      }
      for (int n = chosen[at]; n > 0; --n) hands[seat].add(supply.draw(types, rng));
    }
  }
}

}  // namespace tafelrunde::chocolate
