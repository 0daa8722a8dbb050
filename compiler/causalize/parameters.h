// SPDX-License-Identifier: BSD-3-Clause
// Parameters and constants in the order in which they can be evaluated.
#pragma once

#include <vector>

#include "compiler/ir/causal/causal_model.h"
#include "compiler/ir/dae/variable_kinds.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// By variable: whether its start value is fixed (MLS 4.8.6.1: for parameters and constants by default, for others
/// not). The attribute is evaluated with the values that parameters have in the model.
/// @errors FixedNotEvaluable
std::vector<char> EvaluateFixed(const ir::Dae& dae, const ir::VariableKinds& kinds, Diagnostics& diagnostics);

struct ParameterOrder {
  std::vector<ir::Assignment> assignments;  // variable := binding, else start value, else the type's default
  /// Parameters with fixed = false and those that depend on them: unknowns of the initial system, ascending.
  std::vector<ir::VariableId> unknowns;
};

/// Orders parameters, constants and top-level inputs (which keep their start value) by their dependencies.
/// @param is_fixed from EvaluateFixed
/// @errors ParameterCycle
ParameterOrder OrderParameters(const ir::Dae& dae, const ir::VariableKinds& kinds, const std::vector<char>& is_fixed,
                               Diagnostics& diagnostics);

}  // namespace stiction
