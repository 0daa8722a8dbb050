#include "runtime/solve/dense.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSuspicious = 1e-13;
constexpr double kRankThreshold = 1e-12;
constexpr double kConsistent = 1e-9;
constexpr double kImmovable = 1e-8;  // of an unknown in the directions that are left
constexpr double kStill = 1e-9;      // likewise, of one that counts as unique
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
  if (lu_.rcond() < kSuspicious) {
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
  column_size_ = column_size;
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

LeastNormSolution LeastNormFactorization::Solve(const VectorXd& rhs) const {
  const Index n = rows_.cols();
  const bool has_box = box_.lower.size() == n;
  const Index rank = decomposition_.rank();
  const VectorXd all = row_scale_.cwiseProduct(rhs);
  VectorXd y = decomposition_.solve(all - rows_ * middle_);

  const auto solution_at = [&] {
    LeastNormSolution solution;
    solution.x = middle_ + weight_.cwiseProduct(y);
    solution.rank = static_cast<int>(rank);
    // What is zero up to rounding is zero: an acceleration of 1e-17 would be a drift.
    const double nothing = kNothing * solution.x.cwiseQuotient(weight_).cwiseAbs().maxCoeff();
    for (Index j = 0; j < n; ++j) {
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
  };
  LeastNormSolution first = solution_at();
  if (!first.consistent || rank == n || !has_box) return first;

  // The nearest point of a smaller affine space is the projection of that of the larger: each unknown put on its bound
  // takes one direction out of the null space.
  MatrixXd null_space;
  std::vector<std::pair<Index, double>> fixed;
  std::vector<bool> is_fixed(static_cast<size_t>(n));
  for (Index j = 0; j < n; ++j) is_fixed[static_cast<size_t>(j)] = null_space_.row(j).norm() < kImmovable;
  for (;;) {
    double worst = 0;
    Index at = -1;
    for (Index j = 0; j < n; ++j) {
      if (is_fixed[static_cast<size_t>(j)] || box_.lower[j] > box_.upper[j]) continue;
      const double x = middle_[j] + weight_[j] * y[j];
      const double outside = std::max(box_.lower[j] - x, x - box_.upper[j]) / half_[j];
      if (!(outside > worst)) continue;
      worst = outside;
      at = j;
    }
    if (at < 0) break;
    if (fixed.empty()) null_space = null_space_;
    const VectorXd direction = null_space.row(at);
    const double square = direction.squaredNorm();
    if (square < kImmovable * kImmovable) return first;
    const double x = middle_[at] + weight_[at] * y[at];
    const double bound = x < box_.lower[at] ? box_.lower[at] : box_.upper[at];
    const VectorXd move = null_space * direction / square;
    y += move * ((bound - x) / weight_[at]);
    null_space -= move * direction.transpose();
    null_space.row(at).setZero();
    is_fixed[static_cast<size_t>(at)] = true;
    fixed.emplace_back(at, bound);
  }
  if (fixed.empty()) return first;
  LeastNormSolution solution = solution_at();
  for (const auto& [j, bound] : fixed) solution.x[j] = bound;
  return solution.consistent ? solution : first;
}

LeastNormSolution SolveLeastNorm(const MatrixXd& matrix, const VectorXd& rhs, const Box& box,
                                 const VectorXd& column_size) {
  LeastNormFactorization factorization;
  factorization.Factorize(matrix, box, column_size);
  return factorization.Solve(rhs);
}

VectorXd SolveRegularized(const MatrixXd& matrix, const VectorXd& rhs, int orientation) {
  const VectorXd row_scale = RowScale(matrix);
  MatrixXd scaled = row_scale.asDiagonal() * matrix;
  const VectorXd column_scale = ColumnScale(scaled);
  scaled = scaled * column_scale.asDiagonal();
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(kRankThreshold);
  decomposition.compute(scaled);
  const Index rank = decomposition.rank();
  const Index count = scaled.cols() - rank;
  const MatrixXd unit = MatrixXd::Identity(scaled.rows(), scaled.rows()).rightCols(count);
  // Orthonormal bases of both null spaces.
  const MatrixXd left = decomposition.householderQ() * unit;
  const MatrixXd right = decomposition.colsPermutation() * (decomposition.matrixZ().transpose() * unit);
  constexpr double kSmall = 1e-8;
  MatrixXd regularized = scaled + kSmall * left * right.transpose();
  Eigen::PartialPivLU<MatrixXd> lu(regularized);
  if (count > 0 && SignOfDeterminant(lu) != orientation) {
    regularized -= 2 * kSmall * left.col(0) * right.col(0).transpose();
    lu.compute(regularized);
  }
  return column_scale.cwiseProduct(lu.solve(row_scale.cwiseProduct(rhs)));
}

}  // namespace stiction::runtime
