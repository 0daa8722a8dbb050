// SPDX-License-Identifier: BSD-3-Clause
// Legal operands of `pre` and `change` (MLS 3.7.5.1).
#pragma once

#include <vector>

#include "compiler/lower/context.h"

namespace stiction {

/// Reports `pre(x)` and `change(x)` of an x that changes between events, outside of when-clauses: there it would stand
/// still from one event to the next, whatever else is an event.
/// @pre what is assigned in when-clauses is marked discrete
void CheckPreOperands(const std::vector<ir::FlatEquation>& equations, LowerContext& context);

}  // namespace stiction
