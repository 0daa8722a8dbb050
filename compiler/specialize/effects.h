// SPDX-License-Identifier: BSD-3-Clause
// Calls of functions whose results nobody takes: `f(x);` (MLS 8.3.8, 11.2.1.2).
#pragma once

#include <vector>

#include "compiler/expand/expander.h"

namespace stiction::flatten {

/// One node, of the first output, for each call among the results of an expanded call: a function of scalars that is
/// given arrays is called for each element.
std::vector<ir::ExprId> CallsOf(const ir::ExprPool& pool, const std::vector<FlatValue>& results);

/// In a model such a call is an assertion that holds: of a function that calls the other one if its first argument, the
/// guard, is true (Function::is_effect). Each place has a number of its own, so that equal calls stay several.
void AddEffects(ExpansionContext& context, const std::vector<FlatValue>& results, Span span,
                std::vector<ir::FlatEquation>& out);

}  // namespace stiction::flatten
