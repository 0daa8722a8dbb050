// SPDX-License-Identifier: BSD-3-Clause
// Models that cannot be simulated to their end: the command says what happened, when, and in which line, and ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

CommandResult Fail(const std::string& model, const std::vector<std::string>& arguments = {}) {
  std::vector<std::string> all = {"-m", model};
  all.insert(all.end(), arguments.begin(), arguments.end());
  return SimulateExpectingFailure("tests/simulation/failures/" + model + ".mo", all);
}

TEST(Failures, DivisionByZeroAtTheStart) {
  const CommandResult result = Fail("DivisionByZero");
  EXPECT_THAT(result.exit_code, AnyOf(1, 3));
  EXPECT_THAT(result.err, AllOf(ContainsRegex("division by zero"), HasSubstr("DivisionByZero.mo:6")));
}

TEST(Failures, TheFirstLineTellsWhatAnAssertionSays) {
  const CommandResult result = Fail("FailingAssertOfLines");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("an assertion is violated: the block is faster [Assertion]\nthan 2 m/s ("));
}

TEST(Failures, ATextThatGrowsWithoutEnd) {
  const CommandResult result = Fail("EndlessText");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("stopped at t = 0.5 s"), HasSubstr("EndlessText.mo:14")));
}

// What an event decided the last time it came does not hold for a value that is none.
TEST(Failures, ARootWithoutAValueAfterAnEventThatCameBefore) {
  const CommandResult result = Fail("RootAfterEvent");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err,
              AllOf(ContainsRegex("t = 7\\.85"), HasSubstr("square root of"), HasSubstr("RootAfterEvent.mo:5")));
}

// The line that a start value stands in is shown, though what is said of the equation stands before its place.
TEST(Failures, AStartValueThatContradictsAnEquation) {
  const CommandResult result = Fail("ContradictingStart");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("contradict"), HasSubstr("(start value, "), HasSubstr("ContradictingStart.mo:3:8"),
                    HasSubstr("3 |   Real y(start = 2, fixed = true);")));
}

TEST(Failures, InitialValuesThatContradictEachOther) {
  const CommandResult result = Fail("ContradictingInitialValues");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("initial values of `n` contradict each other"),
                    HasSubstr("the left side is 1, the right side 2"), HasSubstr("ContradictingInitialValues.mo:4:3")));
}

TEST(Failures, APathOfHomotopyThatTurnsBack) {
  const CommandResult result = Fail("PathWithoutEnd");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("homotopy(x^2"), HasSubstr("PathWithoutEnd.mo:4:3"),
                                ContainsRegex("lambda = 0\\.[0-9]")));
}

TEST(Failures, AssertThatFails) {
  const CommandResult result = Fail("FailingAssert");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("the block is faster than 2 m/s"), HasSubstr("FailingAssert.mo:5"),
                                ContainsRegex("t = 0\\.(5|4999|5000)")));
}

TEST(Failures, BrakesThatContradictEachOther) {
  const CommandResult result = Fail("ContradictingBrakes", {SourcePath("tests/simulation/failures/Hold.mo")});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("groundLock"), HasSubstr("carrierLock"), HasSubstr("Hold.mo:"), ContainsRegex("t = 1")));
}

TEST(Failures, Chattering) {
  const CommandResult result = Fail("Chattering");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(ContainsRegex("[Cc]hattering"), HasSubstr("Chattering.mo:4"), HasSubstr("x > 0")));
}

// The cycle by its relations, each with its line, in their order.
TEST(Failures, ChatteringBetweenTwoRelationsNamesTheCycle) {
  const CommandResult result = Fail("ChatteringHysteresis");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("[Chattering]"), HasSubstr("x < low becomes true"),
                                HasSubstr("x > high becomes true"), HasSubstr("ChatteringHysteresis.mo:5"),
                                HasSubstr("ChatteringHysteresis.mo:6"), HasSubstr("hint: ")));
}

TEST(Failures, MixedBlockWithoutSolution) {
  const CommandResult result = Fail("NoConsistentValue");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("y > 0"), HasSubstr("NoConsistentValue.mo:4")));
}

// Taking the speed 0, which satisfies the equations too, would be a wrong trajectory without a word.
TEST(Failures, StatesThatDoNotDetermineTheMotionAtATurningPoint) {
  const CommandResult result = Fail("TurningPoint");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("do not determine angle"), HasSubstr("TurningPoint.mo:8"), HasSubstr("stateSelect")));
}

TEST(Failures, EventIterationThatNeverSettles) {
  const CommandResult result = Fail("NeverSettles");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(ContainsRegex("event iteration"), HasSubstr("NeverSettles.mo:")));
}

// The relation that drives it is named too.
TEST(Failures, ARelationThatNeverSettles) {
  const CommandResult result = Fail("RelationNeverSettles");
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(ContainsRegex("t = 0\\.5"), HasSubstr("event iteration"), HasSubstr("changes     on ("),
                                HasSubstr("relation    level > 0.5 ("), HasSubstr("RelationNeverSettles.mo:8")));
}

TEST(Failures, RowsUpToTheFailureAreWritten) {
  const TemporaryDirectory directory;
  const CommandResult result =
      RunStiction({"simulate", SourcePath("tests/simulation/failures/FailingAssert.mo"), "-o",
                   directory.File("result.csv"), "--report", directory.File("report.json"), "--quiet"});
  EXPECT_EQ(result.exit_code, 3);
  const Table table = Table::Read(directory.File("result.csv"));
  ASSERT_GT(table.Time().size(), 10U);
  EXPECT_NEAR(table.Time().back(), 0.5, 0.01);
}

}  // namespace
}  // namespace stiction::test
