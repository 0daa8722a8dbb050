// Whether equations are linear in several unknowns together.
#pragma once

#include <vector>

#include "compiler/ir/dae/dae.h"

namespace stiction {

/// Whether all equations are linear in the unknowns jointly: no products of them, no unknown under a function or in the
/// condition of an `if`. Held relations and discrete variables count as constants.
bool AreLinear(const ir::ExprPool& pool, const std::vector<ir::DaeEquation>& equations,
               const std::vector<ir::VariableId>& unknowns);

}  // namespace stiction
