// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/node_slopes.h"

#include <algorithm>
#include <cmath>

namespace stiction::runtime {
namespace {

// The mean of d1 and d2, each weighted by how much the secants on the other side differ (Akima 1970).
double AkimaSlope(double d0, double d1, double d2, double d3) {
  const double w = std::abs(d3 - d2);
  const double v = std::abs(d1 - d0);
  if (w + v == 0) return (d1 + d2) / 2;
  return (w * d1 + v * d2) / (w + v);
}

double ModifiedAkimaSlope(double d0, double d1, double d2, double d3) {
  const double w = std::abs(d3 - d2) + std::abs(d3 + d2) / 2;
  const double v = std::abs(d1 - d0) + std::abs(d1 + d0) / 2;
  if (w + v == 0) return 0;
  return (w * d1 + v * d2) / (w + v);
}

double FritschButlandSlope(double h1, double h2, double d1, double d2) {
  if (!(d1 * d2 > 0)) return 0;
  return 3 * (h1 + h2) / ((2 * h2 + h1) / d1 + (h2 + 2 * h1) / d2);
}

double SteffenSlope(double h1, double h2, double d1, double d2) {
  if (!(d1 * d2 > 0)) return 0;
  const double parabola = (d1 * h2 + d2 * h1) / (h1 + h2);
  return std::copysign(std::min({2 * std::abs(d1), 2 * std::abs(d2), std::abs(parabola)}), d1);
}

}  // namespace

std::vector<double> NodeSlopes(std::span<const double> x, std::span<const double> y, Smoothness smoothness) {
  const size_t n = x.size();
  const size_t segments = n - 1;
  // Secants and lengths with two more on either side: d[i + 2] is that right of node i.
  std::vector<double> d(segments + 4);
  std::vector<double> h(segments + 4);
  for (size_t i = 0; i < segments; ++i) {
    h[i + 2] = x[i + 1] - x[i];
    d[i + 2] = (y[i + 1] - y[i]) / h[i + 2];
  }
  if (segments == 1) return {d[2], d[2]};
  d[1] = 2 * d[2] - d[3];
  d[0] = 2 * d[1] - d[2];
  d[segments + 2] = 2 * d[segments + 1] - d[segments];
  d[segments + 3] = 2 * d[segments + 2] - d[segments + 1];
  std::vector<double> slopes(n);
  for (size_t i = 0; i < n; ++i) {
    const bool inner = i > 0 && i + 1 < n;
    switch (smoothness) {
      case Smoothness::kMonotoneContinuousDerivative1:
      case Smoothness::kMonotoneContinuousDerivative2:
        if (!inner) {
          slopes[i] = i == 0 ? d[2] : d[segments + 1];
        } else if (smoothness == Smoothness::kMonotoneContinuousDerivative1) {
          slopes[i] = FritschButlandSlope(h[i + 1], h[i + 2], d[i + 1], d[i + 2]);
        } else {
          slopes[i] = SteffenSlope(h[i + 1], h[i + 2], d[i + 1], d[i + 2]);
        }
        break;
      case Smoothness::kModifiedContinuousDerivative:
        slopes[i] = ModifiedAkimaSlope(d[i], d[i + 1], d[i + 2], d[i + 3]);
        break;
      default:
        slopes[i] = AkimaSlope(d[i], d[i + 1], d[i + 2], d[i + 3]);
    }
  }
  return slopes;
}

}  // namespace stiction::runtime
