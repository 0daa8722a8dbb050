// SPDX-License-Identifier: BSD-3-Clause
// Resolution of times.
#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace stiction::runtime {

/// Smallest time difference that a search resolves at t [s].
inline double TimeResolution(double t) { return 4 * DBL_EPSILON * std::max(std::abs(t), 1e-18); }

/// Times closer than this are one event [s].
inline double SimultaneousWithin(double t) { return 8 * DBL_EPSILON * std::abs(t); }

/// Periods of one kind that a run may have; more have no end within days.
constexpr double kMaxPeriods = 1e8;

}  // namespace stiction::runtime
