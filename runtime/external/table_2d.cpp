// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/table_2d.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/external/check_table.h"

namespace stiction::runtime {
namespace {

// Akima's two weights at a node, of the secants to its left and right; `d` begins two pieces before the node.
std::array<double, 2> Weights(const double* d) {
  const double left = std::abs(d[3] - d[2]);
  const double right = std::abs(d[1] - d[0]);
  if (left + right == 0) return {0.5, 0.5};
  return {left / (left + right), right / (left + right)};
}

// Values at pieces with two more on either side, as an arithmetic sequence; of one piece: all alike.
// @param d  the values of the pieces begin at d[2]
void Continue(double* d, size_t pieces) {
  if (pieces == 1) {
    d[0] = d[1] = d[3] = d[4] = d[2];
    return;
  }
  d[1] = 2 * d[2] - d[3];
  d[0] = 2 * d[1] - d[2];
  d[pieces + 2] = 2 * d[pieces + 1] - d[pieces];
  d[pieces + 3] = 2 * d[pieces + 2] - d[pieces + 1];
}

// The cubic with values f0, f1 and slopes s0, s1 at the ends of a piece of length h, in powers.
std::array<double, 4> Hermite(double f0, double f1, double s0, double s1, double h) {
  const double d = (f1 - f0) / h;
  return {f0, s0, (3 * d - 2 * s0 - s1) / h, (s0 + s1 - 2 * d) / (h * h)};
}

// Powers 0 to 3 of v, and their first and second derivatives.
using Powers = std::array<std::array<double, 4>, 3>;
Powers PowersOf(double v) { return {{{1, v, v * v, v * v * v}, {0, 1, 2 * v, 3 * v * v}, {0, 0, 2, 6 * v}}}; }

std::string CheckAxis(const std::vector<double>& x, std::string_view name, std::string_view what) {
  for (size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]))
      return fmt::format("{}: the abscissa {} of {} {} is no finite number", name, x[i], what, i + 2);
    if (i > 0 && !(x[i] > x[i - 1])) {
      return fmt::format(
          "{}: the abscissa {} of {} {} is no greater than the abscissa {} before; the abscissae have to be "
          "strictly increasing",
          name, x[i], what, i + 2, x[i - 1]);
    }
  }
  return {};
}

}  // namespace

ConstructedObject Table2D::Make(const Matrix& table, const TableOptions& options) {
  if (table.rows < 2 || table.columns < 2) {
    return fmt::format(
        "{} is {} x {}: it needs at least two rows and two columns, the first of each being the abscissae",
        options.name, table.rows, table.columns);
  }
  if (IsSpline(options.smoothness) && options.smoothness != Smoothness::kContinuousDerivative) {
    return fmt::format(
        "{}: a table over two abscissae has no such smoothness; choose LinearSegments, ContinuousDerivative or "
        "ConstantSegments",
        options.name);
  }
  std::unique_ptr<Table2D> made(new Table2D(options));
  for (size_t i = 1; i < table.rows; ++i) made->axes_[0].x.push_back(table(i, 0));
  for (size_t j = 1; j < table.columns; ++j) made->axes_[1].x.push_back(table(0, j));
  for (size_t i = 1; i < table.rows; ++i) {
    for (size_t j = 1; j < table.columns; ++j) made->nodes_.push_back(table(i, j));
  }
  for (const auto& [axis, what] : {std::pair<size_t, const char*>{0, "row"}, {1, "column"}}) {
    if (std::string wrong = CheckAxis(made->axes_[axis].x, options.name, what); !wrong.empty()) return wrong;
  }
  // An axis of one node gets another with the same values: constant along it, and the cells know no further case.
  if (made->axes_[0].x.size() == 1) {
    const std::vector<double> row = made->nodes_;
    made->nodes_.insert(made->nodes_.end(), row.begin(), row.end());
  }
  if (made->axes_[1].x.size() == 1) {
    std::vector<double> twice;
    for (const double z : made->nodes_) twice.insert(twice.end(), {z, z});
    made->nodes_ = std::move(twice);
  }
  for (Axis& axis : made->axes_) {
    axis.single = axis.x.size() == 1;
    if (axis.single) axis.x.push_back(axis.x[0] + std::max(1.0, std::abs(axis.x[0])));
  }
  if (options.smoothness != Smoothness::kConstantSegments) made->MakeCells();
  return ConstructedObject(std::move(made));
}

void Table2D::MakeCells() {
  options_.smoothness == Smoothness::kLinearSegments ? MakeBilinearCells() : MakeBicubicCells();
}

