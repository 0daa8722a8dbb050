// SPDX-License-Identifier: BSD-3-Clause
// Equations of discrete variables are assignments (MLS Appendix B: f_z, f_m): which variable each one assigns.
#pragma once

#include <vector>

#include "compiler/lower/context.h"

namespace stiction {

/// Brings the equations of Booleans, Integers, enumerations, Strings and discrete Reals among `equations` into the form
/// variable := expression. Where either side could be it (`a = b`), the side that no other equation assigns is taken;
/// of two equal ones the left. Those with is_discrete set are assignments already.
/// @param are_initial initial equations may also assign `pre(v)`, and the same variable as another equation; those in
/// no
///   such form stay as they are: causalize tells which are conditions that hold anyway (MLS 8.6)
/// @errors of others: an equation in no such form; a variable that two equations assign
void OrientDiscreteEquations(std::vector<ir::DaeEquation>& equations, bool are_initial, LowerContext& context);

}  // namespace stiction
