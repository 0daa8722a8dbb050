// SPDX-License-Identifier: BSD-3-Clause
// The share of a load among elements that the equations leave open, within what each can carry.
#include <gtest/gtest.h>

#include <random>

#include "runtime/linear/dense.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// sum of |column_j| x_j^2 / h_j, rows as SolveLeastNorm scales them: by their largest entry
double NormOf(const MatrixXd& matrix, const VectorXd& half, const VectorXd& x) {
  const VectorXd largest = matrix.cwiseAbs().rowwise().maxCoeff();
  const MatrixXd rows = largest.cwiseInverse().asDiagonal() * matrix;
  double sum = 0;
  for (Index j = 0; j < x.size(); ++j) sum += rows.col(j).cwiseAbs().maxCoeff() * x[j] * x[j] / half[j];
  return sum;
}

// Unknowns put on their bounds one after the other for good, the most overloaded first, end where none is left to move.
TEST(LeastNorm, ABoundThatHeldLetsGo) {
  MatrixXd matrix(3, 6);
  matrix << -1, -1, -2, -2, 1, -2, -1, 1, 0, -1, -1, 2, 0, -1, 1, 0, -2, -1;
  VectorXd half(6), within(6);
  half << 4, 2, 3, 4, 1, 2;
  within << -4, 2, 3, -4, 0, 2;
  const LeastNormSolution solution = SolveLeastNorm(matrix, matrix * within, {-half, half});
  ASSERT_TRUE(solution.consistent);
  EXPECT_LE((matrix * (solution.x - within)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LE((solution.x.cwiseAbs() - half).maxCoeff(), 1e-12);
}

// Random loads up to what all elements together carry: a share within the bounds is found, and none nearby is less.
TEST(LeastNorm, OfTheSharesWithinTheBoundsTheLeast) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int round = 0; round < 300; ++round) {
    const Index rows = 1 + round % 4, columns = rows + 1 + round % 5;
    const MatrixXd matrix = MatrixXd::NullaryExpr(rows, columns, [&] { return std::round(2 * uniform(random)); });
    if (Eigen::FullPivLU<MatrixXd>(matrix).rank() < rows) continue;
    const VectorXd half = VectorXd::NullaryExpr(columns, [&] { return 2 + uniform(random); });
    // Many at what they can carry: few shares are within the bounds.
    const VectorXd within = VectorXd::NullaryExpr(columns, [&] {
                              return std::round(1.5 * uniform(random));
                            }).cwiseProduct(half * (round % 2 == 0 ? 1 : 0.99));
    const LeastNormSolution solution = SolveLeastNorm(matrix, matrix * within, {-half, half});
    ASSERT_TRUE(solution.consistent) << round;
    EXPECT_LE((matrix * (solution.x - within)).cwiseAbs().maxCoeff(), 1e-9) << round;
    EXPECT_LE((solution.x.cwiseAbs() - half).maxCoeff(), 1e-9) << round;
    EXPECT_LE(NormOf(matrix, half, solution.x), NormOf(matrix, half, within) + 1e-9) << round;
  }
}

}  // namespace
}  // namespace stiction::runtime
