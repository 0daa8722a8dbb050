#include "runtime/solve/dense.h"

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSuspicious = 1e-13;
constexpr double kRankThreshold = 1e-12;
constexpr double kConsistent = 1e-9;
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

namespace {

/// SolveLeastNorm of the unknowns that are not `fixed`. @param middle, width of the bounds
LeastNormSolution SolveFree(const MatrixXd& matrix, const VectorXd& rhs, const VectorXd& middle, const VectorXd& half,
                            const std::vector<std::optional<double>>& fixed) {
  const VectorXd row_scale = RowScale(matrix);
  const MatrixXd rows = row_scale.asDiagonal() * matrix;
  VectorXd origin = middle;
  VectorXd weight(matrix.cols());
  for (Index j = 0; j < matrix.cols(); ++j) {
    weight[j] = std::sqrt(half[j] * InverseOrOne(rows.col(j).cwiseAbs().maxCoeff()));
    if (!fixed[static_cast<size_t>(j)]) continue;
    weight[j] = 0;
    origin[j] = *fixed[static_cast<size_t>(j)];
  }
  const MatrixXd scaled = rows * weight.asDiagonal();
  const VectorXd b = row_scale.cwiseProduct(rhs) - rows * origin;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(kRankThreshold);
  decomposition.compute(scaled);
  VectorXd y = decomposition.solve(b);
  LeastNormSolution solution;
  solution.x = origin + weight.cwiseProduct(y);
  solution.rank = static_cast<int>(decomposition.rank());
  // What is zero up to rounding is zero: an acceleration of 1e-17 would be a drift.
  double nothing = 0;
  for (Index j = 0; j < y.size(); ++j) {
    if (weight[j] > 0) nothing = std::max(nothing, kNothing * std::fabs(solution.x[j]) / weight[j]);
  }
  for (Index j = 0; j < y.size(); ++j) {
    if (std::fabs(solution.x[j]) <= nothing * weight[j]) solution.x[j] = 0;
  }
  const VectorXd all = row_scale.cwiseProduct(rhs);
  const VectorXd misfit = (rows * solution.x - all).cwiseAbs();
  // Each row against its own terms and against the errors that the largest of all brings in.
  const VectorXd size = rows.cwiseAbs() * solution.x.cwiseAbs() + all.cwiseAbs();
  const double noise = 1e-3 * size.maxCoeff();
  solution.consistent = solution.x.allFinite();
  for (Index i = 0; i < misfit.size(); ++i) {
    solution.consistent = solution.consistent && misfit[i] <= kConsistent * std::max(size[i], noise);
  }
  return solution;
}

}  // namespace

LeastNormSolution SolveLeastNorm(const MatrixXd& matrix, const VectorXd& rhs, const Box& box) {
  const Index n = matrix.cols();
  const bool has_box = box.lower.size() == n;
  VectorXd middle = VectorXd::Zero(n);
  VectorXd half = VectorXd::Ones(n);
  for (Index j = 0; has_box && j < n; ++j) {
    const double width = box.upper[j] - box.lower[j];
    if (!std::isfinite(width) || width <= 0) continue;
    middle[j] = 0.5 * (box.upper[j] + box.lower[j]);
    half[j] = 0.5 * width;
  }
  std::vector<std::optional<double>> fixed(static_cast<size_t>(n));
  const LeastNormSolution first = SolveFree(matrix, rhs, middle, half, fixed);
  LeastNormSolution solution = first;
  while (has_box && solution.consistent) {
    double worst = 0;
    Index at = -1;
    for (Index j = 0; j < n; ++j) {
      const double outside = std::max(box.lower[j] - solution.x[j], solution.x[j] - box.upper[j]) / half[j];
      if (fixed[static_cast<size_t>(j)] || box.lower[j] > box.upper[j] || !(outside > worst)) continue;
      worst = outside;
      at = j;
    }
    if (at < 0) return solution;
    fixed[static_cast<size_t>(at)] = solution.x[at] < box.lower[at] ? box.lower[at] : box.upper[at];
    solution = SolveFree(matrix, rhs, middle, half, fixed);
  }
  return first;
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
