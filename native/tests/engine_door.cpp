// Asks the door of the page's engine what a module was asked, and compares every answer: engine_door TRACE
//
// A line of a trace is a call: its name, its numbers, what lay in the input, what it returned and what lay in the
// output then, with tabs between them and bytes as hexadecimal digits (web/tests/engine/tracing.ts writes it).
#if defined(__GNUC__)
// Exports and imports mean something to WebAssembly alone.
#pragma GCC diagnostic ignored "-Wattributes"
#endif

#include <cstdio>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "../wasm/abi.cpp"        // NOLINT(bugprone-suspicious-include)
#include "../wasm/chocolate.cpp"  // NOLINT(bugprone-suspicious-include)
#include "../wasm/tokan.cpp"      // NOLINT(bugprone-suspicious-include)

// Nothing that is compared is limited by time.
double host_passed() { return 0; }
std::int32_t host_tell(double) { return 1; }

namespace {

using Numbers = std::vector<int>;

// What a call returns; nothing of a call without an answer.
struct Call {
  std::function<int(const Numbers&)> make;
  bool answers;
};

template <class Made>
Call answering(Made make) {
  return {make, true};
}

template <class Made>
Call plain(Made make) {
  return {make, false};
}

const std::map<std::string, Call> kCalls = {
    {"play_start", answering([](const Numbers&) { return play_start(); })},
    {"play_lay", answering([](const Numbers&) { return play_lay(); })},
    {"play_close", plain([](const Numbers& n) { return play_close(n[0]), 0; })},
    {"play_move", answering([](const Numbers& n) { return play_move(n[0]); })},
    {"play_undo", plain([](const Numbers& n) { return play_undo(n[0]), 0; })},
    {"play_table", answering([](const Numbers& n) { return play_table(n[0], n[1], n[2], n[3]); })},
    {"play_standing", answering([](const Numbers& n) { return play_standing(n[0], n[1], n[2]); })},
    {"play_moves", answering([](const Numbers& n) { return play_moves(n[0], n[1]); })},
    {"play_known", answering([](const Numbers& n) { return play_known(n[0], n[1]); })},
    {"net_read", plain([](const Numbers&) { return net_read(); })},
    {"chocolate_search", answering([](const Numbers& n) { return chocolate_search(n[0], n[1], n[2], n[3]); })},
    {"chocolate_believe", answering([](const Numbers& n) { return chocolate_believe(n[0], n[1], n[2]); })},
    {"tokan_search", answering([](const Numbers& n) { return tokan_search(n[0], n[1], n[2], n[3], n[4]); })},
    {"tokan_draft", answering([](const Numbers& n) { return tokan_draft(n[0], n[1], n[2]); })},
    {"solver_open", plain([](const Numbers& n) { return solver_open(static_cast<unsigned>(n[0])); })},
    {"solver_close", plain([](const Numbers&) { return solver_close(), 0; })},
    {"solver_solve", answering([](const Numbers& n) { return solver_solve(n[0], n[1], n[2], n[3]); })},
    {"solver_values", answering([](const Numbers& n) { return solver_values(n[0], n[1], n[2]); })},
};

std::string bytes_of(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return bytes;
}

std::vector<std::string> parts_of(const std::string& line) {
  std::vector<std::string> parts;
  std::istringstream from(line);
  for (std::string part; std::getline(from, part, '\t');) parts.push_back(part);
  parts.resize(5);
  return parts;
}

}  // namespace

int main(int count, char** words) {
  std::ifstream trace(count > 1 ? words[1] : "");
  std::set<std::string> asked;
  int calls = 0;
  for (std::string line; std::getline(trace, line); ++calls) {
    const std::vector<std::string> parts = parts_of(line);
    const auto found = kCalls.find(parts[0]);
    if (found == kCalls.end()) {
      std::fprintf(stderr, "call %d: nobody knows %s here\n", calls, parts[0].c_str());
      return 1;
    }
    Numbers numbers;
    std::istringstream from(parts[1]);
    for (int number = 0; from >> number;) numbers.push_back(number);
    tafelrunde::wasm::g_input = bytes_of(parts[2]);
    const int returned = found->second.make(numbers);
    const std::string said = found->second.answers ? tafelrunde::wasm::g_output : "";
    if (returned != std::stoi(parts[3]) || said != bytes_of(parts[4])) {
      std::fprintf(stderr, "call %d: %s %s\nsays  %d %s\nwas   %s %s\n", calls, parts[0].c_str(), parts[1].c_str(),
                   returned, said.c_str(), parts[3].c_str(), bytes_of(parts[4]).c_str());
      return 1;
    }
    asked.insert(parts[0]);
  }
  for (const auto& [name, call] : kCalls) {
    if (asked.contains(name)) continue;
    std::fprintf(stderr, "%s was never asked\n", name.c_str());
    return 1;
  }
  std::printf("engine: %d calls answered alike\n", calls);
  return 0;
}
