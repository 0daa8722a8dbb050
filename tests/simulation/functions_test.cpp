// SPDX-License-Identifier: BSD-3-Clause
// Functions (MLS 12): the order of their declarations, and what is assigned when.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

Table SolveFunctions(const std::string& model) {
  return Simulate("Functions." + model, {SourcePath("tests/simulation/models/Functions.mo")}).table;
}

TEST(Functions, DeclarationsTakeEffectInTheOrderOfWhatTheyNeed) {
  const Table table = SolveFunctions("AtRunTime");
  // u = 1, v = 2: s = 3, t = 9; y = (t + 1) + t; the ellipse has b = s, a = 2 s
  EXPECT_NEAR(table.Last("y"), 19, 1e-12);
  EXPECT_NEAR(table.Last("sums[1]"), 1, 1e-12);
  EXPECT_NEAR(table.Last("sums[2]"), 3, 1e-12);
  EXPECT_NEAR(table.Last("sums[3]"), 6, 1e-12);
  EXPECT_NEAR(table.Last("area"), 18, 1e-12);
  // the defaults: v = 1, u = 2 v: s = 3
  EXPECT_NEAR(table.Last("z"), 19, 1e-12);
}

TEST(Functions, SoTheyDoWhereTheTranslationComputesThem) {
  const Table table = SolveFunctions("AtTranslation");
  // s = 2, t = 4: y = 9
  EXPECT_NEAR(table.Last("x[9]"), 9, 1e-12);
  EXPECT_FALSE(table.Has("x[10]"));
  EXPECT_NEAR(table.Last("w[19]"), 1, 1e-12);
  EXPECT_FALSE(table.Has("w[20]"));
}

TEST(Functions, ALoopReadsWhatItsEarlierTurnsHaveAssigned) {
  const Table table = SolveFunctions("Loops");
  EXPECT_NEAR(table.Last("peaks[2]"), 1, 1e-12);
  EXPECT_NEAR(table.First("peaks[2]"), 1, 1e-12);
  EXPECT_NEAR(table.First("peaks[1]"), 0, 1e-12);
  EXPECT_NEAR(table.Last("steps[1,1]"), 0, 1e-12);
  EXPECT_NEAR(table.Last("steps[2,1]"), -1, 1e-12);
  EXPECT_NEAR(table.Last("steps[3,1]"), 0.75, 1e-12);
  EXPECT_NEAR(table.Last("steps[3,2]"), 2, 1e-12);
}

TEST(Functions, RangesThatMoveRunAsFarAsTheirBoundsAreApart) {
  const Table table = SolveFunctions("Moving");
  // (3, 1), (4, 2), then (5, 4); backwards the last two, and j = 1, 2, 3 whatever becomes of k
  const std::vector<double> at_first = {3, 1, 4, 2, 0, 0}, at_last = {3, 1, 4, 2, 5, 4};
  for (int i = 0; i < 6; ++i) {
    const std::string name = "s[" + std::to_string(i + 1) + "]";
    EXPECT_NEAR(table.First(name), at_first[static_cast<size_t>(i)], 1e-12);
    EXPECT_NEAR(table.Last(name), at_last[static_cast<size_t>(i)], 1e-12);
  }
  EXPECT_NEAR(table.First("moved"), 606, 1e-12);
  EXPECT_NEAR(table.Last("moved"), 609, 1e-12);
  // (1, 1), (2, 2); s[4:5] = 10 s[2:3]
  EXPECT_NEAR(table.Last("t[4]"), 10, 1e-12);
  EXPECT_NEAR(table.Last("t[5]"), 20, 1e-12);
  EXPECT_NEAR(table.Last("other"), 2 + 10 + 600, 1e-12);
}

TEST(Functions, ReductionsRunOverSoManyElementsAsTheSimulationSays) {
  const Table table = SolveFunctions("Reductions");
  // 2*1 - 1; then 2*(1 + 2 + 4) - 1*2*4, with x[3] = 4
  EXPECT_NEAR(table.First("s"), 1, 1e-12);
  EXPECT_NEAR(table.Last("s"), 6, 1e-12);
  EXPECT_EQ(table.First("m"), -2147483648.0);
  EXPECT_EQ(table.Last("m"), 6);
  EXPECT_NEAR(table.First("least"), 1, 1e-12);
  EXPECT_NEAR(table.Last("least"), 4, 1e-12);
  EXPECT_NEAR(table.First("rest"), 3, 1e-12);
  EXPECT_NEAR(table.Last("rest"), 0, 1e-12);
}

TEST(Functions, ADerivativeMayCallItsFunctionWithSmallerArrays) {
  const Table table = SolveFunctions("Differentiated");
  EXPECT_NEAR(table.Last("u"), 3 * 8 - 2 + 5, 1e-9);
  EXPECT_NEAR(table.Last("du"), 9 * 4 - 1, 1e-9);
}

TEST(Functions, DerivativesOfAnyOrderAreExact) {
  const Table table = SolveFunctions("HigherDerivatives");
  for (const char* error : {"e1", "e2", "e3"}) {
    for (const double e : table.Column(error)) ASSERT_NEAR(e, 0, 1e-9) << error;
  }
}

/// A copy of tests/simulation/models/LateInlining.mo whose functions have `inlining` in place of the annotation.
std::string WithInlining(const std::string& inlining) {
  const std::string annotation = "InlineAfterIndexReduction = true";
  std::ifstream file(SourcePath("tests/simulation/models/LateInlining.mo"));
  std::string text((std::istreambuf_iterator<char>(file)), {});
  for (size_t at = 0; (at = text.find(annotation, at)) != std::string::npos; at += inlining.size()) {
    text.replace(at, annotation.size(), inlining);
  }
  const std::string path = testing::TempDir() + "LateInlining_" + inlining.substr(0, inlining.find(' ')) + ".mo";
  std::ofstream(path) << text;
  return path;
}

// The position is a function of the frame, of which the angular velocity is a part that it does not use: a joint that
// is stuck fixes an acceleration, and nothing has to be differentiated for it, whenever the function is inlined.
TEST(Functions, WhatACallDoesNotUseIsNoneOfItsModes) {
  using Option = std::pair<const char*, const char*>;
  for (const char* inlining : {"InlineAfterIndexReduction = true", "Inline = true", "Inline = false"}) {
    const std::string path = WithInlining(inlining);
    for (const auto& [name, value] :
         {Option{"--solver", "dopri5"}, {"--solver", "rodas"}, {"--solver", "ida"}, {"--form", "dae"}}) {
      SCOPED_TRACE(std::string(inlining) + ", " + value);
      const Table table = Simulate("LateInlining.Arm", {path, name, value}).table;
      EXPECT_NEAR(table.Last("w"), 2.25, 1e-5);  // (t - 1/2)^2
      EXPECT_NEAR(table.Last("phi"), 1.125, 1e-5);
      EXPECT_EQ(table.ChangeTimes("locked").size(), 1U);
      EXPECT_NEAR(table.ChangeTimes("locked").at(0), 0.5, 1e-7);
    }
  }
}

}  // namespace
}  // namespace stiction::test
