// SPDX-License-Identifier: BSD-3-Clause
// Index reduction: equations are differentiated until the highest derivatives can be solved for.
#pragma once

#include "compiler/causalize/model_occurrences.h"
#include "compiler/ir/dae/dae.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Appends the differentiated equations (DaeEquation::derivative_of) and the derivatives they need, found by
/// Pantelides' algorithm over the continuous equations; relations and discrete variables are constant between events
/// and take no part. A variable with StateSelect.always gets a derivative if it has none (MLS 4.8.8.1), and so does
/// one with StateSelect.prefer where that is possible and it does not jump.
/// @pre CheckBalance holds
/// @param occurrences of the same model; completed
/// @errors NotDifferentiable
/// @returns whether the index was reduced
/// @source Pantelides 1988, doi 10.1137/0909014
bool ReduceIndex(ir::Dae& dae, ModelOccurrences& occurrences, Diagnostics& diagnostics);

}  // namespace stiction
