// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/name_pattern.h"

#include <gtest/gtest.h>

namespace stiction::runtime {
namespace {

TEST(NamePattern, StarsStandForAnythingAndBracketsForThemselves) {
  EXPECT_TRUE(FitsPattern("J*.w", "J1.w"));
  EXPECT_TRUE(FitsPattern("*", ""));
  EXPECT_TRUE(FitsPattern("x[?]", "x[2]"));
  EXPECT_TRUE(FitsPattern("*a*b", "aab.aab"));
  EXPECT_FALSE(FitsPattern("x[?]", "x[12]"));
  EXPECT_FALSE(FitsPattern("J*.w", "J1.wx"));
  EXPECT_FALSE(FitsPattern("?", ""));
  EXPECT_TRUE(IsPattern("J?"));
  EXPECT_FALSE(IsPattern("x[1]"));
}

}  // namespace
}  // namespace stiction::runtime
