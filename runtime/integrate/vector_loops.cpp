// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/vector_loops.h"

#include <bit>
#include <cmath>
#include <cstdint>

#include "runtime/program/check.h"
#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

STICTION_VECTOR_CLONES void Add1(const double* x, double h, const double* k0, double w0, double* __restrict out,
                                 size_t n) {
  for (size_t i = 0; i < n; ++i) out[i] = x[i] + h * (w0 * k0[i]);
}

STICTION_VECTOR_CLONES void Add2(const double* x, double h, const double* const* k, const double* w,
                                 double* __restrict out, size_t n) {
  const double *k0 = k[0], *k1 = k[1];
  const double w0 = w[0], w1 = w[1];
  for (size_t i = 0; i < n; ++i) out[i] = x[i] + h * (w0 * k0[i] + w1 * k1[i]);
}

STICTION_VECTOR_CLONES void Add3(const double* x, double h, const double* const* k, const double* w,
                                 double* __restrict out, size_t n) {
  const double *k0 = k[0], *k1 = k[1], *k2 = k[2];
  const double w0 = w[0], w1 = w[1], w2 = w[2];
  for (size_t i = 0; i < n; ++i) out[i] = x[i] + h * (w0 * k0[i] + w1 * k1[i] + w2 * k2[i]);
}

STICTION_VECTOR_CLONES void Add4(const double* x, double h, const double* const* k, const double* w,
                                 double* __restrict out, size_t n) {
  const double *k0 = k[0], *k1 = k[1], *k2 = k[2], *k3 = k[3];
  const double w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3];
  for (size_t i = 0; i < n; ++i) out[i] = x[i] + h * (w0 * k0[i] + w1 * k1[i] + w2 * k2[i] + w3 * k3[i]);
}

STICTION_VECTOR_CLONES void Add5(const double* x, double h, const double* const* k, const double* w,
                                 double* __restrict out, size_t n) {
  const double *k0 = k[0], *k1 = k[1], *k2 = k[2], *k3 = k[3], *k4 = k[4];
  const double w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4];
  for (size_t i = 0; i < n; ++i) {
    out[i] = x[i] + h * (w0 * k0[i] + w1 * k1[i] + w2 * k2[i] + w3 * k3[i] + w4 * k4[i]);
  }
}

STICTION_VECTOR_CLONES void Add6(const double* x, double h, const double* const* k, const double* w,
                                 double* __restrict out, size_t n) {
  const double *k0 = k[0], *k1 = k[1], *k2 = k[2], *k3 = k[3], *k4 = k[4], *k5 = k[5];
  const double w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4], w5 = w[5];
  for (size_t i = 0; i < n; ++i) {
    out[i] = x[i] + h * (w0 * k0[i] + w1 * k1[i] + w2 * k2[i] + w3 * k3[i] + w4 * k4[i] + w5 * k5[i]);
  }
}

STICTION_VECTOR_CLONES void ScaledErrors(const double* const* k, const double* w, double h, const double* absolute,
                                         double relative, const double* x, const double* x_new, size_t n,
                                         double* __restrict errors) {
  const double *k0 = k[0], *k1 = k[1], *k2 = k[2], *k3 = k[3], *k4 = k[4], *k5 = k[5];
  const double w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4], w5 = w[5];
  for (size_t i = 0; i < n; ++i) {
    const double a = std::fabs(x[i]), b = std::fabs(x_new[i]);
    const double scale = absolute[i] + relative * (a < b ? b : a);
    const double error = h * (w0 * k0[i] + w1 * k1[i] + w2 * k2[i] + w3 * k3[i] + w4 * k4[i] + w5 * k5[i]);
    errors[i] = std::fabs(error / scale);
  }
}

/// The largest of numbers that are not negative; NaN if any is. As integers doubles without a sign are in the same
/// order, NaN above all: so the order of the loop does not matter to the compiler.
STICTION_VECTOR_CLONES double LargestOf(const double* values, size_t n) {
  int64_t largest = 0;
  for (size_t i = 0; i < n; ++i) {
    const auto value = std::bit_cast<int64_t>(values[i]);
    largest = value > largest ? value : largest;
  }
  return std::bit_cast<double>(largest);
}

}  // namespace

void AddStages(const double* x, double h, const double* const* k, const double* weight, int count, double* out,
               size_t n) {
  switch (count) {
    case 1:
      return Add1(x, h, k[0], weight[0], out, n);
    case 2:
      return Add2(x, h, k, weight, out, n);
    case 3:
      return Add3(x, h, k, weight, out, n);
    case 4:
      return Add4(x, h, k, weight, out, n);
    case 5:
      return Add5(x, h, k, weight, out, n);
    case 6:
      return Add6(x, h, k, weight, out, n);
    default:
      RT_CHECK(false, "{} stages", count);
  }
}

double LargestError(const double* const* k, const double* weight, double h, const double* absolute, double relative,
                    const double* x, const double* x_new, size_t n, double* errors) {
  ScaledErrors(k, weight, h, absolute, relative, x, x_new, n, errors);
  return LargestOf(errors, n);
}

}  // namespace stiction::runtime
