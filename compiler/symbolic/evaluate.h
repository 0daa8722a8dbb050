// SPDX-License-Identifier: BSD-3-Clause
// The value of an expression when all its variables are known at compile time.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/ir/expr/function.h"

namespace stiction::symbolic {

/// What functions came to, by function and arguments: the elements of an array that a function returns are asked for
/// one after the other. Nothing where a call failed.
using CallResults =
    std::map<std::pair<int32_t, std::vector<std::optional<double>>>, std::optional<std::vector<std::optional<double>>>>;

/// Evaluates to a number (Boolean 0/1, enumeration ordinal). `value_of` gives variables; nothing where unknown.
/// Functions are interpreted. @param results of calls so far and from now on; null: those of this evaluation alone
/// @returns nothing if a leaf is unknown, the value is a String, or a function fails.
std::optional<double> Evaluate(const ir::ExprPool& pool, const std::vector<ir::Function>& functions, ir::ExprId e,
                               const std::function<std::optional<double>(ir::VariableId)>& value_of,
                               CallResults* results = nullptr);

}  // namespace stiction::symbolic
