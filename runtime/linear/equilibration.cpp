// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/equilibration.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "runtime/linear/dominant_terms.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kCloseEnough = 0.1, kExactly = 1e-14;  // of a mean exponent
constexpr int kMaxPasses = 60;
constexpr double kLargest = 1000;  // exponent of a scale
constexpr double kRounding = -46;  // exponent of an entry that may be a rounding error, beside the dominant ones
constexpr double kNear = -10;      // exponent beside the dominant ones: surely none
constexpr double kFarBelow = -15;  // exponent beside the mean: there may be such an entry

using Entry = ExponentEntry;

/// The sum over entries of (exponent + s[row] + s[column])^2 / 2: the least-squares problem in the exponents s of rows
/// and columns, one after the other.
class Spread {
 public:
  Spread(const std::vector<Entry>& entries, Index rows, Index columns)
      : entries_(entries), rows_(rows), count_(VectorXd::Zero(rows + columns)) {
    for (const Entry& entry : entries) {
      ++count_[entry.row];
      ++count_[rows_ + entry.column];
    }
    count_ = count_.cwiseMax(1);
  }

  /// By the method of conjugate gradients, which ends on a graph of rows and columns in few steps.
  VectorXd Minimise(double close_enough) const {
    VectorXd s = VectorXd::Zero(count_.size());
    VectorXd rest = VectorXd::Zero(count_.size());
    for (const Entry& entry : entries_) {
      rest[entry.row] -= entry.exponent;
      rest[rows_ + entry.column] -= entry.exponent;
    }
    VectorXd mean = rest.cwiseQuotient(count_), direction = mean;
    double square = rest.dot(mean);
    for (int pass = 0; pass < kMaxPasses && mean.cwiseAbs().maxCoeff() > close_enough; ++pass) {
      const VectorXd image = Times(direction);
      const double curvature = direction.dot(image);
      if (!(curvature > 0)) break;
      const double step = square / curvature;
      s += step * direction;
      rest -= step * image;
      mean = rest.cwiseQuotient(count_);
      const double next = rest.dot(mean);
      direction = mean + next / square * direction;
      square = next;
    }
    return s;
  }

 private:
  VectorXd Times(const VectorXd& s) const {
    VectorXd image = VectorXd::Zero(s.size());
    for (const Entry& entry : entries_) {
      const double sum = s[entry.row] + s[rows_ + entry.column];
      image[entry.row] += sum;
      image[rows_ + entry.column] += sum;
    }
    return image;
  }

  const std::vector<Entry>& entries_;
  Index rows_;
  VectorXd count_;
};

/// Shifts exponents so that the largest of each row (or column) becomes 0. @param at of an entry: which
template <class At>
void Level(const std::vector<Entry>& entries, const VectorXd& other, VectorXd& exponents, const At& at) {
  constexpr double kNone = -HUGE_VAL;
  VectorXd largest = VectorXd::Constant(exponents.size(), kNone);
  for (const Entry& entry : entries) {
    const auto [own, across] = at(entry);
    largest[own] = std::max(largest[own], entry.exponent + other[across]);
  }
  for (Index i = 0; i < exponents.size(); ++i) exponents[i] = largest[i] == kNone ? 0 : -largest[i];
}

double LeastScaled(const std::vector<Entry>& entries, const VectorXd& s, Index rows) {
  double least = 0;
  for (const Entry& entry : entries) least = std::min(least, entry.exponent + s[entry.row] + s[rows + entry.column]);
  return least;
}

/// What rounding errors left where an entry should be 0 says nothing about scales, and would have much weight in a mean
/// of exponents. @returns the exponents of the columns' scales; nothing if there are no such entries
std::optional<VectorXd> ColumnsWithoutRounding(const std::vector<Entry>& entries, Index n) {
  const std::optional<DominantScales> scales = FindDominantScales(entries, n);
  if (!scales) return std::nullopt;
  // The dominant product leaves the scales some freedom. Means take it away: of what is near it, then of all the rest.
  VectorXd rows = scales->rows, columns = scales->columns;
  size_t count = 0;
  for (const double least : {kNear, kRounding, kRounding}) {
    std::vector<Entry> kept;
    for (const Entry& entry : entries) {
      const double exponent = entry.exponent + rows[entry.row] + columns[entry.column];
      if (exponent > least) kept.push_back({entry.row, entry.column, exponent});
    }
    count = kept.size();
    const VectorXd s = Spread(kept, n, n).Minimise(kCloseEnough);
    rows += s.head(n);
    columns += s.tail(n);
  }
  if (count == entries.size()) return std::nullopt;
  return columns;
}

Equilibration FromExponents(const std::vector<Entry>& entries, Index row_count, Index column_count) {
  const VectorXd s = Spread(entries, row_count, column_count).Minimise(kCloseEnough);
  std::optional<VectorXd> found;
  if (row_count == column_count && LeastScaled(entries, s, row_count) < kFarBelow) {
    found = ColumnsWithoutRounding(entries, row_count);
  }
  if (!found) found = s.tail(column_count);
  VectorXd rows(row_count), columns = found->array().round();
  Level(entries, columns, rows, [](const Entry& entry) { return std::pair(entry.row, entry.column); });
  Level(entries, rows, columns, [](const Entry& entry) { return std::pair(entry.column, entry.row); });
  const auto power = [](double exponent) { return std::exp2(std::clamp(exponent, -kLargest, kLargest)); };
  return {rows.unaryExpr(power), columns.unaryExpr(power)};
}

void AddEntry(Index row, Index column, double value, std::vector<Entry>& entries) {
  if (value != 0) entries.push_back({row, column, static_cast<double>(std::ilogb(value))});
}

}  // namespace

Equilibration Equilibrate(const MatrixXd& matrix) { return Equilibrator().Of(matrix); }

Equilibration Equilibrate(const BlockMatrix& matrix) { return Equilibrator().Of(matrix); }

const Equilibration& Equilibrator::Of(const MatrixXd& matrix) {
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (Index i = 0; i < matrix.rows(); ++i) AddEntry(i, j, matrix(i, j), next_);
  }
  return OfNext(matrix.rows(), matrix.cols());
}

const Equilibration& Equilibrator::Of(const BlockMatrix& matrix) {
  for (Index j = 0; j < matrix.size(); ++j) {
    for (int k = matrix.column_begin()[static_cast<size_t>(j)]; k < matrix.column_begin()[static_cast<size_t>(j) + 1];
         ++k) {
      const auto at = static_cast<size_t>(k);
      AddEntry(matrix.row_of()[at], j, matrix.values()[at], next_);
    }
  }
  return OfNext(matrix.size(), matrix.size());
}

const Equilibration& Equilibrator::OfNext(Index rows, Index columns) {
  const bool is_same = rows == scale_.rows.size() && columns == scale_.columns.size() && next_ == entries_;
  if (!is_same) scale_ = FromExponents(next_, rows, columns);
  entries_.swap(next_);
  next_.clear();
  return scale_;
}

VectorXd RowScales(const MatrixXd& matrix) {
  std::vector<Entry> entries;
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (Index i = 0; i < matrix.rows(); ++i) {
      if (matrix(i, j) != 0) entries.push_back({i, j, std::log2(std::fabs(matrix(i, j)))});
    }
  }
  const VectorXd s = Spread(entries, matrix.rows(), matrix.cols()).Minimise(kExactly);
  return s.head(matrix.rows()).unaryExpr([](double exponent) { return std::exp2(exponent); });
}

}  // namespace stiction::runtime
