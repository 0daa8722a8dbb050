// SPDX-License-Identifier: BSD-3-Clause
// Types, dimensions and variability of every bound expression (MLS 6, 10, 3.8).
#pragma once

#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Fills BoundExpression::type and ::variability everywhere and reports what does not fit.
void Typecheck(ir::InstanceTree& tree, Diagnostics& diagnostics);

}  // namespace stiction
