// SPDX-License-Identifier: BSD-3-Clause
// What a mode finds violated where it begins, as expressions of the left limit.
#pragma once

#include <functional>
#include <vector>

#include "compiler/ir/expr/expr.h"

namespace stiction {

/// What a branch finds violated where it begins: F^(c-1), which states can jump to meet; exactly 0 where the terms of a
/// sum cancel. Where even a derivative below does not hold, that: in the sense of its impulse the relations rule this
/// branch out.
/// @param residuals F and its time derivatives up to order c
/// @param size_of the size of the terms that a variable is computed from
ir::ExprId Violation(ir::ExprPool& pool, const std::vector<ir::ExprId>& residuals,
                     const std::function<ir::ExprId(ir::VariableId)>& size_of);

/// True if |F| is small against its terms, and against what the instant of the event leaves open.
/// @param rate dF/dt
ir::ExprId IsMet(ir::ExprPool& pool, ir::ExprId residual, ir::ExprId rate);

}  // namespace stiction
