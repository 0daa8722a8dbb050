// SPDX-License-Identifier: BSD-3-Clause
// A run that stops where a mode leaves unknowns undetermined tells the cause from the structure of the equations, the
// unknowns by name, and what is missing. Self-locking is told in coupled_friction_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

std::string MessageOf(const std::string& model) {
  const CommandResult result =
      SimulateExpectingFailure("tests/simulation/models/SingularModes.mo", {"-m", "SingularModes." + model});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, Not(HasSubstr("self-locking")));
  return result.err;
}

TEST(SingularModes, ANodeWithoutInertiaIsNamed) {
  EXPECT_THAT(MessageOf("DriveWithoutInertia"),
              AllOf(HasSubstr("stopped at t = 0.5 s"),
                    HasSubstr("mode {clutch.sa > clutch.peak*clutch.capacity}: the values of clutch.sa and "
                              "der(clutch.v_rel) are not unique"),
                    HasSubstr("cause       node without inertia: in this mode all forces at drive.flange and "
                              "clutch.flange_b are given"),
                    HasSubstr("hint: connect a mass or an inertia to drive.flange")));
}

TEST(SingularModes, SpeedsTiedTogetherThatArePrescribed) {
  EXPECT_THAT(
      MessageOf("Coupling"),
      AllOf(HasSubstr("[Singular]"), HasSubstr("mode        {engaged}"),
            ContainsRegex("too many    w1 = w\\*sin\\(time/unitTime\\) \\(.*:17:5\\)\n"
                          " +w1 = w2 \\(.*:20:7\\)\n +w2 = w \\(.*:21:7\\)\n"),
            HasSubstr("cause       overdetermined mode: while engaged is true these 3 equations hold only w1 and "
                      "w2, one unknown less, and nothing determines tau1 and tau2")));
}

TEST(SingularModes, AnOpenDiodeInSeriesWithACurrentSource) {
  EXPECT_THAT(MessageOf("DiodeAndCurrentSource"),
              AllOf(HasSubstr("the value of s is not unique"), ContainsRegex("i = 0.0 \\(.*:34:5\\)\n +i = u/R"),
                    HasSubstr("cause       ideal switch: in this mode all currents are given"), HasSubstr("Goff > 0")));
}

TEST(SingularModes, AClosedDiodeAcrossAVoltageSource) {
  EXPECT_THAT(MessageOf("DiodeAndVoltageSource"),
              AllOf(HasSubstr("the value of s is not unique"),
                    HasSubstr("cause       ideal switch: in this mode all voltages in a loop of closed elements"),
                    HasSubstr("Ron > 0")));
}

TEST(SingularModes, AccelerationsThatContradictEachOther) {
  EXPECT_THAT(MessageOf("TwoHolds"),
              AllOf(HasSubstr("not unique  f1"), HasSubstr("cause       overdetermined mode: while closed is true")));
}

// What differentiation and restarts made of them is not told as the cause.
TEST(SingularModes, TwoEquationsForOneSpeed) {
  EXPECT_THAT(
      MessageOf("TwoGears"),
      AllOf(HasSubstr("stopped at t = 0.8 s"),
            ContainsRegex("too many    w = 3.0 \\(.*:78:7\\)\n +w = 5.0 \\(.*:83:7\\)\n"),
            ContainsRegex("too few     no equation of this mode determines tau1 and tau2\n"
                          " +with first false: tau1 = 0.0 \\(.*:80:7\\)\n"
                          " +with second false: tau2 = 0.0 \\(.*:85:7\\)\n"),
            HasSubstr("cause       overdetermined mode: while first is true and second is true these 2 equations "
                      "hold only w, one unknown less, and nothing determines tau1 and tau2"),
            HasSubstr("    85 |       tau2 = 0;"), HasSubstr("hint: only one of them may hold at a time")));
}

