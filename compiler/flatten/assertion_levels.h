// SPDX-License-Identifier: BSD-3-Clause
// Assertions of level warning in functions (MLS 8.3.7).
#pragma once

#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction::flatten {

/// Warns of each that it is not checked: a run knows the warnings of equations and algorithms only.
void CheckAssertionLevels(const ir::FunctionInstance& function, Diagnostics& diagnostics);

}  // namespace stiction::flatten
