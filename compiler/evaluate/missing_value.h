// SPDX-License-Identifier: BSD-3-Clause
// Why an expression has no value at compile time: a parameter that nobody gave one.
#pragma once

#include "compiler/ir/instances/instance_tree.h"

namespace stiction {

/// A parameter or constant without binding and start value that the value of an expression hinges on, directly or by
/// the bindings of others; invalid if there is none.
ir::InstanceId MissingValue(const ir::InstanceTree& tree, const ir::BoundExpression& expression);

}  // namespace stiction
