// SPDX-License-Identifier: BSD-3-Clause
// Result of the search of a step, and the changes by an event that the next search starts from.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "runtime/model/system_solver.h"

namespace stiction::runtime {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The relations that flip first, and when.
struct Crossing {
  double time = 0;                 // right end of the bracket: evaluated there, the relations do have their other value
  double before = 0;               // left end of the bracket: the last time at which they were seen to hold
  std::vector<int32_t> relations;  // of Program::relations, ascending
  std::vector<int32_t> held;       // of Program::held, ascending
};

/// The outcome of a search.
struct CrossingResult {
  std::optional<Crossing> crossing;
  std::optional<SolveError> error;  // the continuous system could not be solved at a sample
  double error_time = 0;
};

/// Changes by an event; of Program::relations and Program::pres.
struct HeldChanges {
  std::vector<int32_t> relations, pres;
};

}  // namespace stiction::runtime
