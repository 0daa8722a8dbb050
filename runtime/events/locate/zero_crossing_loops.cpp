// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/zero_crossing_loops.h"

#include <bit>
#include <cmath>
#include <limits>

#include "runtime/events/locate/crossing.h"
#include "runtime/support/lanes.h"
#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

constexpr double kNothing = std::numeric_limits<double>::min();  // keeps 0 / 0 from being NaN
constexpr double kBendsBetween = 2;  // second differences at thirds that g may rise between them

}  // namespace

STICTION_VECTOR_CLONES void MeasureFrom(const double* values, const int32_t* left_of, const int32_t* right_of,
                                        const int32_t* relations, const double* sign, double zone_factor,
                                        const double* zone_floor, size_t count, double* g, double* tie, double* zone) {
  const auto left_at = [&](size_t k) { return values[left_of[relations[k]]]; };
  const auto right_at = [&](size_t k) { return values[right_of[relations[k]]]; };
  size_t k = 0;
  for (; k + kLanes <= count; k += kLanes) {
    const Lanes left = {left_at(k), left_at(k + 1), left_at(k + 2), left_at(k + 3)};
    const Lanes right = {right_at(k), right_at(k + 1), right_at(k + 2), right_at(k + 3)};
    Lanes l = left, r = right;
    TakeSizes(l);
    TakeSizes(r);
    const Lanes size = l < r ? r : l, by_size = zone_factor * size;
    Lanes signs, least;
    LoadLanes(sign + k, signs);
    LoadLanes(zone_floor + k, least);
    StoreLanes(signs * (left - right), g + k);
    StoreLanes(kTieFactor * size, tie + k);
    StoreLanes(by_size < least ? least : by_size, zone + k);
  }
  for (; k < count; ++k) {
    const ZeroCrossing one = MeasureOne(left_at(k), right_at(k), sign[k], zone_factor, zone_floor[k]);
    g[k] = one.value;
    tie[k] = one.tie;
    zone[k] = one.zone;
  }
}

STICTION_VECTOR_CLONES void Advance(const double* __restrict g, const double* __restrict zone, size_t count,
                                    double* __restrict armed, double* __restrict excursion) {
  for (size_t k = 0; k < count; ++k) {
    const double size = std::fabs(g[k]);
    excursion[k] = excursion[k] < size ? size : excursion[k];
    armed[k] = g[k] < -zone[k] ? 1.0 : armed[k];
  }
}

STICTION_VECTOR_CLONES size_t Rearm(const double* g, const double* zone, size_t count, double* armed, double* excursion,
                                    size_t* above) {
  size_t found = 0;
  const auto look_at = [&](size_t k) {
    if (g[k] > 0) above[found++] = k;
  };
  size_t k = 0;
  for (; k + kLanes <= count; k += kLanes) {
    Lanes e, z, largest;
    LoadLanes(g + k, e);
    LoadLanes(zone + k, z);
    LoadLanes(excursion + k, largest);
    Lanes size = e;
    TakeSizes(size);
    const Lanes one = {1, 1, 1, 1}, zero = {};
    StoreLanes(largest < size ? size : largest, excursion + k);
    const Masks is_armed = size > z, is_below = e <= 0;
    StoreLanes(is_armed ? one : zero, armed + k);
    if ((is_below[0] & is_below[1] & is_below[2] & is_below[3]) != 0) continue;
    for (size_t j = 0; j < kLanes; ++j) look_at(k + j);
  }
  for (; k < count; ++k) {
    const double size = std::fabs(g[k]);
    excursion[k] = excursion[k] < size ? size : excursion[k];
    armed[k] = size > zone[k] ? 1.0 : 0.0;
    look_at(k);
  }
  return found;
}

