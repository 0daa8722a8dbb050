// SPDX-License-Identifier: BSD-3-Clause
// The tube round a reference signal in which a result has to stay.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace stiction::runtime {

/// Half-widths of a tube. The relative tolerance is that of csv-compare (ITI, github.com/modelica-tools/csv-compare).
struct TubeSize {
  double time = 0;   // [s]
  double value = 0;  // in the signal's unit
};

/// tolerance * max(length of the time range, |start|) and tolerance * max(range of the values, |least value|, nominal),
/// as csv-compare computes them.
/// @pre times and values are of equal length and not empty
TubeSize SizeOfTube(std::span<const double> times, std::span<const double> values, double tolerance, double nominal);

/// The least and the largest value of the reference within `half_width` of each of the `at`. Between two points the
/// reference is a straight line, at two points of one time it takes all values between. With `value` added this is the
/// tube of csv-compare: a rectangle moved along the curve.
/// @pre times and at are non-decreasing; times and values are of equal length and not empty
std::vector<std::pair<double, double>> SlidingRange(std::span<const double> times, std::span<const double> values,
                                                    double half_width, std::span<const double> at);

}  // namespace stiction::runtime
