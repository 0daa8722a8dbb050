// SPDX-License-Identifier: BSD-3-Clause
// What a modeller wants to know of a model before it is run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/causal/causal_model.h"
#include "compiler/support/source.h"

namespace stiction {

/// A parameter that can be set. Values as they stand in a model.
struct ParameterSummary {
  std::string name;
  std::string type;   // "Real", "Integer", "Boolean", "String", or the name of an enumeration
  std::string value;  // an expression where it is known at the start only; empty: none
  std::string unit, min, max, comment;
  std::string place;  // "file:line:column"
};

/// A system of equations that is solved as one.
struct LoopSummary {
  std::string kind;  // "linear", "nonlinear", "mixed"
  size_t unknowns = 0;
  size_t iterated = 0;  // after tearing
};

struct ModelSummary {
  std::vector<ParameterSummary> parameters;
  std::vector<LoopSummary> loops;      // between events, in the order in which they are solved
  size_t assignments = 0;              // equations that are solved one by one
  size_t differentiated = 0;           // equations, by index reduction
  std::vector<std::string> dependent;  // variables with a derivative that follow from the states, but no derivatives
  std::vector<std::string> outputs;    // of the model itself
  size_t invariants = 0;               // constraints that no choice of states solves
};

/// @param model torn
/// @param is_final by variable of the flat model
ModelSummary Summarize(const ir::CausalModel& model, const std::vector<bool>& is_final, const SourceMap& sources);

}  // namespace stiction
