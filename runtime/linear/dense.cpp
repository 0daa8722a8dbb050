// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/dense.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNearlySingular = 1e-13;
constexpr double kRankThreshold = 1e-12;
constexpr double kConsistent = 1e-9;
constexpr double kImmovable = 1e-8;  // of an unknown in the directions that are left
constexpr double kStill = 1e-9;      // likewise, of one that counts as unique
constexpr Index kMovesByUnknown = 10;
constexpr double kNothing = 16 * std::numeric_limits<double>::epsilon();

double InverseOrOne(double largest) { return largest > 0 ? 1 / largest : 1; }

VectorXd RowScale(const MatrixXd& matrix) {
  VectorXd scale(matrix.rows());
  for (Index i = 0; i < matrix.rows(); ++i) scale[i] = InverseOrOne(matrix.row(i).cwiseAbs().maxCoeff());
  return scale;
}

VectorXd ColumnScale(const MatrixXd& matrix) {
  VectorXd scale(matrix.cols());
  for (Index j = 0; j < matrix.cols(); ++j) scale[j] = InverseOrOne(matrix.col(j).cwiseAbs().maxCoeff());
  return scale;
}

int SignOfDeterminant(const Eigen::PartialPivLU<MatrixXd>& lu) {
  int sign = lu.permutationP().determinant() < 0 ? -1 : 1;
  for (Index i = 0; i < lu.matrixLU().rows(); ++i) {
    if (lu.matrixLU()(i, i) < 0) sign = -sign;
  }
  return sign;
}

}  // namespace

void DenseFactorization::Factorize(const MatrixXd& matrix) {
  row_scale_ = RowScale(matrix);
  MatrixXd scaled = row_scale_.asDiagonal() * matrix;
  column_scale_ = ColumnScale(scaled);
  scaled = scaled * column_scale_.asDiagonal();
  is_regular_ = false;
  lu_.compute(scaled);
  if (lu_.matrixLU().diagonal().cwiseAbs().minCoeff() == 0) return;
  if (lu_.rcond() < kNearlySingular) {
    Eigen::ColPivHouseholderQR<MatrixXd> qr(scaled);
    qr.setThreshold(kRankThreshold);
    if (qr.rank() < matrix.cols()) return;
  }
  is_regular_ = true;
  sign_ = SignOfDeterminant(lu_);
}

VectorXd DenseFactorization::Solve(const VectorXd& rhs) const {
  return column_scale_.cwiseProduct(lu_.solve(row_scale_.cwiseProduct(rhs)));
}

void LeastNormFactorization::Factorize(const MatrixXd& matrix, const Box& box, const VectorXd& column_size) {
  const Index n = matrix.cols();
  box_ = box;
  middle_ = VectorXd::Zero(n);
  half_ = VectorXd::Ones(n);
  const bool has_box = box.lower.size() == n;
  for (Index j = 0; has_box && j < n; ++j) {
    const double width = box.upper[j] - box.lower[j];
    if (!std::isfinite(width) || width <= 0) continue;
    middle_[j] = 0.5 * (box.upper[j] + box.lower[j]);
    half_[j] = 0.5 * width;
  }
  row_scale_ = RowScale(matrix);
  rows_ = row_scale_.asDiagonal() * matrix;
  weight_.resize(n);
  for (Index j = 0; j < n; ++j) {
    const double size = column_size.size() == n ? column_size[j] : rows_.col(j).cwiseAbs().maxCoeff();
    weight_[j] = std::sqrt(half_[j] * InverseOrOne(size));
  }
  decomposition_.setThreshold(kRankThreshold);
  decomposition_.compute(rows_ * weight_.asDiagonal());
  const Index rank = decomposition_.rank();
  free_.clear();
  if (rank == n) {
    null_space_.resize(n, 0);
    return;
  }
  null_space_ = decomposition_.colsPermutation() *
                (decomposition_.matrixZ().transpose() * MatrixXd::Identity(n, n).rightCols(n - rank));
  for (Index j = 0; j < n; ++j) {
    if (null_space_.row(j).cwiseAbs().maxCoeff() > kStill) free_.push_back(j);
  }
}

LeastNormSolution LeastNormFactorization::SolutionAt(const VectorXd& y, const VectorXd& all) const {
  LeastNormSolution solution;
  solution.x = middle_ + weight_.cwiseProduct(y);
  solution.rank = static_cast<int>(decomposition_.rank());
  // A value that is zero up to rounding is set to zero: an acceleration of 1e-17 would be a drift.
  const double nothing = kNothing * solution.x.cwiseQuotient(weight_).cwiseAbs().maxCoeff();
  for (Index j = 0; j < y.size(); ++j) {
    if (std::fabs(solution.x[j]) <= nothing * weight_[j]) solution.x[j] = 0;
  }
  const VectorXd misfit = (rows_ * solution.x - all).cwiseAbs();
  // Each row against its own terms and against the errors that the largest of all brings in.
  const VectorXd size = rows_.cwiseAbs() * solution.x.cwiseAbs() + all.cwiseAbs();
  const double noise = 1e-3 * size.maxCoeff();
  solution.consistent = solution.x.allFinite();
  for (Index i = 0; i < misfit.size(); ++i) {
    solution.consistent = solution.consistent && misfit[i] <= kConsistent * std::max(size[i], noise);
  }
  if (solution.consistent) solution.free = free_;
  return solution;
}

