// SPDX-License-Identifier: BSD-3-Clause
// Tables over two abscissae: Modelica.Blocks.Types.ExternalCombiTable2D.
#pragma once

#include <array>
#include <string>
#include <variant>
#include <vector>

#include "runtime/external/last_interval.h"
#include "runtime/external/matrix.h"
#include "runtime/external/provided.h"
#include "runtime/external/table_kinds.h"

namespace stiction::runtime {

/// A value with its partial derivatives by u1 and u2.
struct Jet2 {
  double value = 0;
  double d1 = 0, d2 = 0;
  double d11 = 0, d12 = 0, d22 = 0;
};

/// y(u1, u2): constant, bilinear, or Akima's bicubic spline. One element: its value, for any u; one row or one column
/// of elements: a function of the other abscissa alone.
///
/// The spline has Akima's slopes by u1 and by u2 (see NodeSlopes) and as mixed derivative at a node the mean of the
/// four mixed secants around it with the products of both directions' weights; between the nodes it is the bicubic
/// Hermite polynomial.
/// @source H. Akima, Comm. ACM 17(1) 1974, doi:10.1145/360767.360779 (Algorithm 474: doi:10.1145/360767.360797)
class Table2D : public ExternalObject {
 public:
  /// @param table  u1 in the first column, u2 in the first row, y in the others; element (1, 1) is not used
  /// @returns the table, or a sentence: too small, abscissae that do not increase, a smoothness there is not in 2D
  static ConstructedObject Make(const Matrix& table, const TableOptions& options);

  std::string Name() const override { return options_.name; }

  /// @returns value and derivatives, to the right of nodes, or a sentence if u1 or u2 is out of range and must not be
  std::variant<Jet2, std::string> Evaluate(double u1, double u2) const;

  std::array<double, 2> minimum() const { return {axes_[0].x.front(), axes_[1].x.front()}; }
  std::array<double, 2> maximum() const { return {axes_[0].Last(), axes_[1].Last()}; }

 private:
  struct Axis {
    double Last() const { return single ? x.front() : x.back(); }

    std::vector<double> x;
    LastInterval last;
    bool single = false;  // one node only: y does not depend on u
  };
  // The position on an axis: in a piece, at u; `beyond` from there outside of the grid.
  struct Place {
    size_t piece = 0;
    double u = 0;
    double beyond = 0;
    bool outside = false;
  };
  // Of one cell, of v^i w^j, at [4 i + j].
  using Cell = std::array<double, 16>;

  explicit Table2D(TableOptions options) : options_(std::move(options)) {}

  std::string Locate(size_t axis, double u, Place& place) const;
  double Node(size_t i, size_t j) const { return nodes_[i * axes_[1].x.size() + j]; }
  /// Derivatives at the nodes, [i * m + j]: by x, by y, by both.
  struct NodeSlopes {
    std::vector<double> p, q, r;
  };
  void MakeCells();
  void MakeBilinearCells();
  void MakeBicubicCells();
  NodeSlopes FindNodeSlopes() const;
  Jet2 OfCells(const Place& at1, const Place& at2) const;
  Jet2 OfConstants(const Place& at1, const Place& at2) const;

  TableOptions options_;
  std::array<Axis, 2> axes_;
  std::vector<double> nodes_;  // of axis 1 x of axis 2
  std::vector<Cell> cells_;    // (n1 - 1) x (n2 - 1)
};

}  // namespace stiction::runtime
