// SPDX-License-Identifier: BSD-3-Clause
// After aliases are chosen: every expression speaks of representatives.
#pragma once

#include "compiler/ir/dae/dae.h"

namespace stiction {

/// Replaces eliminated variables, also under pre, in all equations, relations and actions, and merges the relations
/// that became equal by it.
void ReplaceAliases(ir::Dae& dae);

}  // namespace stiction
