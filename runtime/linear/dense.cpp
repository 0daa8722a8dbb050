// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/dense.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/linear/permutation.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNearlySingular = 1e-13;
constexpr double kSmallestPivot = 1e-12;
constexpr double kSoundSingle = 1e-3;  // of a single entry

int SignOfDeterminant(const Eigen::PartialPivLU<MatrixXd>& lu) {
  int sign = lu.permutationP().determinant() < 0 ? -1 : 1;
  for (Index i = 0; i < lu.matrixLU().rows(); ++i) {
    if (lu.matrixLU()(i, i) < 0) sign = -sign;
  }
  return sign;
}

/// The lines (rows, or columns of a transposed matrix) of a single entry in columns that are not done yet, one after
/// the other, and the column of that entry.
std::vector<std::pair<Index, Index>> FindSingles(const MatrixXd& matrix, std::vector<bool>& line_done,
                                                 std::vector<bool>& column_done) {
  std::vector<std::pair<Index, Index>> singles;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (Index i = 0; i < matrix.rows(); ++i) {
      if (line_done[static_cast<size_t>(i)]) continue;
      Index count = 0, single = 0;
      for (Index j = 0; j < matrix.cols() && count < 2; ++j) {
        if (column_done[static_cast<size_t>(j)] || matrix(i, j) == 0) continue;
        ++count;
        single = j;
      }
      if (count != 1 || std::fabs(matrix(i, single)) < kSoundSingle) continue;
      line_done[static_cast<size_t>(i)] = column_done[static_cast<size_t>(single)] = goes_on = true;
      singles.emplace_back(i, single);
    }
  }
  return singles;
}

}  // namespace

void DenseFactorization::Peel() {
  const auto n = static_cast<size_t>(scaled_.rows());
  std::vector<bool> row_done(n, false), column_done(n, false);
  const auto rows = FindSingles(scaled_, row_done, column_done);
  auto columns = FindSingles(scaled_.transpose(), column_done, row_done);
  first_ = static_cast<Index>(rows.size());
  last_ = static_cast<Index>(columns.size());
  rows_.clear();
  columns_.clear();
  for (const auto& [row, column] : rows) {
    rows_.push_back(row);
    columns_.push_back(column);
  }
  for (size_t i = 0; i < n; ++i) {
    if (!row_done[i]) rows_.push_back(static_cast<Index>(i));
    if (!column_done[i]) columns_.push_back(static_cast<Index>(i));
  }
  std::reverse(columns.begin(), columns.end());
  for (const auto& [column, row] : columns) {
    rows_.push_back(row);
    columns_.push_back(column);
  }
}

void DenseFactorization::Factorize(const MatrixXd& matrix) {
  scaled_ = scales_.Of(matrix).Apply(matrix);
  is_regular_ = false;
  Peel();
  sign_ = SignOfPermutation(rows_.data(), rows_.size()) * SignOfPermutation(columns_.data(), columns_.size());
  for (Index k = 0; k < matrix.rows(); ++k) {
    const bool is_single = k < first_ || k >= core_end();
    if (is_single && scaled_(rows_[static_cast<size_t>(k)], columns_[static_cast<size_t>(k)]) < 0) sign_ = -sign_;
  }
  is_regular_ = true;
  if (first_ == core_end()) return;
  const auto core = Eigen::seq(first_, core_end() - 1);
  const MatrixXd inner = scaled_(rows_, columns_)(core, core);
  is_regular_ = false;
  lu_.compute(inner);
  if (lu_.matrixLU().diagonal().cwiseAbs().minCoeff() == 0) return;
  if (lu_.rcond() < kNearlySingular) {
    Eigen::ColPivHouseholderQR<MatrixXd> qr(inner);
    qr.setThreshold(kSmallestPivot);
    if (qr.rank() < inner.cols()) return;
  }
  is_regular_ = true;
  sign_ *= SignOfDeterminant(lu_);
}

void DenseFactorization::Substitute(Index position, const VectorXd& rhs, VectorXd& x) const {
  const Index row = rows_[static_cast<size_t>(position)], column = columns_[static_cast<size_t>(position)];
  double rest = rhs[row];
  for (Index k = 0; k < position; ++k) {
    const Index other = columns_[static_cast<size_t>(k)];
    rest -= scaled_(row, other) * x[other];
  }
  x[column] = rest / scaled_(row, column);
}

VectorXd DenseFactorization::Solve(const VectorXd& rhs) const {
  const VectorXd b = scale().rows.cwiseProduct(rhs);
  VectorXd x = VectorXd::Zero(b.size());
  for (Index k = 0; k < first_; ++k) Substitute(k, b, x);
  if (first_ < core_end()) {
    VectorXd inner(core_end() - first_);
    for (Index k = first_; k < core_end(); ++k) {
      const Index row = rows_[static_cast<size_t>(k)];
      inner[k - first_] = b[row];
      for (Index i = 0; i < first_; ++i) {
        const Index column = columns_[static_cast<size_t>(i)];
        inner[k - first_] -= scaled_(row, column) * x[column];
      }
    }
    inner = lu_.solve(inner).eval();
    for (Index k = first_; k < core_end(); ++k) x[columns_[static_cast<size_t>(k)]] = inner[k - first_];
  }
  for (Index k = core_end(); k < b.size(); ++k) Substitute(k, b, x);
  return scale().columns.cwiseProduct(x);
}

}  // namespace stiction::runtime
