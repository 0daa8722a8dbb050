// SPDX-License-Identifier: BSD-3-Clause
// Invariants of the ClassTree.
#pragma once

#include "compiler/ir/classes/class_tree.h"

namespace stiction::ir {

/// CHECKs that each class is nested in its parent under its own name, exactly once, and has a definition.
void Verify(const ClassTree& tree);

}  // namespace stiction::ir
