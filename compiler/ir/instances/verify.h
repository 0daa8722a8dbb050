// SPDX-License-Identifier: BSD-3-Clause
// Invariants of the InstanceTree.
#pragma once

#include "compiler/ir/instances/instance_tree.h"

namespace stiction::ir {

/// CHECKs that parents and children agree, that arrays have as many elements as their dimensions say, and that alike
/// elements have one structure, and that no bound expression lacks an operand or refers to something that does not
/// exist. @pre instantiation reported no error
void Verify(const InstanceTree& tree);

}  // namespace stiction::ir
