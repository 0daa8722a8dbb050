// SPDX-License-Identifier: BSD-3-Clause
// What asks for steps that are too small to go on with.
#pragma once

#include <span>
#include <string>

#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// The state that changes most in a step below the last place of t, compared with its tolerance, and the equation of
/// its derivative: lines for a message, "\n  state       x\n  in x = ... (file:1:2)".
/// @param x states at t, nx
/// @param sizes of the states, as their errors are measured; empty: 1
std::string DescribeStepDemand(ContinuousSystem& system, double t, const double* x, std::span<const double> sizes);

}  // namespace stiction::runtime
