// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/clocks/rational.h"

#include <gtest/gtest.h>

#include <limits>

namespace stiction::clocks {
namespace {

TEST(Ratio, IsInLowestTerms) {
  const Ratio r(6, -4);
  EXPECT_EQ(r.numerator(), -3);
  EXPECT_EQ(r.denominator(), 2);
  EXPECT_EQ(Ratio(0, 7), Ratio(0));
  EXPECT_TRUE(Ratio(8, 4).IsInteger());
}

TEST(Ratio, Calculates) {
  EXPECT_EQ(Ratio(1, 6) + Ratio(1, 10), Ratio(4, 15));
  EXPECT_EQ(Ratio(1, 6) - Ratio(1, 10), Ratio(1, 15));
  EXPECT_EQ(Ratio(2, 3) * Ratio(9, 4), Ratio(3, 2));
  EXPECT_EQ(Ratio(2, 3) / Ratio(-4, 9), Ratio(-3, 2));
  EXPECT_TRUE(Ratio(1, 3) < Ratio(2, 5));
  EXPECT_FALSE(Ratio(-1, 3) < Ratio(-2, 5));
}

TEST(Ratio, TellsWhereItGrowsTooLarge) {
  constexpr int64_t kLargest = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Ratio(kLargest) * Ratio(1, kLargest), Ratio(1));
  EXPECT_THROW(Ratio(kLargest) + Ratio(1), RatioTooLarge);
  EXPECT_THROW(Ratio(1, kLargest) * Ratio(1, 2), RatioTooLarge);
}

}  // namespace
}  // namespace stiction::clocks
