#include "runtime/integrate/vector_loops.h"

#include <cmath>

#include "runtime/evaluate/vector_clones.h"
#include "runtime/program/check.h"

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

/// Four maxima side by side, so that the loop needs no order of the elements.
STICTION_VECTOR_CLONES void LargestOfFour(const double* const* k, const double* w, double h, const double* absolute,
                                          double relative, const double* x, const double* x_new, size_t n,
                                          double* __restrict worst, double* __restrict probe) {
  const double *k0 = k[0], *k1 = k[1], *k2 = k[2], *k3 = k[3], *k4 = k[4], *k5 = k[5];
  const double w0 = w[0], w1 = w[1], w2 = w[2], w3 = w[3], w4 = w[4], w5 = w[5];
  double largest[4] = {0, 0, 0, 0}, sum[4] = {0, 0, 0, 0};
  for (size_t i = 0; i + 4 <= n; i += 4) {
    for (size_t j = 0; j < 4; ++j) {
      const size_t at = i + j;
      const double a = std::fabs(x[at]), b = std::fabs(x_new[at]);
      const double scale = absolute[at] + relative * (a < b ? b : a);
      const double error =
          std::fabs(h * (w0 * k0[at] + w1 * k1[at] + w2 * k2[at] + w3 * k3[at] + w4 * k4[at] + w5 * k5[at])) / scale;
      largest[j] = error > largest[j] ? error : largest[j];
      sum[j] += error * 0.0;
    }
  }
  for (size_t j = 0; j < 4; ++j) {
    worst[j] = largest[j];
    probe[j] = sum[j];
  }
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
                    const double* x, const double* x_new, size_t n) {
  double worst[4], probe[4];
  LargestOfFour(k, weight, h, absolute, relative, x, x_new, n, worst, probe);
  double largest = worst[0], sum = probe[0];
  for (int j = 1; j < 4; ++j) {
    largest = worst[j] > largest ? worst[j] : largest;
    sum += probe[j];
  }
  for (size_t i = n - n % 4; i < n; ++i) {
    double error = 0;
    for (int j = 0; j < 6; ++j) error += weight[j] * k[j][i];
    error = std::fabs(h * error) / (absolute[i] + relative * std::fmax(std::fabs(x[i]), std::fabs(x_new[i])));
    largest = error > largest ? error : largest;
    sum += error * 0.0;
  }
  return sum == 0 ? largest : sum;
}

}  // namespace stiction::runtime
