// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/vector_operations.h"

#include <nvector/nvector_serial.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "runtime/program/check.h"
#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

// SUNDIALS lets a result be one of the operands. Where it is, the loop says so: the compiler vectorises what it knows
// to be apart.

STICTION_VECTOR_CLONES void Sum(double a, const double* __restrict x, double b, const double* __restrict y,
                                double* __restrict z, ptrdiff_t n) {
  if (a == 1 && b == 1) {
    for (ptrdiff_t i = 0; i < n; ++i) z[i] = x[i] + y[i];
  } else if (a == 1) {
    for (ptrdiff_t i = 0; i < n; ++i) z[i] = x[i] + b * y[i];
  } else {
    for (ptrdiff_t i = 0; i < n; ++i) z[i] = a * x[i] + b * y[i];
  }
}

/// z := a z + b y
STICTION_VECTOR_CLONES void SumInto(double a, double b, const double* __restrict y, double* __restrict z, ptrdiff_t n) {
  if (a == 1 && b == 1) {
    for (ptrdiff_t i = 0; i < n; ++i) z[i] += y[i];
  } else if (a == 1) {
    for (ptrdiff_t i = 0; i < n; ++i) z[i] += b * y[i];
  } else {
    for (ptrdiff_t i = 0; i < n; ++i) z[i] = a * z[i] + b * y[i];
  }
}

STICTION_VECTOR_CLONES void Multiply(double c, const double* __restrict x, double* __restrict z, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; ++i) z[i] = c * x[i];
}

STICTION_VECTOR_CLONES void MultiplyInPlace(double c, double* z, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; ++i) z[i] *= c;
}

/// z := c0 x0 + c1 x1 + c2 x2
STICTION_VECTOR_CLONES void Combine3(const double* c, const double* __restrict x0, const double* __restrict x1,
                                     const double* __restrict x2, double* __restrict z, ptrdiff_t n) {
  const double c0 = c[0], c1 = c[1], c2 = c[2];
  for (ptrdiff_t i = 0; i < n; ++i) z[i] = c0 * x0[i] + c1 * x1[i] + c2 * x2[i];
}

/// z := z + c0 x0 + c1 x1 + c2 x2
STICTION_VECTOR_CLONES void Add3(const double* c, const double* __restrict x0, const double* __restrict x1,
                                 const double* __restrict x2, double* __restrict z, ptrdiff_t n) {
  const double c0 = c[0], c1 = c[1], c2 = c[2];
  for (ptrdiff_t i = 0; i < n; ++i) z[i] = z[i] + c0 * x0[i] + c1 * x1[i] + c2 * x2[i];
}

/// z := z + c0 x0 + c1 x1
STICTION_VECTOR_CLONES void Add2(const double* c, const double* __restrict x0, const double* __restrict x1,
                                 double* __restrict z, ptrdiff_t n) {
  const double c0 = c[0], c1 = c[1];
  for (ptrdiff_t i = 0; i < n; ++i) z[i] = z[i] + c0 * x0[i] + c1 * x1[i];
}

/// Of (x w)^2. Four sums side by side, so that the loop needs no order of the elements; the results are the same with
/// every vector unit.
STICTION_VECTOR_CLONES double SumOfSquares(const double* __restrict x, const double* __restrict w, ptrdiff_t n) {
  double sum[4] = {0, 0, 0, 0};
  ptrdiff_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (ptrdiff_t j = 0; j < 4; ++j) {
      const double scaled = x[i + j] * w[i + j];
      sum[j] += scaled * scaled;
    }
  }
  for (; i < n; ++i) sum[0] += x[i] * w[i] * (x[i] * w[i]);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

STICTION_VECTOR_CLONES double SumOfMaskedSquares(const double* __restrict x, const double* __restrict w,
                                                 const double* __restrict id, ptrdiff_t n) {
  double sum[4] = {0, 0, 0, 0};
  ptrdiff_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (ptrdiff_t j = 0; j < 4; ++j) {
      const double scaled = x[i + j] * w[i + j];
      sum[j] += id[i + j] > 0 ? scaled * scaled : 0.0;
    }
  }
  for (; i < n; ++i) sum[0] += id[i] > 0 ? x[i] * w[i] * (x[i] * w[i]) : 0.0;
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

STICTION_VECTOR_CLONES void Weights(double relative, const double* __restrict absolute, const double* __restrict x,
                                    double* __restrict w, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; ++i) w[i] = 1 / (relative * std::fabs(x[i]) + absolute[i]);
}

