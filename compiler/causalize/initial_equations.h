// SPDX-License-Identifier: BSD-3-Clause
// Initial equations beyond those that the model has.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "compiler/causalize/initial_problem.h"

namespace stiction {

constexpr const char* kHiddenConstraint = "constraint of the initial mode";

/// Where they stand in Dae::initial_equations: after those of the model and of parameters.
struct AppendedEquations {
  size_t first_restart = 0;
  std::vector<ir::VariableId> restarting;  // jumps and impulses, one of each restart
  size_t first_hidden = 0;                 // of the hidden constraints
  std::map<size_t, ir::EquationId>
      path_of_equation;  // what stands for an equation of the model on the path to the start
};

/// Values of parameters, restarts, hidden constraints and paths of homotopy, in this order.
/// @param equation_of_variable the matching of the continuous system
AppendedEquations AppendInitialEquations(InitialProblem& problem,
                                         const std::vector<ir::EquationId>& equation_of_variable);

}  // namespace stiction
