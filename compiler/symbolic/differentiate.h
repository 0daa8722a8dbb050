// SPDX-License-Identifier: BSD-3-Clause
// Derivatives. Relations, pre values, discrete variables and parameters are constants of time; `if` differentiates its
// branches; noEvent and smooth pass through; abs, sign, min, max differentiate piecewise.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/ir/expr/function.h"

namespace stiction::symbolic {

/// d e / d v for each leaf variable v of `e` asked for, by one reverse sweep over the DAG (adjoints with common
/// subexpressions shared). @returns as many expressions as `wrt`; a literal zero where e does not depend.
std::vector<ir::ExprId> Gradient(ir::ExprPool& pool, ir::ExprId e, const std::vector<ir::VariableId>& wrt);

/// The sum of two contributions to a partial derivative. Numbers that cancel but for their rounding errors, as ratios
/// of gears in a loop do, give 0: equations depend on each other then, and may not seem not to.
ir::ExprId AddPartials(ir::ExprPool& pool, ir::ExprId a, ir::ExprId b);

class TangentFunctions;

/// Use of derivative annotations of functions (MLS 12.7.1).
enum class Annotations { kUsed, kIgnored };

/// d e / dt. `derivative` gives the expression of a continuous variable's time derivative (it may make a new variable);
/// it is asked for no others than the derivative needs. A call is differentiated by the function named in its
/// annotation `derivative`, else through the body, else by the partial derivatives of the function.
/// @param tangents writes the functions by which partial derivatives are differentiated; null: they are not
/// @returns nothing if e holds a node without a derivative (a String, ...)
/// @source MLS 12.7.1
std::optional<ir::ExprId> TimeDerivative(ir::ExprPool& pool, const std::vector<ir::Function>& functions, ir::ExprId e,
                                         const std::function<ir::ExprId(ir::VariableId)>& derivative,
                                         Annotations annotations = Annotations::kUsed,
                                         TangentFunctions* tangents = nullptr);

/// The function without `annotation(derivative = ...)` (MLS 12.7.1) because of which `e` has no time derivative: an
/// external one, or one that declares external objects; empty if there is none.
std::string ExternalWithoutDerivative(const ir::ExprPool& pool, const std::vector<ir::Function>& functions,
                                      ir::ExprId e);

}  // namespace stiction::symbolic
