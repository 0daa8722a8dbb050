// SPDX-License-Identifier: BSD-3-Clause
// Curves for the eye: few points that look like many.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace stiction::runtime {

struct CurvePoint {
  double t = 0;  // [s]
  double v = 0;
  bool operator==(const CurvePoint&) const = default;
};
using Curve = std::vector<CurvePoint>;

/// A part of the points, such that the straight lines between them pass every point left out within `distance` in
/// value. Points where the time stands still are kept: they are jumps. Values that are not finite are left out.
/// @pre times are non-decreasing; times and values are of equal length
Curve ReduceCurve(std::span<const double> times, std::span<const double> values, double distance);

/// A part of the points of a path in the plane: none is left out that lies farther than the distances from the one
/// taken before it. Points that are not finite are left out.
Curve ReducePath(std::span<const double> xs, std::span<const double> ys, double distance_x, double distance_y);

/// A signal that holds its values: where it changes, and its end.
Curve StepCurve(std::span<const double> times, std::span<const double> values);

/// The least and the largest value; {0, 0} of nothing.
std::pair<double, double> RangeOf(const Curve& curve);

/// The times that occur more than once: there is an event.
std::vector<double> EventTimesOf(std::span<const double> times);

}  // namespace stiction::runtime
