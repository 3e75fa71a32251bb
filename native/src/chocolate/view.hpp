// What one observer may know of a position (its information set), and positions drawn from the deals that fit it
// (determinisations).
#pragma once

#include <optional>
#include <vector>

#include "chocolate/deal.hpp"
#include "chocolate/position.hpp"

namespace tafelrunde::chocolate {

inline constexpr int kSpectator = -1;

class View {
 public:
  // What a seat, or kSpectator, may know of a position. A finished game is open to all.
  View(const Position& position, int observer);

  // Builds a view from parts in which unknown cards are kHidden; of a hidden swap card the announced number is known.
  // The facts of the setup are two: the observer's and the public's, or none. On failure `error` says why.
  static std::optional<View> build(Setup setup, int observer, int offered_number, int countered_number,
                                   std::string& error);

  // Draws a position uniformly from the deals that fit everything the observer knows. No value: in `tries` draws none
  // did, which happens only to views of matches that were never played.
  std::optional<Position> resample(Rng& rng, int tries = 200'000) const;

  const Position& known() const { return known_; }  // hidden cards are kHidden
  int observer() const { return observer_; }
  int offered_number() const { return offered_number_; }      // of a hidden offered card, else -1
  int countered_number() const { return countered_number_; }  // of a hidden countered card, else -1
  const Facts& facts() const { return facts_; }
  const Facts& public_facts() const { return public_facts_; }
  bool has_facts() const { return has_facts_; }

 private:
  explicit View(Position position) : known_(std::move(position)) {}

  struct Start;
  std::vector<Start> starts() const;
  std::vector<Facts> facts_for_all() const;
  bool choose_swap(Swap& swap, const Table& table, Rng& rng) const;

  Position known_;
  int observer_ = kSpectator;
  int offered_number_ = -1;
  int countered_number_ = -1;
  bool has_facts_ = false;
  Facts facts_;
  Facts public_facts_;
};

}  // namespace tafelrunde::chocolate