TEST(SingularModes, ABranchThatLeavesATorqueOpen) {
  EXPECT_THAT(MessageOf("NothingDeterminesTorque"),
              AllOf(ContainsRegex("too many    der\\(driven\\) = 1.0 \\(.*:94:5\\)\n +driven = 3.0 \\(.*:96:7\\)\n"),
                    ContainsRegex("too few     no equation of this mode determines tau\n"
                                  " +with engaged false: tau = 0.0 \\(.*:98:7\\)\n"),
                    HasSubstr("one unknown less, and nothing determines tau")));
}

TEST(SingularModes, ABranchWithoutAnUnknown) {
  EXPECT_THAT(MessageOf("NoUnknown"),
              AllOf(HasSubstr("cause       underdetermined mode: while engaged is true this equation holds no unknown, "
                              "and nothing determines tau"),
                    HasSubstr("hint: give that branch an equation for tau")));
}

TEST(SingularModes, ThatAgreeOnNoListOfStates) {
  EXPECT_THAT(
      MessageOf("FrictionInSeries"),
      AllOf(HasSubstr("cause       contradicting modes: no list of states suits all modes"),
            HasSubstr("in mode {s1 > 1.0, s2 > 1.0} the equations determine v1 and v2, in mode {s1 <= 1.0, s1 >= "
                      "-1.0, s2 <= 1.0, s2 >= -1.0} der(v1) and der(v2)"),
            HasSubstr("hint: let the modes agree on which variables are states")));
}

TEST(SingularModes, OfAnEquationWithoutADerivative) {
  EXPECT_THAT(MessageOf("TiedToADelay"),
              AllOf(HasSubstr("cause       index change: in this mode the equations constrain the state w"),
                    HasSubstr("they would have to be differentiated, but"), HasSubstr("has no time derivative"),
                    HasSubstr("   178 |       w = u;"), HasSubstr("hint: write that equation without functions")));
}

// Nothing is said of modes that a run does not come into.
TEST(SingularModes, ThatAreNotVisitedRefuseNothing) {
  const Simulation sliding = Simulate("SingularModes.FrictionInSeriesSliding",
                                      {SourcePath("tests/simulation/models/SingularModes.mo"), "--no-unit-check"});
  EXPECT_THAT(sliding.command.err, Not(HasSubstr("mode")));
  EXPECT_GT(sliding.table.Last("v1"), 0);
}

TEST(SingularModes, AnInertiaThatDependsOnTheSpeedThatJumps) {
  EXPECT_THAT(
      MessageOf("InertiaOfSpeed"),
      AllOf(HasSubstr("[ImpulseIllDefined]"), HasSubstr("must hold across a jump of w1"),
            HasSubstr("   135 |     (J + k*w1^2)*der(w1) = -tau;"), HasSubstr("hint: write it for the quantity")));
}

TEST(SingularModes, APositionThatWouldHaveToJump) {
  EXPECT_THAT(MessageOf("HeldFarAway"), AllOf(HasSubstr("[PositionJump]"), HasSubstr("stopped at t = 1 s"),
                                              HasSubstr("its sides differ by 2.75"), HasSubstr("   151 |       x = 3;"),
                                              HasSubstr("hint: let the mode begin where the equation holds")));
}

TEST(SingularModes, StartValuesThatContradictTheInitialMode) {
  EXPECT_THAT(MessageOf("EngagedAtTheStart"),
              AllOf(HasSubstr("[Initialization]"),
                    HasSubstr("constraint of the initial mode on the fixed start values of w1, w2"),
                    HasSubstr("   165 |       w1 = w2;"), HasSubstr("hint: ")));
}

// Neither the parameters nor the form of the equations: the state.
TEST(SingularModes, APositionInWhichAForceHasNoEffect) {
  EXPECT_THAT(MessageOf("NoLeverArm"),
              HasSubstr("cause       singular position: for these values of the states no equation determines N"));
}

}  // namespace
}  // namespace stiction::test
