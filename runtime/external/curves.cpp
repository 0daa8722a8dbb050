// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/curves.h"

#include "runtime/external/node_slopes.h"

namespace stiction::runtime {

Curves::Curves(const Matrix& table, std::span<const int> columns, Smoothness smoothness)
    : smoothness_(smoothness), count_(columns.size()) {
  const size_t n = table.rows;
  for (size_t i = 0; i < n; ++i) x_.push_back(table(i, 0));
  for (const int column : columns) {
    for (size_t i = 0; i < n; ++i) nodes_.push_back(table(i, static_cast<size_t>(column - 1)));
  }
  if (n < 2) return;
  pieces_.reserve(count_ * (n - 1));
  for (size_t k = 0; k < count_; ++k) {
    const std::span<const double> y(nodes_.data() + k * n, n);
    std::vector<double> slopes;
    if (IsSpline(smoothness)) slopes = NodeSlopes(x_, y, smoothness);
    for (size_t i = 0; i + 1 < n; ++i) {
      Piece piece;
      const double h = x_[i + 1] - x_[i];
      if (smoothness == Smoothness::kLinearSegments) {
        piece.c1 = Secant(k, i);
      } else if (IsSpline(smoothness)) {
        const double d = Secant(k, i);
        piece.c1 = slopes[i];
        piece.c2 = (3 * d - 2 * slopes[i] - slopes[i + 1]) / h;
        piece.c3 = (slopes[i] + slopes[i + 1] - 2 * d) / (h * h);
      }
      pieces_.push_back(piece);
    }
  }
}

double Curves::Secant(size_t column, size_t piece) const {
  const double h = x_[piece + 1] - x_[piece];
  return h > 0 ? (Node(column, piece + 1) - Node(column, piece)) / h : 0;
}

Jet Curves::At(size_t column, size_t piece, double u) const {
  const Piece& c = pieces_[column * (x_.size() - 1) + piece];
  const double v = u - x_[piece];
  // A linear piece gives the values of its right nodes exactly: taken from the nearer node.
  if (smoothness_ == Smoothness::kLinearSegments && v > (x_[piece + 1] - x_[piece]) / 2) {
    return {Node(column, piece + 1) + c.c1 * (u - x_[piece + 1]), c.c1, 0};
  }
  return {Node(column, piece) + v * (c.c1 + v * (c.c2 + v * c.c3)), c.c1 + v * (2 * c.c2 + 3 * v * c.c3),
          2 * c.c2 + 6 * v * c.c3};
}

Jet Curves::Before(size_t column, double u) const {
  const double slope = smoothness_ == Smoothness::kConstantSegments ? Secant(column, 0) : At(column, 0, x_[0]).first;
  return {Node(column, 0) + slope * (u - x_[0]), slope, 0};
}

Jet Curves::Beyond(size_t column, double u) const {
  const size_t last = x_.size() - 1;
  const double slope =
      smoothness_ == Smoothness::kConstantSegments ? Secant(column, last - 1) : At(column, last - 1, x_[last]).first;
  return {Node(column, last) + slope * (u - x_[last]), slope, 0};
}

}  // namespace stiction::runtime
