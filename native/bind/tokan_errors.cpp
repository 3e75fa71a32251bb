#include "tokan_errors.hpp"

#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace tafelrunde::tokan {

namespace {

template <class... Arguments>
[[noreturn]] void raise_as(const char* name, const Arguments&... arguments) {
  const nb::object type = nb::module_::import_("tafelrunde.games.errors").attr(name);
  const nb::object error = type(arguments...);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

}  // namespace

void raise(const Problem& problem) {
  switch (problem.fault) {
    case Fault::kNone: return;
    case Fault::kNotation: raise_as("InvalidNotation", problem.text, problem.reason);
    case Fault::kSetup: raise_as("BadSetup", problem.reason);
    case Fault::kIllegal: raise_as("IllegalMove", problem.text, problem.reason);
  }
}

void raise_bad_options(const std::string& option, const std::string& reason) { raise_as("BadOptions", option, reason); }

Options options_from(const std::string& scoring, const std::string& gaps, const std::string& setup) {
  if (scoring != "towers" && scoring != "heads") raise_bad_options("scoring", "it is towers or heads");
  if (gaps != "contiguous" && gaps != "line") raise_bad_options("gaps", "it is contiguous or line");
  if (setup != "random" && setup != "draft") raise_bad_options("setup", "it is random or draft");
  return {scoring == "towers" ? Scoring::kTowers : Scoring::kHeads, gaps == "line" ? Gaps::kLine : Gaps::kContiguous,
          setup == "draft" ? Setup::kDraft : Setup::kRandom};
}

}  // namespace tafelrunde::tokan
