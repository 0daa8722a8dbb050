// SPDX-License-Identifier: BSD-3-Clause
// The value of an expression that its known variables determine at compile time.
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

/// Evaluates to a number (Boolean 0/1, enumeration ordinal). `value_of` gives variables; nothing where unknown: the
/// value is then the one that the expression has whatever these are, 0 times an unknown is 0, and of branches with
/// unknown conditions that in which they agree. Functions are interpreted.
/// @param results of calls so far and from now on; null: those of this evaluation alone
/// @returns nothing if the value depends on what is unknown, or a function fails.
std::optional<double> Evaluate(const ir::ExprPool& pool, const std::vector<ir::Function>& functions, ir::ExprId e,
                               const std::function<std::optional<double>(ir::VariableId)>& value_of,
                               CallResults* results = nullptr);

}  // namespace stiction::symbolic
