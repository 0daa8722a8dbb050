// SPDX-License-Identifier: BSD-3-Clause
// First point at which a polynomial exceeds a threshold, with proof that it does so nowhere before.
//
// In Bernstein's form a polynomial of order n on an interval is a mean of its n + 1 coefficients: it stays below a
// threshold if they do, and it crosses the threshold at most as often as they do (Descartes' rule of signs; Lane and
// Riesenfeld 1981, doi 10.1007/BF01934079). An interval in which they cross it more than once is halved (de Casteljau);
// where they do once there is one root, and Newton's method finds it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace stiction::runtime {

/// sum of coefficients[i] s^i, i = 0 to order.
struct Polynomial {
  static constexpr int kMaxOrder = 32;
  int order = 0;
  std::array<double, kMaxOrder + 1> coefficients{};

  double ValueAt(double s) const;
  struct ValueAndSlope {
    double value, slope;
  };
  ValueAndSlope At(double s) const;
  /// The largest |value| at the quarters of [0, end].
  double LargestAtQuarters(double end) const;

  /// Expands it about s: from then on s is where 0 was.
  void Shift(double s);
};

/// Root in [0, 1] of the parabola from `begin` < 0 with that slope to `end` > 0.
inline double RootOfParabola(double begin, double slope, double end) {
  const double bend = end - begin - slope;
  const double root = -2 * begin / (slope + std::sqrt(std::max(slope * slope - 4 * begin * bend, 0.0)));
  return root < 1 ? root : 1;
}

/// Resolution of a search.
struct RootResolution {
  double s;      // > 0; smallest difference of arguments
  double noise;  // > 0; rounding errors of the polynomial: what exceeds a threshold by less does not exceed it
};

struct Root {
  double s;
  double slope;  // of the polynomial about there
};

/// At least the largest value of p in [0, end], and that itself where p is largest at an end and bends little. The
/// largest coefficient of Bernstein's form. @pre all coefficients are finite, end >= 0
double UpperBound(const Polynomial& p, double end);

/// The first s in [0, end] at which p exceeds `threshold`, to within the resolution.
/// @pre all coefficients are finite, end >= 0
/// @returns nothing where p <= threshold + noise on all of [0, end]; 0 where p(0) exceeds that already
std::optional<Root> FirstAbove(const Polynomial& p, double end, double threshold, const RootResolution& resolution);

}  // namespace stiction::runtime
