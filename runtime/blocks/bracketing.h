// SPDX-License-Identifier: BSD-3-Clause
// One equation for one unknown where Newton's method fails: its residual changes sign at a solution.
#pragma once

#include "runtime/blocks/real_equations.h"

namespace stiction::runtime {

/// Looks for a change of sign farther and farther around `from`, and halves the interval that has it.
/// @pre one unknown, the equation is not one of least change
/// @returns kSolved, with the unknown and what follows from it in `slots`; or kNotConverged: there is no change of
/// sign, or the residual jumps there
RealStatus SolveByBracketing(RealEquations& equations, double* slots, double from);

}  // namespace stiction::runtime
