// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/extent.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace stiction::runtime {
namespace {

/// The value at s if what the first terms leave out is `rest` times as large as it may be.
double ValueAt(const LeadingTerms& terms, double s, double rest) {
  double sum = 0;
  for (size_t i = 0; i < 5; ++i) sum += terms[i] * std::pow(s, i);
  return sum + rest * terms[5] * std::pow(s, 5);
}

TEST(Extent, HoldsAllValues) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> term(-1, 1);
  for (int i = 0; i < 5000; ++i) {
    LeadingTerms terms;
    for (double& each : terms) each = term(random);
    terms[5] = std::fabs(terms[5]);
    for (const double part : {0.1, 0.4, 0.7, 1.0}) {
      const Extent extent = ExtentWithin(terms, part);
      for (int n = 0; n <= 20; ++n) {
        for (const double rest : {-1.0, 0.0, 1.0}) {
          const double value = ValueAt(terms, part * n / 20, rest);
          ASSERT_LE(extent.low, value + 1e-14);
          ASSERT_GE(extent.high, value - 1e-14);
        }
      }
    }
  }
}

TEST(Extent, AtOnePoint) {
  const Extent extent = ExtentAt({1, 2, 3, 4, 5, 6}, 0.5);
  EXPECT_DOUBLE_EQ(extent.low + extent.high, 2 * ValueAt({1, 2, 3, 4, 5, 6}, 0.5, 0));
  EXPECT_DOUBLE_EQ(extent.high, ValueAt({1, 2, 3, 4, 5, 6}, 0.5, 1));
}

TEST(Extent, IsTheRangeOfALine) {
  const Extent extent = ExtentWithin({-1, 2, 0, 0, 0, 0}, 0.75);
  EXPECT_EQ(extent.low, -1);
  EXPECT_DOUBLE_EQ(extent.high, 0.5);
}

TEST(Extent, TellsMoreThanTheSizesOfTheTerms) {
  const Extent extent = ExtentWithin({0, 1, -1, 0, 0, 0.25}, 1);  // sizes: 2.25
  EXPECT_LT(extent.high, 0.5);
  EXPECT_GE(extent.low, -0.25);
}

TEST(Extent, OfUnboundedTermsIsNotBounded) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Extent extent = ExtentWithin({0, 1, 0, 0, 0, kInfinity}, 0.5);
  EXPECT_FALSE(extent.high < 1e300);
  EXPECT_FALSE(extent.low > -1e300);
}

}  // namespace
}  // namespace stiction::runtime