void Table2D::MakeBilinearCells() {
  const std::vector<double>& x = axes_[0].x;
  const std::vector<double>& y = axes_[1].x;
  for (size_t i = 0; i + 1 < x.size(); ++i) {
    for (size_t j = 0; j + 1 < y.size(); ++j) {
      const double hx = x[i + 1] - x[i];
      const double hy = y[j + 1] - y[j];
      Cell cell{};
      cell[0] = Node(i, j);
      cell[1] = (Node(i, j + 1) - Node(i, j)) / hy;
      cell[4] = (Node(i + 1, j) - Node(i, j)) / hx;
      cell[5] = ((Node(i + 1, j + 1) - Node(i + 1, j)) / hy - cell[1]) / hx;
      cells_.push_back(cell);
    }
  }
}

Table2D::NodeSlopes Table2D::FindNodeSlopes() const {
  const std::vector<double>& x = axes_[0].x;
  const std::vector<double>& y = axes_[1].x;
  const size_t n = x.size();
  const size_t m = y.size();
  // Secants with two more on either side: along x for each j at [j * (n + 3)], along y for each i at [i * (m + 3)].
  std::vector<double> dx(m * (n + 3));
  std::vector<double> dy(n * (m + 3));
  for (size_t j = 0; j < m; ++j) {
    double* d = dx.data() + j * (n + 3);
    for (size_t i = 0; i + 1 < n; ++i) d[i + 2] = (Node(i + 1, j) - Node(i, j)) / (x[i + 1] - x[i]);
    Continue(d, n - 1);
  }
  for (size_t i = 0; i < n; ++i) {
    double* d = dy.data() + i * (m + 3);
    for (size_t j = 0; j + 1 < m; ++j) d[j + 2] = (Node(i, j + 1) - Node(i, j)) / (y[j + 1] - y[j]);
    Continue(d, m - 1);
  }
  // Mixed secants: along y of those along x, for each of the n + 3 pieces of x at [piece * (m + 3)].
  std::vector<double> dxy((n + 3) * (m + 3));
  for (size_t i = 0; i < n + 3; ++i) {
    double* d = dxy.data() + i * (m + 3);
    for (size_t j = 0; j + 1 < m; ++j) {
      d[j + 2] = (dx[(j + 1) * (n + 3) + i] - dx[j * (n + 3) + i]) / (y[j + 1] - y[j]);
    }
    Continue(d, m - 1);
  }
  NodeSlopes slopes{std::vector<double>(n * m), std::vector<double>(n * m), std::vector<double>(n * m)};
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < m; ++j) {
      const double* along_x = dx.data() + j * (n + 3) + i;
      const double* along_y = dy.data() + i * (m + 3) + j;
      const std::array<double, 2> wx = Weights(along_x);
      const std::array<double, 2> wy = Weights(along_y);
      const double* mixed = dxy.data() + (i + 1) * (m + 3) + j + 1;
      slopes.p[i * m + j] = wx[0] * along_x[1] + wx[1] * along_x[2];
      slopes.q[i * m + j] = wy[0] * along_y[1] + wy[1] * along_y[2];
      slopes.r[i * m + j] =
          wx[0] * (wy[0] * mixed[0] + wy[1] * mixed[1]) + wx[1] * (wy[0] * mixed[m + 3] + wy[1] * mixed[m + 4]);
    }
  }
  return slopes;
}

void Table2D::MakeBicubicCells() {
  const std::vector<double>& x = axes_[0].x;
  const std::vector<double>& y = axes_[1].x;
  const size_t n = x.size();
  const size_t m = y.size();
  const auto [p, q, r] = FindNodeSlopes();
  for (size_t i = 0; i + 1 < n; ++i) {
    for (size_t j = 0; j + 1 < m; ++j) {
      const double hx = x[i + 1] - x[i];
      const double hy = y[j + 1] - y[j];
      const size_t at = i * m + j;
      const auto low = Hermite(nodes_[at], nodes_[at + m], p[at], p[at + m], hx);
      const auto high = Hermite(nodes_[at + 1], nodes_[at + m + 1], p[at + 1], p[at + m + 1], hx);
      const auto slope_low = Hermite(q[at], q[at + m], r[at], r[at + m], hx);
      const auto slope_high = Hermite(q[at + 1], q[at + m + 1], r[at + 1], r[at + m + 1], hx);
      Cell cell{};
      for (size_t k = 0; k < 4; ++k) {
        const auto along = Hermite(low[k], high[k], slope_low[k], slope_high[k], hy);
        std::copy(along.begin(), along.end(), cell.begin() + static_cast<std::ptrdiff_t>(4 * k));
      }
      cells_.push_back(cell);
    }
  }
}

