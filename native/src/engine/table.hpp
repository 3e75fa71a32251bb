// A table of any game as the page meets it: everything about it is asked with texts and answered with texts.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/why.hpp"

namespace tafelrunde::engine {

inline constexpr int kSpectator = -1;  // the observer that owns no seat
inline constexpr int kOpen = -2;       // nobody's view: everything is known

// What a text is refused for.
struct Refused {
  std::string_view code;  // "invalid-notation", "bad-setup" or "illegal-move"; empty if nothing is wrong
  std::string text;       // the part that does not read
  std::string reason;
  Why why;  // of an illegal move

  explicit operator bool() const { return !code.empty(); }
};

inline Refused misread(std::string_view text, std::string reason) {
  return {"invalid-notation", std::string(text), std::move(reason), {}};
}
inline Refused bad_setup(std::string reason) { return {"bad-setup", {}, std::move(reason), {}}; }
inline Refused illegal(std::string_view text, Why why) {
  std::string reason = why.sentence;
  return {"illegal-move", std::string(text), std::move(reason), std::move(why)};
}

// A move that was made: how it reads, and what others learn of it.
struct Made {
  std::string text;
  std::string heard;     // how it reads to those who do not see its card; empty where all do
  int seat = 0;          // who made it
  int to = kSpectator;   // who sees its card once the swap is accepted
  bool accepts = false;  // whether the swap of the two moves before it takes place
  int drawn = -1;        // which card of the deck was drawn, or none
};

class Table {
 public:
  Table() = default;
  Table(const Table&) = default;
  Table& operator=(const Table&) = default;
  virtual ~Table() = default;

  [[nodiscard]] virtual int seat() const = 0;
  [[nodiscard]] virtual bool over() const = 0;
  [[nodiscard]] virtual int seats() const = 0;
  [[nodiscard]] virtual int sides() const = 0;
  [[nodiscard]] virtual std::vector<int> points() const = 0;
  [[nodiscard]] virtual int winner() const = 0;  // -1 while the game runs and for a draw
  // Which of some sides, as bits, are in front as the score stands.
  [[nodiscard]] virtual unsigned leaders(unsigned among) const = 0;
  // Every legal move, negotiations last; none where the hand that decides is hidden.
  [[nodiscard]] virtual std::vector<std::string> moves() const = 0;
  // The cards that are dealt to every seat from the deck; 0 for a game without hands.
  [[nodiscard]] virtual int dealt() const { return 0; }
  // All cards of the game; 0 for one without.
  [[nodiscard]] virtual int deck_size() const { return 0; }

  // The JSON of the table as the server sends it, of `observer` for those who know everything. What is legal is told
  // to the observer who decides, if `act`.
  [[nodiscard]] virtual std::string shown(int observer, bool act) const = 0;

  // The table after a move, or none and why.
  virtual std::unique_ptr<Table> play(std::string_view text, Made& made, Refused& refused) const = 0;
};

}  // namespace tafelrunde::engine
