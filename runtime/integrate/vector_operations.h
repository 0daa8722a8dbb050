// SPDX-License-Identifier: BSD-3-Clause
// Vector operations for SUNDIALS, compiled with the optimisation of this build: Debian's are not optimised, and they
// are three quarters of the time of an IDA run.
#pragma once

#include <sundials/sundials_nvector.h>

#include <cstddef>

namespace stiction::runtime {

/// Replaces the arithmetic of a serial vector that takes time, and gives it the fused operations that IDA asks for;
/// clones of it inherit that.
void UseOptimizedOperations(N_Vector vector);

/// r := given - r, n each. @returns whether all of r is finite
bool SubtractFrom(const double* given, double* r, size_t n);

/// w_i := 1 / (relative |x_i| + absolute_i), n each.
void ErrorWeights(double relative, const double* absolute, const double* x, double* w, size_t n);

}  // namespace stiction::runtime
