// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/ida_matrix.h"

#include <gtest/gtest.h>
#include <nvector/nvector_serial.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace stiction::runtime {
namespace {

/// Solves M z = b for three unknowns, two of them states, and checks what it found.
class IdaMatrixTest : public testing::Test {
 protected:
  // J = | 0 1 0 |      pattern of the columns {1, 2}, {0, 1}, {1, 2}: no diagonal entry in the first
  //     | a b c |
  //     | d 0 e |
  IdaMatrixTest() {
    SUNContext_Create(nullptr, &context_);
    matrix_ = std::make_unique<IdaMatrix>(std::vector<int64_t>{0, 2, 4, 6}, std::vector<int64_t>{1, 2, 0, 1, 1, 2}, 2,
                                          context_);
    x_ = N_VNew_Serial(3, context_);
    b_ = N_VNew_Serial(3, context_);
  }
  ~IdaMatrixTest() override {
    N_VDestroy(x_);
    N_VDestroy(b_);
    matrix_.reset();
    SUNContext_Free(&context_);
  }

  bool Set(double a, double b, double c, double d, double e, double cj) {
    const double values[] = {a, d, 1, b, c, e};
    const double dense[3][3] = {{cj, -1, 0}, {-a, cj - b, -c}, {d, 0, e}};
    std::copy_n(&dense[0][0], 9, &dense_[0][0]);
    matrix_->Set(values, cj, sizes_);
    return SUNLinSolSetup(matrix_->solver(), matrix_->matrix()) == 0;
  }

  double LargestResidual() {
    const double rhs[] = {1, -2, 3};
    std::copy_n(rhs, 3, NV_DATA_S(b_));
    if (SUNLinSolSolve(matrix_->solver(), matrix_->matrix(), x_, b_, 0) != 0) return 1e300;
    double largest = 0;
    for (int i = 0; i < 3; ++i) {
      double residual = -rhs[i];
      for (int j = 0; j < 3; ++j) residual += dense_[i][j] * NV_Ith_S(x_, j);
      largest = std::max(largest, std::abs(residual));
    }
    return largest;
  }

  SUNContext context_ = nullptr;
  std::unique_ptr<IdaMatrix> matrix_;
  N_Vector x_ = nullptr, b_ = nullptr;
  double dense_[3][3] = {};
  double sizes_[3] = {1, 1, 1};
};

TEST_F(IdaMatrixTest, SolvesWithStatesAndOtherRows) {
  ASSERT_TRUE(Set(-1000, -2, 4, 0.5, 3, 250));
  EXPECT_LT(LargestResidual(), 1e-12);
  EXPECT_EQ(matrix_->factorizations(), 1);
}

TEST_F(IdaMatrixTest, KeepsThePivotsWhileTheyServe) {
  ASSERT_TRUE(Set(-1000, -2, 4, 0.5, 3, 250));
  ASSERT_TRUE(Set(-900, -2, 4, 0.5, 3, 500));
  EXPECT_LT(LargestResidual(), 1e-12);
  EXPECT_EQ(matrix_->factorizations(), 1);
}

TEST_F(IdaMatrixTest, SearchesForPivotsAnewWhenTheyAreWorn) {
  ASSERT_TRUE(Set(0, -2, 0, 0, 3, 250));
  ASSERT_TRUE(Set(-1000, -2, 4, 0.5, 1e-14, 1e-9));  // the third pivot has become noise
  EXPECT_LT(LargestResidual(), 1e-9);
  EXPECT_EQ(matrix_->factorizations(), 2);
}

// A position of 1e-30 beside a force of 0.3 that hardly depends on it: with the pivot where the numbers are large the
// position would have the rounding errors of the force.
TEST_F(IdaMatrixTest, ChoosesPivotsBySizes) {
  sizes_[0] = sizes_[1] = 1e-30;
  ASSERT_TRUE(Set(0, 0, 0, 3, 1, 1e-10));
  const double rhs[] = {1e-40, 0, 0.3};
  std::copy_n(rhs, 3, NV_DATA_S(b_));
  ASSERT_EQ(SUNLinSolSolve(matrix_->solver(), matrix_->matrix(), x_, b_, 0), 0);
  EXPECT_NEAR(NV_Ith_S(x_, 0), 1e-30, 1e-40);
  EXPECT_NEAR(NV_Ith_S(x_, 2), 0.3, 1e-15);
}

TEST_F(IdaMatrixTest, ASizeWithoutEndCountsAsOne) {
  sizes_[0] = std::numeric_limits<double>::infinity();
  ASSERT_TRUE(Set(-1000, -2, 4, 0.5, 3, 250));
  EXPECT_LT(LargestResidual(), 1e-12);
}

TEST_F(IdaMatrixTest, TellsOfASingularMatrixAndRecovers) {
  EXPECT_FALSE(Set(-1000, -2, 4, 0, 0, 250));  // a row of zeros
  EXPECT_TRUE(matrix_->is_singular());
  ASSERT_TRUE(Set(-1000, -2, 4, 0.5, 3, 250));
  EXPECT_FALSE(matrix_->is_singular());
  EXPECT_LT(LargestResidual(), 1e-12);
}

}  // namespace
}  // namespace stiction::runtime
