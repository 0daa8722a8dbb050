// SPDX-License-Identifier: BSD-3-Clause
// The loops of explicit Runge-Kutta methods over whole vectors.
#pragma once

#include <cstddef>

namespace stiction::runtime {

/// out := x + h sum_j weight[j] k[j], the sum from the first on; count >= 1.
void AddStages(const double* x, double h, const double* const* k, const double* weight, int count, double* out,
               size_t n);

/// max_i |h sum_j weight[j] k[j][i]| / (absolute[i] + relative max(|x[i]|, |x_new[i]|)), j < 6; NaN if any is.
double LargestError(const double* const* k, const double* weight, double h, const double* absolute, double relative,
                    const double* x, const double* x_new, size_t n);

}  // namespace stiction::runtime
