// Lets nets of made-up weights judge the positions of games: whichever way an answer is reached it is the same, and it
// is the same number on every machine.
//
// chocolate_net
#include <bit>
#include <cstdio>

#include "check.hpp"
#include "chocolate/sample.hpp"
#include "chocolate/search/policy.hpp"
#include "common/hash.hpp"

using namespace tafelrunde;
using namespace tafelrunde::chocolate;

namespace {

// What the nets below say of the games below, whatever the compiler and the processor.
constexpr std::uint64_t kSaid = 0x8d16337514e7bb06;

std::vector<std::uint8_t> made_up(int form, int version, Rng& rng) {
  const char magic[] = "TAFELNET";
  std::vector<std::uint8_t> bytes(magic, magic + 8);
  const auto put = [&](std::int64_t value, int size) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
  };
  const auto around = [&](int most) {
    return static_cast<std::int64_t>(rng.below(static_cast<std::uint32_t>(2 * most + 1))) - most;
  };
  const int inputs = Net::kLanes + Net::input_count(form) - (version == 1 ? Net::side_count(form) : 0);
  put(version, 4);
  put(form, 4);
  put(inputs, 4);
  for (int i = 0; i < kInputPlanes * Net::kWindow * Net::kWindow * Net::kLanes; ++i) put(around(20), 2);
  const auto layer = [&](int in, int out) {
    for (int i = 0; i < in * out; ++i) put(around(300), 2);
    for (int i = 0; i < out; ++i) put(around(20'000), 4);
  };
  layer(inputs, Net::kFirst);
  layer(Net::kFirst, Net::kSecond);
  layer(Net::kSecond, 2 * Net::side_count(form));
  return bytes;
}

Net read(const std::vector<std::uint8_t>& bytes) {
  std::string error;
  const std::optional<Net> net = Net::read(bytes, error);
  CHECK(net.has_value());
  return *net;
}

bool same(const Net::Verdict& one, const Net::Verdict& other) {
  return one.logits == other.logits && one.leads == other.leads;
}

// A file that is cut short, too long, of another version or made for another form is refused.
void check_files(std::vector<std::uint8_t> bytes) {
  const auto refused = [](const std::vector<std::uint8_t>& file) {
    std::string error;
    return !Net::read(file, error) && !error.empty();
  };
  CHECK(!refused(bytes));
  for (const std::size_t at : {std::size_t{0}, std::size_t{8}, std::size_t{12}, std::size_t{16}}) {
    std::vector<std::uint8_t> other = bytes;
    other[at] += 77;
    CHECK(refused(other));
  }
  bytes.push_back(0);
  CHECK(refused(bytes));
  bytes.resize(bytes.size() - 2);
  CHECK(refused(bytes));
}

// Judges turns on a position, each by itself and all from what is kept of the position before; returns their sum.
std::uint64_t check_turns(const Net& net, const State<Narrow>& state, Rng& rng) {
  std::uint64_t said = 0;
  Net::Answers<Narrow> before(state.field);
  for (int turn = 0; turn < 6; ++turn) {
    State<Narrow> after = state;
    if (!after.play<false>(random_turn(state, rng)) || after.table.over() || !after.table.colours_known()) continue;
    const Net::Verdict verdict = net.judge(after);
    CHECK(same(verdict, net.judge(after, before)));
    if (turn == 0) {
      const State<Wide> wide = after.widened();
      Net::Answers<Wide> none(wide.field);
      CHECK(same(verdict, net.judge(wide)) && same(verdict, net.judge(wide, none)));
    }
    for (const double logit : verdict.logits) said = mix64(said ^ std::bit_cast<std::uint64_t>(logit));
    for (const double lead : verdict.leads) said = mix64(said ^ std::bit_cast<std::uint64_t>(lead));
  }
  return said;
}

}  // namespace

int main() {
  const Rules forms[] = {{Game::kSchoko, 2, false, true},
                         {Game::kSchokoly, 2, false, false},
                         {Game::kSchokoly, 3, true, false},
                         {Game::kSchokoly, 4, false, false}};
  std::uint64_t said = 0;
  for (const Rules& rules : forms) {
    Rng rng(7, static_cast<std::uint64_t>(form_of(rules)));
    check_files(made_up(form_of(rules), 1, rng));
    check_files(made_up(form_of(rules), 2, rng));
    const Net net = read(made_up(form_of(rules), 1 + static_cast<int>(rng.below(2)), rng));
    State<Narrow> state(Table::shuffled(rules, rng));
    while (!state.table.over()) {
      if (state.table.colours_known()) said = mix64(said ^ check_turns(net, state, rng));
      if (!state.play<false>(random_turn(state, rng))) break;
    }
  }
  if (said != kSaid) std::fprintf(stderr, "said %#llx\n", static_cast<unsigned long long>(said));
  CHECK(said == kSaid);
  std::printf("chocolate: nets say the same in every way\n");
  return 0;
}
