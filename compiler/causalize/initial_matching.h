// SPDX-License-Identifier: BSD-3-Clause
// Which equation determines which Real unknown at the initial time.
#pragma once

#include <vector>

#include "compiler/causalize/initial_equations.h"
#include "compiler/causalize/initial_problem.h"

namespace stiction {

/// Equations are matched in the order of their authority: model equations, initial equations, fixed start values,
/// hidden constraints; then start values close what is left, of the states first (by StateSelect, then id).
/// @param is_assignment by initial equation: not to be matched
/// @param equation_of_variable the matching of the continuous system: a perfect one of its unknowns
/// @returns the unknowns in the order of their ids
/// @errors warns InitialUnderdetermined
std::vector<MatchedUnknown> MatchInitially(InitialProblem& problem, const AppendedEquations& appended,
                                           const std::vector<char>& is_assignment,
                                           const std::vector<ir::EquationId>& equation_of_variable);

}  // namespace stiction
