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

TEST(SingularModes, SpeedsTiedTogetherThatArePrescribed) {
  EXPECT_THAT(MessageOf("Coupling"), AllOf(HasSubstr("[Singular]"), HasSubstr("mode        {engaged}"),
                                           HasSubstr("cause       prescribed motion")));
}

TEST(SingularModes, AnOpenDiodeInSeriesWithACurrentSource) {
  EXPECT_THAT(MessageOf("DiodeAndCurrentSource"),
              AllOf(HasSubstr("the value of s is not unique"),
                    HasSubstr("cause       ideal switch: in this mode all currents are given"), HasSubstr("Goff > 0")));
}

TEST(SingularModes, AClosedDiodeAcrossAVoltageSource) {
  EXPECT_THAT(MessageOf("DiodeAndVoltageSource"),
              AllOf(HasSubstr("the value of s is not unique"),
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
