// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/iteration_matrix.h"

#include <gtest/gtest.h>

namespace stiction::runtime {
namespace {

// J = (0 2; 3 0), its diagonal not in the pattern.
TEST(IterationMatrix, SolvesWithTheDiagonalAdded) {
  IterationMatrix matrix({0, 1, 2}, {1, 0});
  const std::vector<double> jacobian{3, 2};
  ASSERT_TRUE(matrix.Factorize(10, jacobian));  // (10 -2; -3 10)
  double x[2] = {10 * 1 - 2 * 4, -3 * 1 + 10 * 4};
  matrix.Solve(x);
  EXPECT_NEAR(x[0], 1, 1e-15);
  EXPECT_NEAR(x[1], 4, 1e-15);
}

TEST(IterationMatrix, TheSameMatrixIsNotFactorizedAgain) {
  IterationMatrix matrix({0, 1}, {0});
  ASSERT_TRUE(matrix.Factorize(2, {1}));
  ASSERT_TRUE(matrix.Factorize(2, {1}));
  EXPECT_EQ(matrix.factorizations(), 1);
  ASSERT_TRUE(matrix.Factorize(3, {1}));
  ASSERT_TRUE(matrix.Factorize(3, {0.5}));
  EXPECT_EQ(matrix.factorizations(), 3);
  double x = 5;
  matrix.Solve(&x);
  EXPECT_NEAR(x, 2, 1e-15);
}

TEST(IterationMatrix, TellsThatItIsSingularAndGoesOn) {
  IterationMatrix matrix({0, 2, 4}, {0, 1, 0, 1});
  EXPECT_FALSE(matrix.Factorize(1, {0, 1, 1, 0}));  // (1 -1; -1 1)
  EXPECT_FALSE(matrix.Factorize(1, {0, 1, 1, 0}));
  ASSERT_TRUE(matrix.Factorize(2, {0, 1, 1, 0}));  // (2 -1; -1 2)
  double x[2] = {1, 1};
  matrix.Solve(x);
  EXPECT_NEAR(x[0], 1, 1e-15);
  EXPECT_NEAR(x[1], 1, 1e-15);
}

}  // namespace
}  // namespace stiction::runtime