std::string Table2D::Locate(size_t axis, double u, Place& place) const {
  const Axis& a = axes_[axis];
  if (a.single) {
    place.u = a.x[0];
    return {};
  }
  const bool may_leave = options_.extrapolation == Extrapolation::kHoldLastPoint ||
                         options_.extrapolation == Extrapolation::kLastTwoPoints;
  if (may_leave && (u < a.x.front() || u >= a.x.back())) {
    const double edge = u < a.x.front() ? a.x.front() : a.x.back();
    place.outside = true;
    if (options_.extrapolation == Extrapolation::kLastTwoPoints) place.beyond = u - edge;
    u = edge;
  } else if (u < a.x.front() || u > a.x.back()) {
    if (options_.extrapolation == Extrapolation::kNoExtrapolation) {
      return OutOfRange(options_.name, axis == 0 ? "u1" : "u2", u, a.x.front(), a.x.back());
    }
    u = IntoPeriod(u, a.x.front(), a.x.back());
  }
  place.u = u;
  place.piece = a.last.Find(a.x, u);
  return {};
}

std::variant<Jet2, std::string> Table2D::Evaluate(double u1, double u2) const {
  Place at1;
  Place at2;
  if (std::string wrong = Locate(0, u1, at1); !wrong.empty()) return wrong;
  if (std::string wrong = Locate(1, u2, at2); !wrong.empty()) return wrong;
  return options_.smoothness == Smoothness::kConstantSegments ? OfConstants(at1, at2) : OfCells(at1, at2);
}

// Outside the surface goes on along its derivatives at the edge (or without): f(e) + b f'(e) in each direction.
Jet2 Table2D::OfCells(const Place& at1, const Place& at2) const {
  const Cell& cell = cells_[at1.piece * (axes_[1].x.size() - 1) + at2.piece];
  const auto along = [this](const Place& at, const Axis& axis) {
    Powers powers = PowersOf(at.u - axis.x[at.piece]);
    if (!at.outside) return powers;
    const bool on = options_.extrapolation == Extrapolation::kLastTwoPoints;
    for (size_t k = 0; k < 4; ++k) {
      powers[0][k] += at.beyond * powers[1][k];
      if (!on) powers[1][k] = 0;
      powers[2][k] = 0;
    }
    return powers;
  };
  const Powers v = along(at1, axes_[0]);
  const Powers w = along(at2, axes_[1]);
  const auto partial = [&](size_t by1, size_t by2) {
    double sum = 0;
    for (size_t i = 0; i < 4; ++i) {
      double inner = 0;
      for (size_t j = 0; j < 4; ++j) inner += cell[4 * i + j] * w[by2][j];
      sum += v[by1][i] * inner;
    }
    return sum;
  };
  return {partial(0, 0), partial(1, 0), partial(0, 1), partial(2, 0), partial(1, 1), partial(0, 2)};
}

// Inside the value of the node before; outside, in either direction, bilinear on from the cell at the edge.
Jet2 Table2D::OfConstants(const Place& at1, const Place& at2) const {
  struct Share {
    double low, high, slope;
  };
  const bool bilinear = at1.beyond != 0 || at2.beyond != 0;
  const auto along = [bilinear](const Place& at, const Axis& axis) -> Share {
    if (bilinear && !axis.single) {
      const double h = axis.x[at.piece + 1] - axis.x[at.piece];
      const double share = (at.u + at.beyond - axis.x[at.piece]) / h;
      return {1 - share, share, 1 / h};
    }
    const double share = at.u >= axis.x[at.piece + 1] ? 1 : 0;
    return {1 - share, share, 0};
  };
  const Share a = along(at1, axes_[0]);
  const Share b = along(at2, axes_[1]);
  const double z00 = Node(at1.piece, at2.piece);
  const double z01 = Node(at1.piece, at2.piece + 1);
  const double z10 = Node(at1.piece + 1, at2.piece);
  const double z11 = Node(at1.piece + 1, at2.piece + 1);
  Jet2 jet;
  jet.value = a.low * (b.low * z00 + b.high * z01) + a.high * (b.low * z10 + b.high * z11);
  jet.d1 = a.slope * (b.low * (z10 - z00) + b.high * (z11 - z01));
  jet.d2 = b.slope * (a.low * (z01 - z00) + a.high * (z11 - z10));
  jet.d12 = a.slope * b.slope * (z11 - z10 - z01 + z00);
  return jet;
}

}  // namespace stiction::runtime
