// SPDX-License-Identifier: BSD-3-Clause
// Calls replaced by the bodies of the functions they call.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/ir/expr/function.h"

namespace stiction::symbolic {

/// The value of a call as an expression of its arguments. Relations of the body make no events (MLS 12.2), so the value
/// stands under noEvent where it has any.
/// @param call a kCall node; its arguments may be any expressions
/// @returns nothing if the body holds more than assignments and if-statements (loops, assertions, return)
std::optional<ir::ExprId> InlineCall(ir::ExprPool& pool, const std::vector<ir::Function>& functions,
                                     const ir::ExprNode& call);

/// True if a body is a few assignments and choices, which cost less than the call: its equations are then those that
/// the modeller could have written in its place.
bool IsSmall(const ir::ExprPool& pool, const std::vector<ir::Function>& functions, const ir::Function& function);

/// Inlines the calls of the functions chosen, also those in the bodies inlined, wherever that is possible.
ir::ExprId InlineCalls(ir::ExprPool& pool, const std::vector<ir::Function>& functions, ir::ExprId e,
                       const std::function<bool(const ir::Function&)>& chosen);

/// Of functions that stand as calls until indices are reduced, so that their derivative functions are used, the
/// expressions in their bodies (MLS 18.3). What a call is given and its value does not depend on is then gone.
ir::ExprId InlineLate(ir::ExprPool& pool, const std::vector<ir::Function>& functions, ir::ExprId e);

/// True if some function stands so.
bool AreInlinedLate(const std::vector<ir::Function>& functions);

}  // namespace stiction::symbolic
