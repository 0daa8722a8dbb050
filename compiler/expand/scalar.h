// SPDX-License-Identifier: BSD-3-Clause
// Scalar expressions with the coercion of Integer to Real that MLS 10.6.13 asks for, folded while built.
#pragma once

#include "compiler/ir/expr/expr.h"

namespace stiction::flatten {

/// An Integer expression as a Real one; any other as it is.
ir::ExprId ToReal(ir::ExprPool& pool, ir::ExprId e);
/// As `type`: Integer becomes Real where Real is asked for.
ir::ExprId Coerce(ir::ExprPool& pool, ir::ExprId e, ir::ScalarType type);
/// kAdd, kSub, kMul, kMin, kMax, kDivInt, kMod, kRem stay Integer on Integers; kDiv, kPow, kAtan2 are Real.
ir::ExprId Arithmetic(ir::ExprPool& pool, ir::Op op, ir::ExprId a, ir::ExprId b);
ir::ExprId Compare(ir::ExprPool& pool, ir::Op op, ir::ExprId a, ir::ExprId b);
ir::ExprId Unary(ir::ExprPool& pool, ir::Op op, ir::ExprId a);
ir::ExprId Logic(ir::ExprPool& pool, ir::Op op, ir::ExprId a, ir::ExprId b);
ir::ExprId Conditional(ir::ExprPool& pool, ir::ExprId condition, ir::ExprId then_value, ir::ExprId else_value);

}  // namespace stiction::flatten
