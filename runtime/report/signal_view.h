// SPDX-License-Identifier: BSD-3-Clause
// The view of a compared signal in a plot.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "runtime/compare/compare.h"
#include "runtime/report/curve.h"

namespace stiction::runtime {

struct SignalView {
  Curve reference, result;
  Curve lower, upper;                                 // the tube; empty of a discrete signal
  std::vector<std::pair<double, double>> violations;  // [s]: where the result is outside, or a switch is wrong
};

/// Curves reduced to what can be seen against the tube.
/// @param verdict of Compare for this signal
SignalView ViewOf(const ResultTable& reference, const ResultTable& result, const SignalVerdict& verdict);

}  // namespace stiction::runtime
