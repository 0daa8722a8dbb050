// SPDX-License-Identifier: BSD-3-Clause
// Derivatives as variables of their own.
#pragma once

#include "compiler/ir/dae/dae.h"

namespace stiction::ir {

/// The variable der(v) of a continuous variable; appended as a generated one if the model has none.
VariableId DerivativeOf(Dae& dae, VariableId v);

/// Brings back each equation der(x) = v by which a derivative was eliminated as alias: index reduction needs each
/// derivative as a variable of its own. Where there is none, nothing changes.
void RestoreDerivatives(Dae& dae);

}  // namespace stiction::ir