/// r := given - r; the sum of 0 r is zero where all of r is finite.
STICTION_VECTOR_CLONES double Subtract(const double* __restrict given, double* __restrict r, ptrdiff_t n) {
  double probe[4] = {0, 0, 0, 0};
  ptrdiff_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (ptrdiff_t j = 0; j < 4; ++j) {
      r[i + j] = given[i + j] - r[i + j];
      probe[j] += r[i + j] * 0.0;
    }
  }
  for (; i < n; ++i) {
    r[i] = given[i] - r[i];
    probe[0] += r[i] * 0.0;
  }
  return probe[0] + probe[1] + probe[2] + probe[3];
}

double* Data(N_Vector v) { return NV_DATA_S(v); }
ptrdiff_t Length(N_Vector v) { return static_cast<ptrdiff_t>(NV_LENGTH_S(v)); }

void LinearSum(double a, N_Vector x, double b, N_Vector y, N_Vector z) {
  const ptrdiff_t n = Length(z);
  const double *const px = Data(x), *const py = Data(y);
  double* const pz = Data(z);
  if (px == py) {
    if (px == pz) return MultiplyInPlace(a + b, pz, n);
    return Multiply(a + b, px, pz, n);
  }
  if (pz == px) return SumInto(a, b, py, pz, n);
  if (pz == py) return SumInto(b, a, px, pz, n);
  if (a != 1 && b == 1) return Sum(b, py, a, px, pz, n);
  Sum(a, px, b, py, pz, n);
}

void Scale(double c, N_Vector x, N_Vector z) {
  const ptrdiff_t n = Length(z);
  if (x == z) {
    if (c != 1) MultiplyInPlace(c, Data(z), n);
  } else if (c == 1) {
    std::copy_n(Data(x), n, Data(z));
  } else {
    Multiply(c, Data(x), Data(z), n);
  }
}

double WrmsNorm(N_Vector x, N_Vector w) {
  const ptrdiff_t n = Length(x);
  return std::sqrt(SumOfSquares(Data(x), Data(w), n) / static_cast<double>(n));
}

double WrmsNormMask(N_Vector x, N_Vector w, N_Vector id) {
  const ptrdiff_t n = Length(x);
  return std::sqrt(SumOfMaskedSquares(Data(x), Data(w), Data(id), n) / static_cast<double>(n));
}

// Of the fused operations those that IDA uses: prediction and dense output, changes of the step, the update of the
// history.

int LinearCombination(int count, double* c, N_Vector* x, N_Vector z) {
  const ptrdiff_t n = Length(z);
  double* const pz = Data(z);
  const bool overlaps = std::any_of(x + std::min(count, 1), x + count, [&](N_Vector v) { return Data(v) == pz; });
  RT_CHECK(count > 0 && !overlaps, "a linear combination into an operand other than the first");
  int k = 1;
  if (pz == Data(x[0])) {
    if (c[0] != 1) MultiplyInPlace(c[0], pz, n);
  } else if (count == 1) {
    Scale(c[0], x[0], z);
  } else if (count == 2) {
    LinearSum(c[0], x[0], c[1], x[1], z);
    k = 2;
  } else {
    Combine3(c, Data(x[0]), Data(x[1]), Data(x[2]), pz, n);
    k = 3;
  }
  for (; k + 3 <= count; k += 3) Add3(c + k, Data(x[k]), Data(x[k + 1]), Data(x[k + 2]), pz, n);
  if (k + 2 == count) {
    Add2(c + k, Data(x[k]), Data(x[k + 1]), pz, n);
  } else if (k + 1 == count) {
    SumInto(1, c[k], Data(x[k]), pz, n);
  }
  return 0;
}

// In the order of the arrays: a result may be an operand of the next.
int LinearSumVectorArray(int count, double a, N_Vector* x, double b, N_Vector* y, N_Vector* z) {
  for (int k = 0; k < count; ++k) LinearSum(a, x[k], b, y[k], z[k]);
  return 0;
}

int ScaleVectorArray(int count, double* c, N_Vector* x, N_Vector* z) {
  for (int k = 0; k < count; ++k) Scale(c[k], x[k], z[k]);
  return 0;
}

}  // namespace

void UseOptimizedOperations(N_Vector vector) {
  vector->ops->nvlinearsum = LinearSum;
  vector->ops->nvscale = Scale;
  vector->ops->nvwrmsnorm = WrmsNorm;
  vector->ops->nvwrmsnormmask = WrmsNormMask;
  vector->ops->nvlinearcombination = LinearCombination;
  vector->ops->nvlinearsumvectorarray = LinearSumVectorArray;
  vector->ops->nvscalevectorarray = ScaleVectorArray;
}

void ErrorWeights(double relative, const double* absolute, const double* x, double* w, size_t n) {
  Weights(relative, absolute, x, w, static_cast<ptrdiff_t>(n));
}

bool SubtractFrom(const double* given, double* r, size_t n) {
  return Subtract(given, r, static_cast<ptrdiff_t>(n)) == 0;
}

}  // namespace stiction::runtime
