// SPDX-License-Identifier: BSD-3-Clause
// State selection: which variables are integrated, and which follow from them by constraints.
#pragma once

#include <vector>

#include "compiler/causalize/model_occurrences.h"
#include "compiler/ir/causal/causal_model.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

struct StateSelection {
  std::vector<ir::VariableId> states;        // x, ascending
  std::vector<ir::VariableId> derivatives;   // xdot[i] = der(states[i])
  std::vector<ir::DummyDerivative> dummies;  // ascending
  std::vector<ir::InvariantSet> invariants;
};

/// Chooses the states among the variables that have derivatives. Constraints are the equations that index reduction has
/// differentiated; each can take one variable from the states, which it then determines at all times. It does so where
/// its coefficient surely does not vanish, by a constant or by the values of parameters. Candidates are tried in the
/// order in which they are least wanted as states: StateSelect.never; what the model has no derivative of; avoid,
/// default, prefer, always; then those without a fixed start, without a start, generated ones, the highest id.
/// Constraints that are left, for their coefficients vary with the motion, become invariants, and all their variables
/// states.
///
/// The Jacobian is that of all constraints with what they depend on by way of algebraic variables, eliminated once and
/// judged on numbers (Coefficients). Constraints that depend on each other, whatever the motion, are refused.
/// @param dae after ReduceIndex
/// @param occurrences of the same model; completed
/// @param is_fixed whether a variable's start value is fixed
/// @param is_differentiated by variable: whether the model has its derivative, not only index reduction
/// @errors ConstraintsDependent; warns StateSelectIgnored
/// @returns nothing useful after an error
/// @source Mattsson & Soederlind 1993, Index reduction in DAEs using dummy derivatives, doi 10.1137/0914043;
///   Modelica 3.6, 4.8.8.1
StateSelection SelectStates(ir::Dae& dae, ModelOccurrences& occurrences, const std::vector<char>& is_fixed,
                            const std::vector<char>& is_differentiated, Diagnostics& diagnostics);

}  // namespace stiction
