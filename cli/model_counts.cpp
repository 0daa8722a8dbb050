// SPDX-License-Identifier: BSD-3-Clause
#include "cli/model_counts.h"

#include <fmt/format.h>

namespace stiction::cli {

std::string ModelCounts::Text() const {
  const char* const several = unknowns == 1 ? "" : "s";
  return fmt::format("{0} equation{1}, {0} unknown{1}, {2} state{3}", unknowns, several, states,
                     states == 1 ? "" : "s");
}

nlohmann::ordered_json ModelCounts::ToJson() const {
  return {{"equations", unknowns}, {"unknowns", unknowns}, {"states", states}};
}

ModelCounts CountsOf(const runtime::Program& program) { return {program.equation_count, program.states.size()}; }

}  // namespace stiction::cli
