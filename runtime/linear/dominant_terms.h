// SPDX-License-Identifier: BSD-3-Clause
// The product of entries that dominates a determinant, and the scales it gives rows and columns.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace stiction::runtime {

/// An entry that is not 0, by its binary exponent.
struct ExponentEntry {
  Eigen::Index row, column;
  double exponent;
  bool operator==(const ExponentEntry&) const = default;
};

/// Exponents of scales after which no entry is larger than 1 and those of the dominant product are 1. Unlike scales by
/// means or by largest entries they depend neither on the units of rows and columns nor on entries that are rounding
/// errors.
/// @source Duff & Koster 2001, doi 10.1137/S0895479899358443
struct DominantScales {
  Eigen::VectorXd rows, columns;
};

/// @param n rows and columns
/// @returns nothing if there is no product: the matrix is singular whatever the entries are
std::optional<DominantScales> FindDominantScales(const std::vector<ExponentEntry>& entries, Eigen::Index n);

}  // namespace stiction::runtime
