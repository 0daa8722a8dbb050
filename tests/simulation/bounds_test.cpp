// SPDX-License-Identifier: BSD-3-Clause
// Variables that leave the range of their min and max while a model runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

const char* const kFile = "tests/simulation/models/Bounds.mo";

std::string Warnings(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath(kFile));
  return Simulate("Bounds." + model, arguments).command.err;
}

size_t Occurrences(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Bounds, EachVariableIsToldOnceWithTimeValueBoundAndLine) {
  const std::string told = Warnings("Falling");
  EXPECT_THAT(told,
              AllOf(ContainsRegex(
                        "t = 0\\.50[0-9]* s the variable `h` = -0\\.00[0-9]+ lies below its min = 0 .*Bounds.mo:6:11"),
                    ContainsRegex("the variable `swing` = -0\\.[0-9]+ lies below its min = -0\\.5"),
                    ContainsRegex("t = 0\\.3[0-9]* s the variable `n` = 3 lies above its max = 2"),
                    ContainsRegex("t = 0\\.7[0-9]* s the variable `gear` = third lies above its max = second"),
                    Not(HasSubstr("inside"))));
  // Of h and its alias, which has another range, each is told.
  EXPECT_EQ(Occurrences(told, "lies below"), 3U);
  EXPECT_EQ(Occurrences(told, "lies above"), 2U);
}

TEST(Bounds, WhateverTheRowsShowAndWhicheverTheMethod) {
  for (const char* solver : {"taylor", "dopri5", "rodas", "ida"}) {
    EXPECT_EQ(Occurrences(Warnings("Falling", {"--solver", solver}), " lies "), 5U) << solver;
  }
  EXPECT_EQ(Occurrences(Warnings("Falling", {"--form", "dae"}), " lies "), 5U);
}

TEST(Bounds, RoundingIsNoMatter) {
  for (const char* tolerance : {"1e-3", "1e-6", "1e-9"}) {
    EXPECT_EQ(Warnings("Touching", {"--tolerance", tolerance}), "") << tolerance;
  }
}

TEST(Bounds, AtAnyScale) {
  for (const char* scale : {"1e-9", "1", "1e9"}) {
    EXPECT_EQ(Occurrences(Warnings("Small", {"--set", std::string("scale=") + scale}), "`x`"), 1U) << scale;
  }
}

TEST(Bounds, OfParameters) {
  const std::string told = Warnings("Moving", {"--stop-time", "2"});
  EXPECT_THAT(told, AllOf(HasSubstr("lies above its max = 1"), HasSubstr("lies below its min = -1.5")));
  EXPECT_EQ(Warnings("Moving", {"--set", "limit=3"}), "");
}

TEST(Bounds, AParameterOutsideStopsTheRun) {
  const CommandResult result = SimulateExpectingFailure(kFile, {"-m", "Bounds.Solved"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("the parameter `p` = 2 lies above its max = 1"), HasSubstr("[Assertion]")));
}

TEST(Bounds, AtTheStart) {
  EXPECT_THAT(Warnings("StartOutside"), HasSubstr("t = 0 s the variable `x` = 1 lies below its min = 2"));
}

TEST(Bounds, OfManyTheFirst) {
  const std::string told = Warnings("Many");
  EXPECT_EQ(Occurrences(told, "lies below"), 20U);
  EXPECT_THAT(told, HasSubstr("30 further variables left the range of their min and max"));
}

}  // namespace
}  // namespace stiction::test
