// What the module offers for the chocolate games alone: their search, its net and beliefs.
#include <optional>
#include <span>
#include <string>

#include "door.hpp"
#include "engine/chocolate/believing.hpp"
#include "engine/chocolate/thinking.hpp"
#include "plays.hpp"

namespace {

using namespace tafelrunde;
using namespace wasm;

std::optional<chocolate::Net> g_net;

const engine::ChocolateTable& chocolate_at(int play, int after) {
  return static_cast<const engine::ChocolateTable&>(table_at(play, after));
}

}  // namespace

// Takes the bytes of the input for a net that judges positions of its form from now on; 0 if they are none.
EXPORT(net_read) int net_read() {
  std::string error;
  g_net = chocolate::Net::read(std::span(reinterpret_cast<const std::uint8_t*>(g_input.data()), g_input.size()), error);
  return g_net ? 1 : 0;
}

// seed, nodes, the settings in their order, then the moves that are asked for
EXPORT(chocolate_search) int chocolate_search(int play, int after, int observer, int learned) {
  const engine::ChocolateTable& table = chocolate_at(play, after);
  Words words;
  engine::ChocolateQuestion question;
  question.seed = words.number();
  question.nodes = words.number();
  chocolate::Settings& how = question.settings;
  for (int* setting : {&how.candidates, &how.looks, &how.depth, &how.again, &how.stages, &how.worlds})
    *setting = words.whole();
  how.endgame = words.flag();
  how.offers = words.flag();
  how.sight.cards = words.whole();
  how.sight.recent = words.whole();
  for (bool* sees : {&how.sight.second, &how.sight.groups, &how.sight.others, &how.sight.habits}) *sees = words.flag();
  while (!words.done()) question.asked.push_back(words.text());
  if (learned != 0 && g_net && g_net->form() == chocolate::form_of(table.table().rules)) question.net = &*g_net;
  question.open = observer == engine::kOpen;
  if (question.open) return answered(engine::search_chocolate(table, question, host_clock()));
  return answered(engine::search_chocolate(table.view(observer), question, host_clock()));
}

// seed, deals
EXPORT(chocolate_believe) int chocolate_believe(int play, int after, int observer) {
  Words words;
  const std::uint64_t seed = words.number();
  return answered(engine::believe_chocolate(chocolate_at(play, after).view(observer), seed, words.whole()));
}
