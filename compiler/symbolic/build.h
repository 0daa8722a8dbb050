// SPDX-License-Identifier: BSD-3-Clause
// Constructors that simplify as they build: constant folding and the identities that hold for all finite reals
// (x + 0, 1*x, 0*x, x^1, --x, if true ...). No rewriting that changes the set of points where an expression is defined,
// but for 0*x.
#pragma once

#include "compiler/ir/expr/expr.h"

namespace stiction::symbolic {

ir::ExprId Add(ir::ExprPool& pool, ir::ExprId a, ir::ExprId b);
ir::ExprId Sub(ir::ExprPool& pool, ir::ExprId a, ir::ExprId b);
ir::ExprId Mul(ir::ExprPool& pool, ir::ExprId a, ir::ExprId b);
ir::ExprId Div(ir::ExprPool& pool, ir::ExprId a, ir::ExprId b);
ir::ExprId Pow(ir::ExprPool& pool, ir::ExprId a, ir::ExprId b);
ir::ExprId Neg(ir::ExprPool& pool, ir::ExprId a);
ir::ExprId Not(ir::ExprPool& pool, ir::ExprId a);
ir::ExprId And(ir::ExprPool& pool, ir::ExprId a, ir::ExprId b);
ir::ExprId Or(ir::ExprPool& pool, ir::ExprId a, ir::ExprId b);
ir::ExprId If(ir::ExprPool& pool, ir::ExprId condition, ir::ExprId then_value, ir::ExprId else_value);
/// Any node: folds it if its arguments are literals, applies the identities above, else interns it.
ir::ExprId Build(ir::ExprPool& pool, ir::ExprNode node);

/// Rebuilds an expression bottom-up with Build.
ir::ExprId Simplify(ir::ExprPool& pool, ir::ExprId e);

/// The value of a literal (Boolean: 0 or 1; enumeration: ordinal), else nothing.
bool IsNumber(const ir::ExprPool& pool, ir::ExprId e, double value);

}  // namespace stiction::symbolic
