// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/vector_loops.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

constexpr size_t kPart = 64;  // numbers that are looked at together

/// sums[i] := sum_j weight[j] k[j][begin + i]
[[gnu::always_inline]] inline void SumStages(const double* const* k, const double* weight, int count, size_t begin,
                                             size_t n, double* __restrict sums) {
  for (size_t i = 0; i < n; ++i) sums[i] = weight[0] * k[0][begin + i];
  for (int j = 1; j < count; ++j) {
    const double* const kj = k[j] + begin;
    for (size_t i = 0; i < n; ++i) sums[i] += weight[j] * kj[i];
  }
}

}  // namespace

STICTION_VECTOR_CLONES void AddStages(const double* x, double h, const double* const* k, const double* weight,
                                      int count, double* __restrict out, size_t n) {
  double sums[kPart];
  for (size_t begin = 0; begin < n; begin += kPart) {
    const size_t end = std::min(begin + kPart, n);
    SumStages(k, weight, count, begin, end - begin, sums);
    for (size_t i = begin; i < end; ++i) out[i] = x[i] + h * sums[i - begin];
  }
}

// As integers doubles without a sign are in the same order, NaN above all: so the order of the loop does not matter to
// the compiler.
STICTION_VECTOR_CLONES double LargestError(const double* const* k, const double* weight, double h,
                                           const double* absolute, double relative, const double* x,
                                           const double* x_new, size_t n) {
  double sums[kPart];
  int64_t largest = 0;
  for (size_t begin = 0; begin < n; begin += kPart) {
    const size_t end = std::min(begin + kPart, n);
    SumStages(k, weight, 6, begin, end - begin, sums);
    for (size_t i = begin; i < end; ++i) {
      const double a = std::fabs(x[i]), b = std::fabs(x_new[i]);
      const double scale = absolute[i] + relative * (a < b ? b : a);
      sums[i - begin] = std::fabs(h * sums[i - begin] / scale);
    }
    for (size_t i = 0; i < end - begin; ++i) largest = std::max(largest, std::bit_cast<int64_t>(sums[i]));
  }
  return std::bit_cast<double>(largest);
}

}  // namespace stiction::runtime
