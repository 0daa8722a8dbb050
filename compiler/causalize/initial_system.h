// SPDX-License-Identifier: BSD-3-Clause
// The equations that hold at the initial time (MLS 8.6).
#pragma once

#include <vector>

#include "compiler/causalize/sort_blocks.h"
#include "compiler/ir/causal/causal_model.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Fills `initial`, `start_conditions` and `redundant_initial`. Unknowns: x, xdot, y, z, m, c and `parameter_unknowns`.
///
/// Equations are matched in the order of their authority: model equations, initial equations, fixed start values of
/// continuous variables; then start values close what is left, of the states first (by StateSelect, then id). What
/// finds no unknown any more is redundant and checked after the solution. pre(v) of a discrete variable is its start
/// value, unless an initial equation has pre(v) or v alone on one side: then the other side is, in place of the start
/// value if it consists of parameters, else in a block of its own (Block::is_pre).
/// @param model dae, states and derivatives are set; initial equations may be appended to the dae
/// @param equation_of_variable the matching of the continuous system: a perfect one of its unknowns
/// @param is_fixed by variable
/// @param parameter_unknowns parameters that are not known before initialisation
/// @param shared of the equations of the model; completed
/// @errors NotYetSupported; warns InitialUnderdetermined
void BuildInitialSystem(ir::CausalModel& model, const std::vector<ir::EquationId>& equation_of_variable,
                        const std::vector<char>& is_fixed, const std::vector<ir::VariableId>& parameter_unknowns,
                        SharedByEquations& shared, Diagnostics& diagnostics);

}  // namespace stiction
