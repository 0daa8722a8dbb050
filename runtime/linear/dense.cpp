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
constexpr Index kSmall = 16;           // unknowns
// Of the smallest pivot, beside the largest: no matrix so small is nearly singular with such pivots.
constexpr double kSoundOfSmall = 1e-6;

int SignOfDeterminant(const Eigen::PartialPivLU<MatrixXd>& lu) {
  int sign = lu.permutationP().determinant() < 0 ? -1 : 1;
  for (Index i = 0; i < lu.matrixLU().rows(); ++i) {
    if (lu.matrixLU()(i, i) < 0) sign = -sign;
  }
  return sign;
}

/// The lines (rows, or columns of a transposed matrix) of a single entry in columns that are not done yet, one after
/// the other, and the column of that entry.
template <class Matrix>
std::vector<std::pair<Index, Index>> FindSingles(const Matrix& matrix, std::vector<char>& line_done,
                                                 std::vector<char>& column_done) {
  const Index n = matrix.rows();
  std::vector<std::pair<Index, Index>> singles;
  std::vector<Index> count(static_cast<size_t>(n), 0);
  for (Index j = 0; j < n; ++j) {
    if (column_done[static_cast<size_t>(j)] != 0) continue;
    for (Index i = 0; i < n; ++i) count[static_cast<size_t>(i)] += matrix(i, j) != 0 ? 1 : 0;
  }
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (Index i = 0; i < n; ++i) {
      if (line_done[static_cast<size_t>(i)] != 0 || count[static_cast<size_t>(i)] != 1) continue;
      Index single = 0;
      while (column_done[static_cast<size_t>(single)] != 0 || matrix(i, single) == 0) ++single;
      if (std::fabs(matrix(i, single)) < kSoundSingle) continue;
      line_done[static_cast<size_t>(i)] = column_done[static_cast<size_t>(single)] = 1;
      goes_on = true;
      singles.emplace_back(i, single);
      for (Index k = 0; k < n; ++k) count[static_cast<size_t>(k)] -= matrix(k, single) != 0 ? 1 : 0;
    }
  }
  return singles;
}

}  // namespace

void DenseFactorization::Peel() {
  const auto n = static_cast<size_t>(scaled_.rows());
  std::vector<char> row_done(n, 0), column_done(n, 0);
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
    if (row_done[i] == 0) rows_.push_back(static_cast<Index>(i));
    if (column_done[i] == 0) columns_.push_back(static_cast<Index>(i));
  }
  std::reverse(columns.begin(), columns.end());
  for (const auto& [column, row] : columns) {
    rows_.push_back(row);
    columns_.push_back(column);
  }
}

void DenseFactorization::Factorize(const MatrixXd& matrix) {
  scaled_ = scales_.Of(matrix).Apply(matrix);
  Peel();
  sign_ = SignOfPermutation(rows_.data(), rows_.size()) * SignOfPermutation(columns_.data(), columns_.size());
  for (Index k = 0; k < matrix.rows(); ++k) {
    const bool is_single = k < first_ || k >= core_end();
    if (is_single && scaled_(rows_[static_cast<size_t>(k)], columns_[static_cast<size_t>(k)]) < 0) sign_ = -sign_;
  }
  is_regular_ = true;
  if (first_ == core_end()) return;
  const int sign_of_small = FactorizeSmall();
  is_small_ = sign_of_small != 0;
  const int sign = is_small_ ? sign_of_small : FactorizeCarefully();
  is_regular_ = sign != 0;
  sign_ *= sign;
}

int DenseFactorization::FactorizeSmall() {
  const Index n = core_end() - first_;
  if (n > kSmall) return 0;
  core_.clear();
  pivots_.clear();
  for (Index i = first_; i < core_end(); ++i) {
    for (Index j = first_; j < core_end(); ++j) {
      core_.push_back(scaled_(rows_[static_cast<size_t>(i)], columns_[static_cast<size_t>(j)]));
    }
  }
  int sign = 1;
  double least = HUGE_VAL, most = 0;
  for (Index k = 0; k < n; ++k) {
    double* const from = core_.data() + k * n;
    Index best = k;
    for (Index i = k + 1; i < n; ++i) {
      if (std::fabs(core_[static_cast<size_t>(i * n + k)]) > std::fabs(core_[static_cast<size_t>(best * n + k)])) {
        best = i;
      }
    }
    pivots_.push_back(best);
    if (best != k) {
      std::swap_ranges(from, from + n, core_.data() + best * n);
      sign = -sign;
    }
    const double pivot = from[k];
    least = std::min(least, std::fabs(pivot));
    most = std::max(most, std::fabs(pivot));
    if (!(least > kSoundOfSmall * most)) return 0;
    if (pivot < 0) sign = -sign;
    for (Index i = k + 1; i < n; ++i) {
      double* const to = core_.data() + i * n;
      if (to[k] == 0) continue;
      const double factor = to[k] /= pivot;
      for (Index j = k + 1; j < n; ++j) to[j] -= factor * from[j];
    }
  }
  return sign;
}

int DenseFactorization::FactorizeCarefully() {
  const auto core = Eigen::seq(first_, core_end() - 1);
  const MatrixXd inner = scaled_(rows_, columns_)(core, core);
  lu_.compute(inner);
  if (lu_.matrixLU().diagonal().cwiseAbs().minCoeff() == 0) return 0;
  if (lu_.rcond() < kNearlySingular) {
    Eigen::ColPivHouseholderQR<MatrixXd> qr(inner);
    qr.setThreshold(kSmallestPivot);
    if (qr.rank() < inner.cols()) return 0;
  }
  return SignOfDeterminant(lu_);
}

void DenseFactorization::SolveCore(VectorXd& inner) const {
  if (!is_small_) {
    inner = lu_.solve(inner).eval();
    return;
  }
  const Index n = inner.size();
  for (Index k = 0; k < n; ++k) std::swap(inner[k], inner[pivots_[static_cast<size_t>(k)]]);
  for (Index i = 1; i < n; ++i) {
    const double* const row = core_.data() + i * n;
    double rest = inner[i];
    for (Index j = 0; j < i; ++j) rest -= row[j] * inner[j];
    inner[i] = rest;
  }
  for (Index i = n; i-- > 0;) {
    const double* const row = core_.data() + i * n;
    double rest = inner[i];
    for (Index j = i + 1; j < n; ++j) rest -= row[j] * inner[j];
    inner[i] = rest / row[i];
  }
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
    SolveCore(inner);
    for (Index k = first_; k < core_end(); ++k) x[columns_[static_cast<size_t>(k)]] = inner[k - first_];
  }
  for (Index k = core_end(); k < b.size(); ++k) Substitute(k, b, x);
  return scale().columns.cwiseProduct(x);
}

}  // namespace stiction::runtime
