// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/expr/expr.h"

namespace stiction::flatten {

/// A String that is computed during the simulation as a pattern: the same expression with places, kLocal 0, 1, ..., for
/// the numbers and conditions that it depends on. A function is specialised to the pattern and gets these as inputs.
/// @param values appended by what stands in the places
/// @returns nothing for a String that is not made of literals, `String(x)`, `+` and `if`
std::optional<ir::ExprId> MakePattern(ir::ExprPool& pool, ir::ExprId text, std::vector<ir::ExprId>& values);

/// The pattern with its places from slot `first` on.
ir::ExprId WithPlacesFrom(ir::ExprPool& pool, ir::ExprId pattern, int32_t first);

}  // namespace stiction::flatten
