// Derivatives. Relations, pre values, discrete variables and parameters are constants of time; `if` differentiates its
// branches; noEvent and smooth pass through; abs, sign, min, max differentiate piecewise.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "compiler/ir/expr/expr.h"

namespace stiction::symbolic {

/// d e / d v for each leaf variable v of `e` asked for, by one reverse sweep over the DAG (adjoints with common
/// subexpressions shared). @returns as many expressions as `wrt`; a literal zero where e does not depend.
std::vector<ir::ExprId> Gradient(ir::ExprPool& pool, ir::ExprId e, const std::vector<ir::VariableId>& wrt);

/// d e / dt. `derivative` gives the expression of a continuous variable's time derivative (it may make a new variable).
/// @returns nothing if e holds a node without a derivative (a String, ...).
std::optional<ir::ExprId> TimeDerivative(ir::ExprPool& pool, ir::ExprId e,
                                         const std::function<ir::ExprId(ir::VariableId)>& derivative);

}  // namespace stiction::symbolic
