#include "runtime/solve/dense.h"

#include <cmath>
#include <limits>

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

LeastNormSolution SolveLeastNorm(const MatrixXd& matrix, const VectorXd& rhs) {
  const VectorXd row_scale = RowScale(matrix);
  const MatrixXd rows = row_scale.asDiagonal() * matrix;
  VectorXd weight(matrix.cols());
  for (Index j = 0; j < matrix.cols(); ++j) {
    weight[j] = std::sqrt(InverseOrOne(rows.col(j).cwiseAbs().maxCoeff()));
  }
  const MatrixXd scaled = rows * weight.asDiagonal();
  const VectorXd b = row_scale.cwiseProduct(rhs);
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(kRankThreshold);
  decomposition.compute(scaled);
  VectorXd y = decomposition.solve(b);
  // What is zero up to rounding is zero: an acceleration of 1e-17 would be a drift.
  const double nothing = kNothing * y.cwiseAbs().maxCoeff();
  for (Index j = 0; j < y.size(); ++j) {
    if (std::fabs(y[j]) <= nothing) y[j] = 0;
  }
  LeastNormSolution solution;
  solution.x = weight.cwiseProduct(y);
  solution.rank = static_cast<int>(decomposition.rank());
  const VectorXd misfit = (scaled * y - b).cwiseAbs();
  // Each row against its own terms and against the errors that the largest of all brings in.
  const VectorXd size = scaled.cwiseAbs() * y.cwiseAbs() + b.cwiseAbs();
  const double noise = 1e-3 * size.maxCoeff();
  solution.consistent = y.allFinite();
  for (Index i = 0; i < misfit.size(); ++i) {
    solution.consistent = solution.consistent && misfit[i] <= kConsistent * std::max(size[i], noise);
  }
  return solution;
}

VectorXd SolveRegularized(const MatrixXd& matrix, const VectorXd& rhs, int orientation) {
  const VectorXd row_scale = RowScale(matrix);
  MatrixXd scaled = row_scale.asDiagonal() * matrix;
  const VectorXd column_scale = ColumnScale(scaled);
  scaled = scaled * column_scale.asDiagonal();
  const Eigen::JacobiSVD<MatrixXd> svd(scaled, Eigen::ComputeFullU | Eigen::ComputeFullV);
  constexpr double kSmall = 1e-8;
  MatrixXd regularized = scaled;
  std::vector<Index> null;
  for (Index k = 0; k < scaled.cols(); ++k) {
    if (svd.singularValues()[k] < kRankThreshold * svd.singularValues()[0]) null.push_back(k);
  }
  if (svd.singularValues()[0] == 0) {
    null.clear();
    for (Index k = 0; k < scaled.cols(); ++k) null.push_back(k);
  }
  for (const Index k : null) regularized += kSmall * svd.matrixU().col(k) * svd.matrixV().col(k).transpose();
  Eigen::PartialPivLU<MatrixXd> lu(regularized);
  if (!null.empty() && SignOfDeterminant(lu) != orientation) {
    regularized -= 2 * kSmall * svd.matrixU().col(null[0]) * svd.matrixV().col(null[0]).transpose();
    lu.compute(regularized);
  }
  return column_scale.cwiseProduct(lu.solve(row_scale.cwiseProduct(rhs)));
}

}  // namespace stiction::runtime
