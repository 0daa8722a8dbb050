// SPDX-License-Identifier: BSD-3-Clause
// Clocked equations as assignments of discrete variables.
#pragma once

#include "compiler/ir/dae/dae.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Gives each clocked equation the variable that it determines, and writes it as
///   v := if tick then e else pre(v)
/// where e is the solution for v if the equation surely has one, else v plus the residual: equations that are solved
/// together are a loop of such assignments. Continuous equations are discretized before (discretize.h). Afterwards
/// there are no partitions.
/// @errors EquationUnmatched, VariableUndetermined, ClockedMixed, and those of Discretize
ir::Dae AssignClocked(ir::Dae dae, Diagnostics& diagnostics);

}  // namespace stiction
