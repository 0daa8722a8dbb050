// SPDX-License-Identifier: BSD-3-Clause
// Damped Newton (Deuflhard 2004, doi 10.1007/978-3-642-23899-4: restricted monotonicity test of the simplified Newton
// correction).
#pragma once

#include "runtime/blocks/real_equations.h"

namespace stiction::runtime {

/// @returns kUndetermined where the equations hold, but their Jacobian is singular
RealStatus Newton(RealEquations& equations, double* slots, const Eigen::VectorXd& from);

}  // namespace stiction::runtime
