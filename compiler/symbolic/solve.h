// SPDX-License-Identifier: BSD-3-Clause
// Solving one equation for one variable.
#pragma once

#include <functional>
#include <optional>

#include "compiler/ir/expr/expr.h"

namespace stiction::symbolic {

/// The form in which `v` occurs in left - right.
enum class Linearity {
  kAbsent,
  kUnit,       // coefficient is the literal 1 or -1
  kConstant,   // coefficient is a non-zero literal
  kParameter,  // coefficient depends on parameters only (may be zero at run time, checked there)
  kVarying,    // linear, but the coefficient depends on variables or relations: it can vanish
  kNonlinear
};

/// @param is_parameter tells whether a variable is a parameter or constant
Linearity ClassifyLinearity(ir::ExprPool& pool, ir::ExprId left, ir::ExprId right, ir::VariableId v,
                            const std::function<bool(ir::VariableId)>& is_parameter);

/// v = result, from left = right, when v occurs linearly: result = -(residual at v = 0) / coefficient, written without
/// a division where the coefficient is +-1 and without rearranging when v already stands alone on one side.
std::optional<ir::ExprId> SolveLinear(ir::ExprPool& pool, ir::ExprId left, ir::ExprId right, ir::VariableId v);

}  // namespace stiction::symbolic
