// SPDX-License-Identifier: BSD-3-Clause
// Clocks (MLS 16): which equations are clocked, and by what.
#pragma once

#include "compiler/ir/flat/flat_model.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Finds the sub-partitions of clocked equations and their clocks, and writes the model without operators of clocks:
/// clocked variables and equations belong to an entry of FlatModel::partitions, `previous(x)` is pre(x), `sample(u)`
/// the left limit pre(u), and `hold` and the conversions between clocks are the variable itself, which keeps its value
/// between its ticks. What stands in the first argument of a conversion gets a variable of its own (MLS 16.7.1).
/// Clock variables are Boolean constants afterwards.
/// @errors ClockOfImporter, ClockedMixed, ClocksContradict, ClockNotInferred, ClockArgument, SolverMethodUse
void ResolveClocks(ir::FlatModel& model, Diagnostics& diagnostics);

}  // namespace stiction
