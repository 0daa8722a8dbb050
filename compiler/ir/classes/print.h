// SPDX-License-Identifier: BSD-3-Clause
// The text form of the ClassTree: one line a class.
#pragma once

#include <ostream>

#include "compiler/ir/classes/class_tree.h"

namespace stiction::ir {

/// Prints every class with its restriction, nested ones indented, in their order.
void Print(std::ostream& out, const ClassTree& tree);

}  // namespace stiction::ir
