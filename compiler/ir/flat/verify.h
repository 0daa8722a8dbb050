// SPDX-License-Identifier: BSD-3-Clause
// Invariants of a FlatModel.
#pragma once

#include "compiler/ir/flat/flat_model.h"

namespace stiction::ir {

/// Aborts (CHECK) unless names are unique, each reference of an expression or a function body is declared, reinit
/// stands in a when-equation only, and no expression holds what only the Dae knows (relations, ticks, held values).
void Verify(const FlatModel& model);

}  // namespace stiction::ir
