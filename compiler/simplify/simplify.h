// SPDX-License-Identifier: BSD-3-Clause
// Alias elimination: a smaller Dae with the same solution.
#pragma once

#include "compiler/ir/dae/dae.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Takes out what parameters take out (FoldParameters), then removes each equation `a = b` or `a = -b` between two
/// unknowns (Reals, or discrete variables of one type), also as `a - b = 0` and `a + b = 0`, and lets every expression
/// refer to one representative of each class of equal variables.
/// Equations and unknowns decrease by the same number, so that a balanced model stays balanced. An equation that only
/// repeats or contradicts what others say (a third one between a, b and c, or x = -x) stays.
/// The representative takes over start, fixed, nominal and stateSelect; a second fixed start value becomes an initial
/// equation. Eliminated variables keep their names and attributes, with DaeVariable::alias set.
ir::Dae Simplify(ir::Dae dae, Diagnostics& diagnostics);

}  // namespace stiction
