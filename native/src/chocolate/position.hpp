// A position as the outside meets it: any width of field, every move checked, the hash kept, knowledge of swaps kept.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "chocolate/knowledge.hpp"
#include "chocolate/state.hpp"

namespace tafelrunde::chocolate {

inline constexpr std::uint8_t kHidden = 0xfe;  // a card that an observer does not know

// A card on the table as a setup names it.
struct SetupCard {
  int tier;
  int x;
  int y;
  std::uint8_t look;
  bool smartie;
};

// The parts of a position, for building one that was not played from its start.
struct Setup {
  Rules rules;
  std::vector<SetupCard> cards;
  std::vector<std::vector<std::uint8_t>> hands;
  std::vector<std::uint8_t> stack;
  std::vector<std::uint8_t> colours;
  std::vector<int> smarties;
  int to_move = 0;
  int passes = 0;
  Swap swap;
  bool swap_used = false;
  std::vector<Facts> facts;  // by seat, the spectator last; or none at all
  bool anywhere = false;     // the first card need not lie near 0,0: for a field on which nobody plays on
};

class Position {
 public:
  explicit Position(const Table& start);
  explicit Position(const State<Narrow>& state);
  explicit Position(const State<Wide>& state);
  Position(const Position& other);
  Position& operator=(const Position& other);
  Position(Position&&) noexcept = default;
  Position& operator=(Position&&) noexcept = default;

  // Builds a position; on failure there is none and `error` says why. Cards may be hidden only if `hidden` is true.
  static std::optional<Position> build(const Setup& setup, bool hidden, std::string& error);
  Setup setup() const;

  // Calls f with the State<Narrow> or State<Wide> inside.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return wide_ ? f(std::as_const(*wide_)) : f(std::as_const(narrow_));
  }

  const Table& table() const { return wide_ ? wide_->table : narrow_.table; }
  Table& table() { return wide_ ? wide_->table : narrow_.table; }
  bool is_wide() const { return wide_ != nullptr; }

  // Plays a move; returns why it is illegal and changes nothing, or null.
  const char* play(const Move& move);

  // Plays a placing that is known to be legal where cards are hidden: the hash is not kept, and nobody learns from it.
  void follow(const Move& placing);

  // The legal turns in code-point order of their texts, swap actions left out.
  std::vector<std::string> turns() const;
  // The legal swap actions, a refusal first.
  std::vector<Move> swap_actions() const;
  Score score() const;
  std::uint64_t fresh_hash() const;

  // By seat, the spectator last; empty as long as nobody learned anything.
  const std::vector<Facts>& facts() const { return facts_; }
  void set_facts(std::vector<Facts> facts) { facts_ = std::move(facts); }
  Facts facts_of(int observer) const;

 private:
  Position() = default;

  void learn(const Move& move);
  void learn_of_pass();
  void learn_of_refusal();
  void learn_of_accept();
  TypeSet types_heard(std::uint8_t card, int to) const;

  State<Narrow> narrow_;
  std::unique_ptr<State<Wide>> wide_;  // in place of the narrow one where the field is too large for it
  std::vector<Facts> facts_;
};

}  // namespace tafelrunde::chocolate
