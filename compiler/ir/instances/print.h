// SPDX-License-Identifier: BSD-3-Clause
// The text form of the InstanceTree: one line an instance, then equations and functions, names bound.
#pragma once

#include <ostream>
#include <string>

#include "compiler/ir/instances/instance_tree.h"

namespace stiction::ir {

/// Prints the model from its root (children indented), the constants of packages that it uses, and its functions.
/// Enumeration literals appear as `Type.literal`, function locals by their names.
void Print(std::ostream& out, const InstanceTree& tree);

/// An expression in Modelica's notation, components by their full names. @param function whose locals it may mention
std::string ToString(const InstanceTree& tree, const BoundExpression& expression,
                     const FunctionInstance* function = nullptr);

}  // namespace stiction::ir
