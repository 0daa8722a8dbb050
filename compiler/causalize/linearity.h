// SPDX-License-Identifier: BSD-3-Clause
// Joint linearity of equations in several unknowns.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "compiler/ir/dae/dae.h"

namespace stiction {

/// True if all equations are linear in the unknowns jointly: no products of them, no unknown under a function or in the
/// condition of an `if`. Held relations and discrete variables count as constants.
/// @param equations the two sides of each
bool AreLinear(const ir::ExprPool& pool, const std::vector<std::pair<ir::ExprId, ir::ExprId>>& equations,
               std::span<const ir::VariableId> unknowns);

}  // namespace stiction
