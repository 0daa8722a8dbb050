// SPDX-License-Identifier: BSD-3-Clause
// The partial derivative of one operator by one of its arguments.
#pragma once

#include <optional>

#include "compiler/ir/expr/expr.h"

namespace stiction::symbolic {

/// seed * d(node)/d(node.args[arg]): one step of the chain rule. kIf, kNoEvent and kHomotopy, whose derivative must
/// stay below the condition or the noEvent, are not handled here.
/// @param e the node itself, which exp, sqrt, ... use again
/// @returns the literal zero where the operator is piecewise constant in that argument
ir::ExprId SeedTimesPartial(ir::ExprPool& pool, ir::ExprId e, size_t arg, ir::ExprId seed);

}  // namespace stiction::symbolic
