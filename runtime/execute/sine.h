// SPDX-License-Identifier: BSD-3-Clause
// The sine as one sequence of additions and multiplications, for one number or for many side by side: the same bits
// either way, where the library's differ from its own for vectors.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "runtime/support/rounding_direction.h"

namespace stiction::runtime {

/// Up to here multiples of pi/2 are taken off exactly enough.
constexpr double kLargestReducedAngle = 1e6;

/// n pi/2 + r with |r| <= pi/4
struct ReducedAngle {
  double sine, cosine;  // of r
  int64_t quadrant;     // n in its last bits
  /// The sine of the angle and so many quarters of a turn.
  [[gnu::always_inline]] double SineTurned(int64_t by) const {
    const int64_t n = quadrant + by;
    const double size = (n & 1) != 0 ? cosine : sine;
    return std::bit_cast<double>(std::bit_cast<int64_t>(size) ^ ((n & 2) << 62));
  }
};

/// sin x and cos x to within one unit in the last place: x = n pi/2 + r with pi/2 in three parts, of which the first
/// two times n are exact (Cody and Waite 1980), then the series of sine and cosine on |r| <= pi/4.
/// @pre |x| <= kLargestReducedAngle
[[gnu::always_inline]] inline constexpr ReducedAngle Reduce(double x) {
  constexpr double kRound = 0x1.8p52;  // the sum's last bits are the nearest integer
  constexpr double kHalfPi1 = 0x1.921fb544p+0, kHalfPi2 = 0x1.0b4611a6p-34, kHalfPi3 = 0x1.3198a2e037073p-69;
  const double shifted = x * 0x1.45f306dc9c883p-1 + kRound;
  const auto quadrant = std::bit_cast<int64_t>(shifted);
  const double n = shifted - kRound;
  const double a = x - n * kHalfPi1;
  const double w = n * kHalfPi2;
  const double b = a - w;
  const double tail = n * kHalfPi3 - ((a - b) - w);
  const double r = b - tail;
  const double excess = tail - (b - r);  // of r
  const double z = r * r;
  const double sine_series =
      1.0 / 6 +
      z * (-1.0 / 120 +
           z * (1.0 / 5040 + z * (-1.0 / 362880 + z * (1.0 / 39916800 +
                                                       z * (-1.0 / 6227020800 + z * (1.0 / 1307674368000 +
                                                                                     z * (-1.0 / 355687428096000)))))));
  const double cosine_series =
      1.0 / 24 +
      z * (-1.0 / 720 +
           z * (1.0 / 40320 +
                z * (-1.0 / 3628800 + z * (1.0 / 479001600 + z * (-1.0 / 87178291200 + z * (1.0 / 20922789888000))))));
  const double half = 0.5 * z;
  const double most = 1 - half;
  const double sine = r - (r * z * sine_series + excess * most);  // not r + ...: of -0 it would be 0
  const double cosine = most + (((1 - most) - half) + (z * z * cosine_series + r * excess));
  return {sine, cosine, quadrant};
}

struct SineAndCosine {
  double sine, cosine;
};
[[gnu::always_inline]] inline SineAndCosine ReducedSineAndCosine(double x) {
  const ReducedAngle angle = Reduce(x);
  return {angle.SineTurned(0), angle.SineTurned(1)};
}
[[gnu::always_inline]] inline double ReducedSine(double x) { return Reduce(x).SineTurned(0); }

/// @param quarters 0: the sine, 1: the cosine. One function for both: less code on the way of an event. The search, the
/// rows, the event itself and the next series ask one after the other for the same angle.
[[gnu::noinline]] inline double SineTurned(double x, int64_t quarters) {
  struct Last {
    double x = 0;
    ReducedAngle angle = Reduce(0);
  };
  static thread_local constinit Last last;
  if (std::bit_cast<int64_t>(x) == std::bit_cast<int64_t>(last.x)) return last.angle.SineTurned(quarters);
  if (std::fabs(x) > kLargestReducedAngle || RoundingDirection::IsDirected())
    return quarters == 0 ? std::sin(x) : std::cos(x);
  last = {x, Reduce(x)};
  return last.angle.SineTurned(quarters);
}
inline double Sine(double x) { return SineTurned(x, 0); }
inline double Cosine(double x) { return SineTurned(x, 1); }

}  // namespace stiction::runtime
