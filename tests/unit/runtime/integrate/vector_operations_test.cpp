// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/vector_operations.h"

#include <gtest/gtest.h>
#include <nvector/nvector_serial.h>

#include <cmath>
#include <limits>
#include <vector>

namespace stiction::runtime {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Vectors of each length up to a few times the width of a vector unit, against plain loops.
class VectorOperations : public testing::TestWithParam<int> {
 protected:
  VectorOperations() : n_(GetParam()) { SUNContext_Create(nullptr, &context_); }
  ~VectorOperations() override {
    for (const N_Vector v : vectors_) N_VDestroy(v);
    SUNContext_Free(&context_);
  }

  N_Vector New(double first, double ratio) {
    const N_Vector v = vectors_.empty() ? N_VNew_Serial(n_, context_) : N_VClone(vectors_[0]);
    if (vectors_.empty()) UseOptimizedOperations(v);
    vectors_.push_back(v);
    for (int i = 0; i < n_; ++i) NV_Ith_S(v, i) = first + ratio * i + std::sin(i * first);
    return v;
  }
  static std::vector<double> Copy(N_Vector v) { return {NV_DATA_S(v), NV_DATA_S(v) + NV_LENGTH_S(v)}; }

  int n_;
  SUNContext context_ = nullptr;
  std::vector<N_Vector> vectors_;
};

TEST_P(VectorOperations, LinearSumsWhicheverOperandIsTheResult) {
  for (const double a : {1.0, -1.0, 2.5}) {
    for (const double b : {1.0, -1.0, 0.3}) {
      for (int result = 0; result < 4; ++result) {
        const N_Vector x = New(1, 2), y = result == 3 ? x : New(3, -1), z = New(0, 0);
        const std::vector<double> px = Copy(x), py = Copy(y);
        const N_Vector to = result == 0 ? x : result == 1 ? y : z;
        N_VLinearSum(a, x, b, y, to);
        for (int i = 0; i < n_; ++i) ASSERT_NEAR(NV_Ith_S(to, i), a * px[i] + b * py[i], 1e-13 * (1 + i));
      }
    }
  }
}

TEST_P(VectorOperations, LinearCombinationsOfAnyLengthAlsoInPlace) {
  for (int count = 1; count <= 8; ++count) {
    for (const bool in_place : {false, true}) {
      std::vector<N_Vector> x;
      std::vector<double> c, expected(n_, 0.0);
      for (int k = 0; k < count; ++k) {
        x.push_back(New(k + 1, 0.5 * k));
        c.push_back(k == 0 ? 1 : 1.0 / (k + 1));
        for (int i = 0; i < n_; ++i) expected[i] += c[k] * NV_Ith_S(x[k], i);
      }
      const N_Vector z = in_place ? x[0] : New(kNan, 0);
      ASSERT_EQ(N_VLinearCombination(count, c.data(), x.data(), z), 0);
      for (int i = 0; i < n_; ++i) ASSERT_NEAR(NV_Ith_S(z, i), expected[i], 1e-12 * (1 + i)) << count;
    }
  }
}

TEST_P(VectorOperations, SumsOfArraysSeeEarlierResults) {
  N_Vector z[] = {New(1, 1), New(2, -1), New(3, 0.5)};
  N_Vector added[] = {New(5, 0), z[0], z[1]};
  std::vector<double> expected = Copy(added[0]);
  ASSERT_EQ(N_VLinearSumVectorArray(3, 1, z, 1, added, z), 0);  // running sums
  for (int i = 0; i < n_; ++i) {
    const double first = 1 + i + std::sin(i), second = 2.0 - i + std::sin(2.0 * i),
                 third = 3 + 0.5 * i + std::sin(3.0 * i);
    EXPECT_NEAR(NV_Ith_S(z[0], i), expected[i] + first, 1e-12);
    EXPECT_NEAR(NV_Ith_S(z[1], i), expected[i] + first + second, 1e-12);
    EXPECT_NEAR(NV_Ith_S(z[2], i), expected[i] + first + second + third, 1e-12);
  }
}

TEST_P(VectorOperations, NormsAndWeights) {
  const N_Vector x = New(-2, 1), absolute = New(4, 0.1), w = New(0, 0), id = New(0, 0);
  ErrorWeights(0.5, NV_DATA_S(absolute), NV_DATA_S(x), NV_DATA_S(w), n_);
  double sum = 0, masked = 0;
  for (int i = 0; i < n_; ++i) {
    NV_Ith_S(id, i) = i % 3 == 0 ? 0 : 1;
    const double weight = 1 / (0.5 * std::abs(NV_Ith_S(x, i)) + NV_Ith_S(absolute, i));
    EXPECT_DOUBLE_EQ(NV_Ith_S(w, i), weight);
    const double square = std::pow(NV_Ith_S(x, i) * weight, 2);
    sum += square;
    masked += i % 3 == 0 ? 0 : square;
  }
  EXPECT_NEAR(N_VWrmsNorm(x, w), std::sqrt(sum / n_), 1e-14);
  EXPECT_NEAR(N_VWrmsNormMask(x, w, id), std::sqrt(masked / n_), 1e-14);
  NV_Ith_S(x, n_ - 1) = kNan;
  EXPECT_TRUE(std::isnan(N_VWrmsNorm(x, w)));
}

TEST_P(VectorOperations, SubtractionTellsWhatIsNotFinite) {
  const N_Vector given = New(2, 1), r = New(1, -1);
  const std::vector<double> before = Copy(r);
  EXPECT_TRUE(SubtractFrom(NV_DATA_S(given), NV_DATA_S(r), n_));
  for (int i = 0; i < n_; ++i) EXPECT_EQ(NV_Ith_S(r, i), NV_Ith_S(given, i) - before[i]);
  for (const double bad : {kNan, std::numeric_limits<double>::infinity()}) {
    for (int i = 0; i < n_; ++i) {
      const N_Vector damaged = New(1, -1);
      NV_Ith_S(damaged, i) = bad;
      EXPECT_FALSE(SubtractFrom(NV_DATA_S(given), NV_DATA_S(damaged), n_)) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Lengths, VectorOperations, testing::Values(1, 2, 3, 4, 5, 7, 8, 9, 16, 19));

}  // namespace
}  // namespace stiction::runtime
