// SPDX-License-Identifier: BSD-3-Clause
// State selection: which derivatives become algebraic unknowns because differentiated constraints determine them.
#pragma once

#include <vector>

#include "compiler/causalize/model_occurrences.h"
#include "compiler/ir/dae/dae.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

struct StateSelection {
  std::vector<ir::VariableId> states;       // x, ascending
  std::vector<ir::VariableId> derivatives;  // xdot[i] = der(states[i])
  std::vector<ir::VariableId> dummies;      // dummy derivatives, ascending
};

/// Chooses dummy derivatives level by level, from the highest derivatives down. At each level the differentiated
/// constraints need as many linearly independent columns of their Jacobian; columns are tried in the order in which
/// their variables are least wanted as states: StateSelect, then those the constraints can surely be solved for, then
/// those without a fixed start, without a start, generated ones, the highest id.
///
/// Independence is judged on numbers: constant coefficients as they are, others at random values of their variables, so
/// that a choice singular for all values is never made. Dependent constraints are refused.
/// @param dae after ReduceIndex
/// @param occurrences of the same model; completed
/// @param is_fixed whether a variable's start value is fixed
/// @errors ConstraintsDependent; warns StateSelectIgnored
/// @returns nothing useful after an error
/// @source Mattsson & Soederlind 1993, Index reduction in DAEs using dummy derivatives, doi 10.1137/0914043
StateSelection SelectStates(ir::Dae& dae, ModelOccurrences& occurrences, const std::vector<char>& is_fixed,
                            Diagnostics& diagnostics);

}  // namespace stiction
