// SPDX-License-Identifier: BSD-3-Clause
// Modes in which the equations of a model cannot determine its unknowns, for `stiction check --all-modes`.
#pragma once

#include "compiler/ir/dae/dae.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Looks at the modes of a model, at each if there are at most 4096, and gives a note for each set of branches whose
/// equations hold fewer unknowns than there are equations: with the conditions, the equations, and what is left
/// undetermined. Further notes tell how many modes were looked at, and which contradict each other about states.
/// Such a mode is no error: the model may never come into it, or agree with it and share its forces.
/// @param dae as simplify gives it
void TellSingularModes(ir::Dae dae, Diagnostics& diagnostics);

}  // namespace stiction
