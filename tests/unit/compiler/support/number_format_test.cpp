// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/number_format.h"

#include <gtest/gtest.h>

namespace stiction {
namespace {

TEST(NumberFormat, PatternsOfC) {
  EXPECT_EQ(PrintfPattern("8.3f", true), "%8.3f");
  EXPECT_EQ(PrintfPattern("-12d", false), "%-12lld");
  EXPECT_EQ(PrintfPattern("g", false), "%g");
  for (const char* wrong : {"", "d", "5", "3.2.1f", "s", "lf", "5fx", "99999f", "*d", "%f"}) {
    EXPECT_EQ(PrintfPattern(wrong, true), std::nullopt) << wrong;
  }
}

TEST(NumberFormat, Numbers) {
  EXPECT_EQ(FormatNumber("%8.3f", 3.14159), "   3.142");
  EXPECT_EQ(FormatNumber("%04lld", 7), "0007");
  EXPECT_EQ(Padded("ab", 4, true) + "|" + Padded("ab", 4, false) + "|" + Padded("abc", 2, true), "ab  |  ab|abc");
}

}  // namespace
}  // namespace stiction
