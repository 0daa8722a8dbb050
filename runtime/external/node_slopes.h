// SPDX-License-Identifier: BSD-3-Clause
// Slopes at the nodes of a cubic Hermite spline, by the scheme of a Smoothness.
#pragma once

#include <span>
#include <vector>

#include "runtime/external/table_kinds.h"

namespace stiction::runtime {

/// The slopes s_i at the nodes (x_i, y_i); two nodes give those of their straight line.
///
/// With h_i = x_{i+1} - x_i and the secants d_i = (y_{i+1} - y_i) / h_i:
/// - Akima: s_i = (w d_{i-1} + v d_i) / (w + v), w = |d_{i+1} - d_i|, v = |d_{i-1} - d_{i-2}|, their mean if w + v = 0;
///   d beyond the ends continues as an arithmetic sequence, also where the table is repeated.
/// - modified Akima: the same with w = |d_{i+1} - d_i| + |d_{i+1} + d_i| / 2, v alike, 0 if w + v = 0.
/// - Fritsch-Butland: 0 where d_{i-1} d_i <= 0, else a weighted harmonic mean of the two.
/// - Steffen: (sign d_{i-1} + sign d_i) min(|d_{i-1}|, |d_i|, |p_i| / 2), p_i the slope of the parabola through three
///   nodes. These two take the secant at the ends.
///
/// @param x, y  n >= 2 nodes, x strictly increasing
/// @param smoothness  a spline
/// @returns n slopes
/// @source H. Akima, J. ACM 17(4) 1970, doi:10.1145/321607.321609; F. N. Fritsch and J. Butland, SIAM J. Sci. Stat.
///   Comput. 5(2) 1984, doi:10.1137/0905021; M. Steffen, Astron. Astrophys. 239, 1990
std::vector<double> NodeSlopes(std::span<const double> x, std::span<const double> y, Smoothness smoothness);

}  // namespace stiction::runtime
