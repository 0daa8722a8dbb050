// SPDX-License-Identifier: BSD-3-Clause
// A run that stops where a mode leaves unknowns undetermined tells the cause from the structure of the equations, the
// unknowns by name, and what is missing. Self-locking is told in coupled_friction_test.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
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

TEST(SingularModes, ForcesWithoutUnitsAreAnIndexChange) {
  EXPECT_THAT(MessageOf("SpringAndSlider"),
              AllOf(HasSubstr("mode {s > 1.0}: the values of s and der(xs) are not unique"),
                    HasSubstr("cause       index change: in this mode the equations constrain the state xs and do not "
                              "determine s and der(xs)"),
                    HasSubstr("there is no inertia at xs")));
}

TEST(SingularModes, SpeedsTiedTogetherAreAnIndexChange) {
  EXPECT_THAT(MessageOf("Coupling"),
              AllOf(HasSubstr("[Singular]"), HasSubstr("not unique  tau, der(w1) and der(w2)"),
                    HasSubstr("mode        {engaged}"),
                    HasSubstr("cause       index change: in this mode the equations constrain the states w1 and w2"),
                    HasSubstr("hint: in that branch write the equation for the derivatives")));
}

TEST(SingularModes, AnOpenDiodeInSeriesWithACoil) {
  EXPECT_THAT(MessageOf("DiodeAndCoil"),
              AllOf(HasSubstr("the values of s and der(i) are not unique"),
                    HasSubstr("cause       ideal switch: in this mode all currents are given"), HasSubstr("Goff > 0")));
}

TEST(SingularModes, AClosedDiodeBetweenASourceAndACapacitor) {
  EXPECT_THAT(MessageOf("DiodeAndCapacitor"),
              AllOf(HasSubstr("the values of s and der(vc) are not unique"),
                    HasSubstr("cause       ideal switch: in this mode all voltages in a loop of closed elements"),
                    HasSubstr("Ron > 0")));
}

TEST(SingularModes, AccelerationsThatContradictEachOther) {
  EXPECT_THAT(MessageOf("TwoHolds"), AllOf(HasSubstr("not unique  f1"), HasSubstr("cause       prescribed motion")));
}

// Neither the parameters nor the form of the equations: the state.
TEST(SingularModes, APositionInWhichAForceHasNoEffect) {
  EXPECT_THAT(MessageOf("NoLeverArm"),
              HasSubstr("cause       singular position: for these values of the states no equation determines N"));
}

}  // namespace
}  // namespace stiction::test
