// The loops of explicit Runge-Kutta methods over whole vectors.
#pragma once

#include <cstddef>

namespace stiction::runtime {

/// out := x + h sum_j weight[j] k[j], the sum from the first on; 1 <= count <= 6.
void AddStages(const double* x, double h, const double* const* k, const double* weight, int count, double* out,
               size_t n);

/// max_i |h sum_j weight[j] k[j][i]| / (absolute[i] + relative max(|x[i]|, |x_new[i]|)), j < 6; NaN if any is.
double LargestError(const double* const* k, const double* weight, double h, const double* absolute, double relative,
                    const double* x, const double* x_new, size_t n);

/// out := c[0] + s (c[1] + s (c[2] + ... )), degree 5; each coefficient a vector.
void EvaluatePolynomial(const double* const* c, double s, double* out, size_t n);

/// The coefficients c[0] to c[5] of the continuous extension of Dormand and Prince's method, from c[4] on entry:
///   x = r0 + s (r1 + (1 - s) (r2 + s (r3 + (1 - s) r4))),  r4 = c[4]
void DenseCoefficients(const double* x, const double* x_new, const double* f, const double* f_new, double h,
                       double* const* c, size_t n);

/// c[5] += end - sum c: the polynomial then ends there.
void FitEnd(const double* end, double* const* c, size_t n);

}  // namespace stiction::runtime
