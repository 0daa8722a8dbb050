// SPDX-License-Identifier: BSD-3-Clause
// Balance of equations and unknowns: each unknown has an equation of its own.
#pragma once

#include "compiler/causalize/model_occurrences.h"
#include "compiler/ir/dae/dae.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Checks that the model has as many equations as unknowns and that they can be matched, each variable counting as one
/// with its derivatives. Names the equations that determine nothing and the variables that nothing determines, by the
/// Dulmage-Mendelsohn decomposition.
/// @param occurrences of the same model; completed
/// @errors ModelUnbalanced, StructurallySingular, EquationUnmatched, VariableUndetermined
/// @returns whether the model is structurally regular
bool CheckBalance(const ir::Dae& dae, ModelOccurrences& occurrences, Diagnostics& diagnostics);

}  // namespace stiction
