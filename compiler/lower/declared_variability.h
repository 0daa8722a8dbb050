// SPDX-License-Identifier: BSD-3-Clause
// What the prefixes `constant` and `discrete` promise (MLS 4.4.4).
#pragma once

#include <vector>

#include "compiler/lower/context.h"

namespace stiction {

/// Reports Real variables declared `discrete` that an equation outside of when-clauses determines. Inputs, and what
/// only hands on another variable, get their values elsewhere.
/// @pre MarkAssignedInWhen has not been called
void CheckDeclaredDiscrete(const std::vector<ir::FlatEquation>& equations, LowerContext& context);

/// Reports constants without a value that are used or stand in the model itself, and constants with `fixed = false`.
/// @pre the declarations are lowered
void CheckConstants(LowerContext& context);

}  // namespace stiction