std::optional<LeastNormFactorization::Hold> LeastNormFactorization::WorstMissed(const VectorXd& y,
                                                                                const std::vector<Hold>& held) const {
  std::optional<Hold> worst;
  double most = kNothing;
  for (Index j = 0; j < y.size(); ++j) {
    if (box_.lower[j] > box_.upper[j] || null_space_.row(j).norm() < kImmovable) continue;
    if (std::any_of(held.begin(), held.end(), [&](const Hold& hold) { return hold.at == j; })) continue;
    const double x = middle_[j] + weight_[j] * y[j];
    const double outside = std::max(box_.lower[j] - x, x - box_.upper[j]) / half_[j];
    if (!(outside > most)) continue;
    most = outside;
    worst = x < box_.lower[j] ? Hold{j, -1, box_.lower[j], 0} : Hold{j, 1, box_.upper[j], 0};
  }
  return worst;
}

// A dual active set method: of the bounds that hold unknowns each presses with a multiplier that is not negative; the
// one that is missed most is moved to, and bounds whose multiplier falls to zero on the way let go.
// @source Goldfarb & Idnani 1983, doi 10.1007/bf02591962, for the identity as matrix
bool LeastNormFactorization::MoveIntoBounds(VectorXd& y, std::vector<Hold>& held) const {
  const auto normal_of = [&](const Hold& hold) -> VectorXd { return hold.sign * null_space_.row(hold.at); };
  Index moves = kMovesByUnknown * y.size();  // rounding errors could keep it going
  while (std::optional<Hold> next = WorstMissed(y, held)) {
    const VectorXd normal = normal_of(*next);
    for (;;) {
      if (moves-- == 0) return false;
      VectorXd share(held.size());  // of the normals that hold, in the new one
      VectorXd rest = normal;
      if (!held.empty()) {
        MatrixXd normals(normal.size(), static_cast<Index>(held.size()));
        for (size_t i = 0; i < held.size(); ++i) normals.col(static_cast<Index>(i)) = normal_of(held[i]);
        share = normals.householderQr().solve(normal);
        rest -= normals * share;
      }
      const double square = rest.squaredNorm();
      const double missed = next->sign * (middle_[next->at] + weight_[next->at] * y[next->at] - next->bound);
      double step = square < kImmovable * kImmovable ? HUGE_VAL : missed / (weight_[next->at] * square);
      size_t leaves = held.size();
      for (size_t i = 0; i < held.size(); ++i) {
        const double fall = share[static_cast<Index>(i)];
        if (!(fall > 0) || held[i].multiplier > step * fall) continue;
        step = std::max(0.0, held[i].multiplier) / fall;
        leaves = i;
      }
      if (!std::isfinite(step)) return false;  // no point lies within all bounds
      for (size_t i = 0; i < held.size(); ++i) held[i].multiplier -= step * share[static_cast<Index>(i)];
      next->multiplier += step;
      if (square >= kImmovable * kImmovable) y -= step * (null_space_ * rest);
      if (leaves == held.size()) break;
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(leaves));
    }
    held.push_back(*next);
  }
  return true;
}

LeastNormSolution LeastNormFactorization::Solve(const VectorXd& rhs) const {
  const VectorXd all = row_scale_.cwiseProduct(rhs);
  VectorXd y = decomposition_.solve(all - rows_ * middle_);
  LeastNormSolution first = SolutionAt(y, all);
  const bool is_unique = null_space_.cols() == 0, has_box = box_.lower.size() == y.size();
  if (!first.consistent || is_unique || !has_box) return first;
  std::vector<Hold> held;
  if (!MoveIntoBounds(y, held) || held.empty()) return first;
  LeastNormSolution solution = SolutionAt(y, all);
  for (const Hold& hold : held) solution.x[hold.at] = hold.bound;
  return solution.consistent ? solution : first;
}

LeastNormSolution SolveLeastNorm(const MatrixXd& matrix, const VectorXd& rhs, const Box& box,
                                 const VectorXd& column_size) {
  LeastNormFactorization factorization;
  factorization.Factorize(matrix, box, column_size);
  return factorization.Solve(rhs);
}

}  // namespace stiction::runtime
