// SPDX-License-Identifier: BSD-3-Clause
// Tearing of algebraic loops.
#pragma once

#include "compiler/ir/causal/causal_model.h"

namespace stiction {

/// Fills `tearing`, `assignments` and `residuals` of all linear, nonlinear and mixed blocks: a few tearing variables
/// from which the other Real unknowns follow by assignments, each solved from an equation in which its coefficient is a
/// literal. An equation is never solved for a variable whose coefficient can vanish, with a parameter or a mode; it
/// remains a residual. In a mixed block relations and discrete variables count as known.
/// @pre the blocks are as Causalize made them
/// @source Elmqvist & Otter 1994; Cellier & Kofman 2006, sect. 7.3, doi 10.1007/0-387-30260-3
void Tear(ir::CausalModel& model);

}  // namespace stiction