STICTION_VECTOR_CLONES void SurveyAll(const double* __restrict p0, const double* __restrict gap1,
                                      const double* __restrict gap2, const double* __restrict p3,
                                      const double* __restrict sign, const double* __restrict tie,
                                      const double* __restrict zone, const double* __restrict armed, double zone_factor,
                                      size_t count, double* __restrict far, double* __restrict bends) {
  for (size_t k = 0; k < count; ++k) {
    const double p1 = sign[k] * gap1[k], p2 = sign[k] * gap2[k];
    const double low01 = p0[k] < p1 ? p0[k] : p1, high01 = p0[k] < p1 ? p1 : p0[k];
    const double low23 = p2 < p3[k] ? p2 : p3[k], high23 = p2 < p3[k] ? p3[k] : p2;
    const double low = low01 < low23 ? low01 : low23, high = high01 < high23 ? high23 : high01;
    const double threshold = (1 - armed[k]) * 0.5 * zone[k];  // without a branch, as all here: for the vector units
    // Differences as of points at thirds, by divided differences.
    const double d01 = (p1 - p0[k]) * (1 / 0.3), d12 = (p2 - p1) * (1 / 0.5), d23 = (p3[k] - p2) * (1 / 0.2);
    const double dd1 = (d12 - d01) * (1 / 0.8), dd2 = (d23 - d12) * (1 / 0.7);
    const double a1 = std::fabs(dd1), a2 = std::fabs(dd2);
    const double bend = 2.0 / 9 * (a1 < a2 ? a2 : a1);
    const double third = 2.0 / 9 * std::fabs(dd2 - dd1);
    // A g that falls from its threshold on does not come back.
    const double steepest01 = d01 < d12 ? d12 : d01, steepest = steepest01 < d23 ? d23 : steepest01;
    const double turn01 = std::fabs(d12 - d01), turn12 = std::fabs(d23 - d12);
    const double turn = turn01 < turn12 ? turn12 : turn01;
    const double margin = kBendsBetween * bend + third;
    const double rest = threshold - high;         // > 0: below it
    const double downwards = -(steepest + turn);  // > 0: falls all the way
    const double gate = threshold < p0[k] ? -1.0 : kInfinity;
    const double fall = downwards < gate ? downwards : gate;
    const double clear = rest - margin;
    const double sure = clear < fall ? fall : clear;
    far[k] = sure > 0 ? 1.0 : 0.0;
    const double below = -low;
    const double largest = (below < high ? high : below) + kNothing;
    const double size = largest < zone[k] ? zone[k] : largest;
    // The larger of (third - noise) / size and bend^2 zone_factor / (zone max(size, bend)), with one division.
    const double largest_size = size < bend ? bend : size;
    const double own_zone = zone[k] > 0 ? zone[k] : zone_factor * largest_size;
    const double a = (third - kNoiseUlps * tie[k]) / size, b = bend / own_zone * (bend / largest_size) * zone_factor;
    bends[k] = a < b ? b : a;
  }
}

STICTION_VECTOR_CLONES size_t CountOnes(const double* values, size_t count) {
  size_t ones = 0;
  for (size_t k = 0; k < count; ++k) ones += values[k] != 0 ? 1 : 0;
  return ones;
}

// As integers, doubles above 0 are in the same order and the others are not above 0: there the order of a loop does not
// matter to the compiler.
STICTION_VECTOR_CLONES double Largest(const double* values, size_t count) {
  int64_t largest = 0;
  for (size_t k = 0; k < count; ++k) {
    const auto value = std::bit_cast<int64_t>(values[k]);
    largest = value > largest ? value : largest;
  }
  return std::bit_cast<double>(largest);
}

STICTION_VECTOR_CLONES void MarkFar(const double* __restrict p0, const double* __restrict p1,
                                    const double* __restrict p2, const double* __restrict p3,
                                    const double* __restrict zone, const double* __restrict armed, size_t count,
                                    double* __restrict far) {
  for (size_t k = 0; k < count; ++k) {
    const double low01 = p0[k] < p1[k] ? p0[k] : p1[k], high01 = p0[k] < p1[k] ? p1[k] : p0[k];
    const double low23 = p2[k] < p3[k] ? p2[k] : p3[k], high23 = p2[k] < p3[k] ? p3[k] : p2[k];
    const double low = low01 < low23 ? low01 : low23, high = high01 < high23 ? high23 : high01;
    const double threshold = (1 - armed[k]) * 0.5 * zone[k];
    far[k] = high + 6 * (high - low) < threshold ? 1.0 : 0.0;
  }
}

STICTION_VECTOR_CLONES void MeasureBends(const double* __restrict p0, const double* __restrict p1,
                                         const double* __restrict p2, const double* __restrict p3,
                                         const double* __restrict tie0, const double* __restrict tie1,
                                         const double* __restrict tie2, const double* __restrict tie3,
                                         const double* __restrict zone0, double zone_factor, size_t count,
                                         double* __restrict worst) {
  for (size_t k = 0; k < count; ++k) {
    const double a0 = std::fabs(p0[k]), a1 = std::fabs(p1[k]), a2 = std::fabs(p2[k]), a3 = std::fabs(p3[k]);
    const double a01 = a0 < a1 ? a1 : a0, a23 = a2 < a3 ? a3 : a2;
    const double a = (a01 < a23 ? a23 : a01) + kNothing;
    const double size = a < zone0[k] ? zone0[k] : a;
    const double t01 = tie0[k] < tie1[k] ? tie1[k] : tie0[k], t23 = tie2[k] < tie3[k] ? tie3[k] : tie2[k];
    const double noise = kNoiseUlps * (t01 < t23 ? t23 : t01);
    const double third = std::fabs(p3[k] - 3 * p2[k] + 3 * p1[k] - p0[k]);
    const double b1 = std::fabs(p2[k] - 2 * p1[k] + p0[k]), b2 = std::fabs(p3[k] - 2 * p2[k] + p1[k]);
    const double bend = b1 < b2 ? b2 : b1;
    const double by_third = (third - noise) / size;
    const double largest_size = size < bend ? bend : size;
    const double own_zone = zone0[k] > 0 ? zone0[k] : zone_factor * largest_size;
    const double by_bend = bend / own_zone * (bend / largest_size) * zone_factor;
    worst[k] = by_third < by_bend ? by_bend : by_third;
  }
}

}  // namespace stiction::runtime
