// SPDX-License-Identifier: BSD-3-Clause
// What algorithms assign is determined by nothing else.
#pragma once

#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction::typecheck {

/// Reports variables that two algorithm sections assign, and those that are assigned and have a value in their
/// declaration: each section determines all that it assigns (MLS 11.1.2). Elements of arrays are left to the count of
/// equations.
void CheckAlgorithmTargets(const ir::InstanceTree& tree, Diagnostics& diagnostics);

}  // namespace stiction::typecheck
