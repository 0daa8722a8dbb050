// SPDX-License-Identifier: BSD-3-Clause
// The columns of a table as curves over its first column, in pieces that are polynomials.
#pragma once

#include <span>
#include <vector>

#include "runtime/external/matrix.h"
#include "runtime/external/table_kinds.h"

namespace stiction::runtime {

/// For each column k and piece i the polynomial y_i + v (c_1 + v (c_2 + v c_3)), v = u - x_i: constant, linear, or the
/// cubic Hermite polynomial of NodeSlopes.
class Curves {
 public:
  Curves() = default;

  /// @param table  n rows; the first column is x, not decreasing, strictly increasing for splines
  /// @param columns  columns of the table to make curves of, from 1
  Curves(const Matrix& table, std::span<const int> columns, Smoothness smoothness);

  std::span<const double> x() const { return x_; }
  size_t count() const { return count_; }

  /// The value of a node as the table gives it.
  double Node(size_t column, size_t node) const { return nodes_[column * x_.size() + node]; }

  /// The piece's polynomial, also outside of the piece. A piece of length 0 is constant.
  /// @pre piece < n - 1
  Jet At(size_t column, size_t piece, double u) const;

  /// On from the first and the last node as kLastTwoPoints wants: a straight line of the slope there; the one through
  /// the two nodes for constant and linear segments.
  Jet Before(size_t column, double u) const;
  Jet Beyond(size_t column, double u) const;

 private:
  struct Piece {
    double c1 = 0, c2 = 0, c3 = 0;
  };

  double Secant(size_t column, size_t piece) const;

  Smoothness smoothness_ = Smoothness::kLinearSegments;
  size_t count_ = 0;           // of columns
  std::vector<double> x_;      // n
  std::vector<double> nodes_;  // count_ x n
  std::vector<Piece> pieces_;  // count_ x (n - 1)
};

}  // namespace stiction::runtime
