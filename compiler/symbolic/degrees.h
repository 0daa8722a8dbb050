// SPDX-License-Identifier: BSD-3-Clause
// Joint linearity of equations in several unknowns.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "compiler/ir/expr/expr.h"

namespace stiction::symbolic {

/// True if all equations are linear in the unknowns jointly: no products of them, no unknown under a function or in the
/// condition of an `if`. Held relations and discrete variables count as constants.
/// @param equations the two sides of each
/// @param assigned variables that follow from the unknowns, in order, and what is assigned to them
bool AreLinear(const ir::ExprPool& pool, const std::vector<std::pair<ir::ExprId, ir::ExprId>>& equations,
               std::span<const ir::VariableId> unknowns,
               const std::vector<std::pair<ir::VariableId, ir::ExprId>>& assigned = {});

}  // namespace stiction::symbolic
