// SPDX-License-Identifier: BSD-3-Clause
// How exactly the time of an event is found.
#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace stiction::runtime {

/// Smallest time difference that a search resolves at t [s].
inline double TimeResolution(double t) { return 4 * DBL_EPSILON * std::max(std::abs(t), 1e-18); }

}  // namespace stiction::runtime
