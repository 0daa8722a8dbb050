// SPDX-License-Identifier: BSD-3-Clause
// What a mode finds violated where it begins, as expressions of the left limit.
#pragma once

#include <vector>

#include "compiler/ir/expr/expr.h"

namespace stiction {

/// What a branch finds violated where it begins: F^(c-1), which states can jump to meet; exactly 0 where the terms of a
/// sum cancel. Where even a derivative below does not hold, that: in the sense of its impulse the relations rule this
/// branch out.
/// @param residuals F and its time derivatives up to order c
ir::ExprId Violation(ir::ExprPool& pool, const std::vector<ir::ExprId>& residuals);

/// True if |F| is small against its terms, and against what the instant of the event leaves open.
/// @param rate dF/dt
ir::ExprId IsMet(ir::ExprPool& pool, ir::ExprId residual, ir::ExprId rate);

}  // namespace stiction
