// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/kernel_loops.h"

#include <cmath>

#include "runtime/execute/sine.h"
#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

STICTION_VECTOR_CLONES bool AnyAbove(const double* a, ptrdiff_t sa, ptrdiff_t n, double limit) {
  size_t above = 0;  // or not a number
  for (ptrdiff_t i = 0; i < n; ++i) above += std::fabs(a[i * sa]) <= limit ? 0 : 1;
  return above != 0;
}

STICTION_VECTOR_CLONES void ReducedSineLoop(double* __restrict d, const double* a, ptrdiff_t sa, ptrdiff_t n) {
  if (sa == 1) {
    for (ptrdiff_t i = 0; i < n; ++i) d[i] = ReducedSine(a[i]);
  } else {
    for (ptrdiff_t i = 0; i < n; ++i) d[i] = ReducedSine(a[i * sa]);
  }
}

STICTION_VECTOR_CLONES void ReducedSineAndCosineLoop(double* __restrict d, double* __restrict beside, const double* a,
                                                     ptrdiff_t sa, ptrdiff_t n) {
  if (sa == 1) {
    for (ptrdiff_t i = 0; i < n; ++i) {
      const SineAndCosine of = ReducedSineAndCosine(a[i]);
      d[i] = of.sine;
      beside[i] = of.cosine;
    }
  } else {
    for (ptrdiff_t i = 0; i < n; ++i) {
      const SineAndCosine of = ReducedSineAndCosine(a[i * sa]);
      d[i] = of.sine;
      beside[i] = of.cosine;
    }
  }
}

}  // namespace

void SineAndCosineLoop(double* __restrict d, double* __restrict beside, const double* a, ptrdiff_t sa, ptrdiff_t n) {
  if (!AnyAbove(a, sa, n, kLargestReducedAngle)) return ReducedSineAndCosineLoop(d, beside, a, sa, n);
  for (ptrdiff_t i = 0; i < n; ++i) {
    d[i] = Sine(a[i * sa]);
    beside[i] = Cosine(a[i * sa]);
  }
}

void SineLoop(double* __restrict d, const double* a, ptrdiff_t sa, ptrdiff_t n) {
  if (!AnyAbove(a, sa, n, kLargestReducedAngle)) return ReducedSineLoop(d, a, sa, n);
  for (ptrdiff_t i = 0; i < n; ++i) d[i] = Sine(a[i * sa]);
}

}  // namespace stiction::runtime
