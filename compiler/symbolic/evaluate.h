// SPDX-License-Identifier: BSD-3-Clause
// The value of an expression when all its variables are known at compile time.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/ir/expr/function.h"

namespace stiction::symbolic {

/// Evaluates to a number (Boolean 0/1, enumeration ordinal). `value_of` gives variables; nothing where unknown.
/// Functions are interpreted. @returns nothing if a leaf is unknown, the value is a String, or a function fails.
std::optional<double> Evaluate(const ir::ExprPool& pool, const std::vector<ir::Function>& functions, ir::ExprId e,
                               const std::function<std::optional<double>(ir::VariableId)>& value_of);

}  // namespace stiction::symbolic
