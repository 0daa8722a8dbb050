// SPDX-License-Identifier: BSD-3-Clause
// If-equations become equations between if-expressions (MLS 8.3.4).
#pragma once

#include <vector>

#include "compiler/lower/context.h"

namespace stiction {

/// Replaces the if-equations of `equations` (not those inside when-equations, which stay):
///   - equations that have the same variable alone on the left in each branch: `v = if c then r1 else r2`;
///   - the others by their order: `0 = if c then l1 - r1 else l2 - r2`;
///   - assert and terminate are guarded by the conditions of their branch. An equation of kind kTerminate then has that
///     condition as `left`.
/// @errors branches with different numbers of equations; a when-equation below a condition that can change
std::vector<ir::FlatEquation> ExpandIfEquations(std::vector<ir::FlatEquation> equations, LowerContext& context);

}  // namespace stiction
