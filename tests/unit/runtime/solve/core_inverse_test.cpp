#include "runtime/solve/core_inverse.h"

#include <gtest/gtest.h>

#include <random>

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// P v is the solution in the part, after every change of it.
TEST(CoreInverse, FollowsAChangingPart) {
  constexpr Index kSize = 30;
  std::mt19937_64 random(20260727);
  const auto some = [&] { return static_cast<double>(random() % 2001) / 1000 - 1; };
  const MatrixXd root = MatrixXd::NullaryExpr(kSize, kSize, some);
  const MatrixXd matrix = root * root.transpose() + MatrixXd::Identity(kSize, kSize);
  CoreInverse inverse;
  inverse.Reset(matrix.diagonal(), 1e-10 * matrix.diagonal());
  std::vector<bool> is_in(kSize, false);
  for (int step = 0; step < 300; ++step) {
    const int changes = step % 50 == 0 ? 20 : 1 + static_cast<int>(random() % 3);
    for (int k = 0; k < changes; ++k) {
      const size_t i = random() % kSize;
      is_in[i] = !is_in[i];
    }
    ASSERT_TRUE(inverse.Follow(matrix, is_in));
    EXPECT_EQ(inverse.Distance(is_in), 0);
    const VectorXd v = VectorXd::NullaryExpr(kSize, some);
    const VectorXd x = inverse.Times(v);
    const VectorXd product = matrix * x;
    for (Index i = 0; i < kSize; ++i) {
      if (is_in[static_cast<size_t>(i)]) {
        EXPECT_NEAR(product[i], v[i], 1e-11) << step;
      } else {
        EXPECT_EQ(x[i], 0) << step;
      }
    }
  }
}

// Two equal rows: with both of them in it, the part is singular; it is not before, and not after.
TEST(CoreInverse, TellsThatThePartIsSingular) {
  MatrixXd matrix = MatrixXd::Identity(6, 6);
  matrix(0, 1) = matrix(1, 0) = 1;
  CoreInverse inverse;
  inverse.Reset(matrix.diagonal(), 1e-10 * matrix.diagonal());
  EXPECT_TRUE(inverse.Follow(matrix, {true, false, true, true, true, true}));
  EXPECT_FALSE(inverse.Follow(matrix, {true, true, true, true, true, true}));
  EXPECT_TRUE(inverse.Follow(matrix, {false, true, true, true, true, true}));
  EXPECT_EQ(inverse.Times(VectorXd::Ones(6))[1], 1);
}

}  // namespace
}  // namespace stiction::runtime
