// SPDX-License-Identifier: BSD-3-Clause
// Mechanisms of the Modelica Standard Library's MultiBody part: records, overconstrained connection graphs, functions
// called through components. Against closed forms and conserved energy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/library.h"
#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

class MultiBody : public testing::Test {
 protected:
  void SetUp() override {
    if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  }

  static Simulation Run(const std::string& model, const std::string& stop_time) {
    return Simulate("MultiBodyChecks." + model, {SourcePath("tests/msl/models/MultiBodyChecks.mo"), "--stop-time",
                                                 stop_time, "--tolerance", "1e-8"});
  }
};

double Spread(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low;
}

// A body with J = 2 is given the angular acceleration 1 at the angle 0 and the speed 0, a mass of 2 the acceleration 1.
TEST_F(MultiBody, MovedBodyNeedsItsInertiaTimesItsAcceleration) {
  const Simulation simulation = Simulate("ModelicaTest.Rotational.TestMove");
  EXPECT_EQ(simulation.report.at("states"), 0);
  EXPECT_EQ(simulation.report.at("time_reached"), 1.1);
  const Table& table = simulation.table;
  const std::string frame = "ActuatedRevolute1.frame_b.";
  for (const char* zero : {"r_0[1]", "r_0[2]", "r_0[3]", "f[1]", "f[2]", "f[3]", "t[1]", "t[2]"}) {
    for (const double value : table.Column(frame + zero)) EXPECT_EQ(value, 0) << zero;
  }
  for (const double value : table.Column(frame + "t[3]")) EXPECT_EQ(value, -2);
  for (const double value : table.Column("slidingMass.flange_a.f")) EXPECT_EQ(value, 2);
  EXPECT_EQ(table.Last("Multiplex3_1.y[1]"), 0);
  EXPECT_EQ(table.Last("Multiplex3_1.y[3]"), 1);
}

// From the horizontal to the lowest point: K(1/2) sqrt(J/(m g l)) with J about the joint, K the complete elliptic
// integral of the first kind; there w^2 = 2 m g l/J.
TEST_F(MultiBody, PendulumSwingsThroughItsLowestPointInTime) {
  const double inertia = 0.1 + 2 * 0.25, weight = 2 * 9.81 * 0.5;
  const double quarter = 1.8540746773013719 * std::sqrt(inertia / weight);
  const Simulation simulation = Run("Swing", std::to_string(quarter));
  EXPECT_NEAR(simulation.table.Last("joint.phi"), -std::acos(-1.0) / 2, 1e-5);
  EXPECT_NEAR(simulation.table.Last("joint.w"), -std::sqrt(2 * weight / inertia), 1e-6);
}

TEST_F(MultiBody, DoublePendulumKeepsItsEnergy) {
  const Table table = Run("DoublePendulum", "3").table;
  EXPECT_LT(Spread(table.Column("E")), 1e-6);
  EXPECT_GT(Spread(table.Column("revolute2.phi")), 1);
}

TEST_F(MultiBody, ClosedLoopsKeepTheirEnergy) {
  const Table spatial = Run("FourBars", "3").table;
  EXPECT_LT(Spread(spatial.Column("E")), 1e-6 * spatial.First("E"));
  EXPECT_GT(Spread(spatial.Column("j1.phi")), 6.28);
  const Table planar = Run("PlanarLoop", "3").table;
  EXPECT_LT(Spread(planar.Column("E")), 1e-6 * planar.First("E"));
  EXPECT_GT(Spread(planar.Column("j1.phi")), 6.28);
}

// What is stuck at one joint is an acceleration that is zero, not a motion that must be differentiated further: the
// orientations behind it turn vectors, and bring no angular velocity with them.
TEST_F(MultiBody, FrictionInTheJointsOfAnArmKeepsTheAccount) {
  for (const std::vector<std::string>& method :
       {std::vector<std::string>{"--solver", "auto"}, {"--solver", "rodas"}, {"--solver", "ida"}, {"--form", "dae"}}) {
    std::vector<std::string> arguments = method;
    arguments.push_back(SourcePath("tests/msl/models/MultiBodyChecks.mo"));
    const Simulation simulation = Simulate("MultiBodyChecks.JointFriction", arguments);
    for (const double error : simulation.table.Column("error")) ASSERT_NEAR(error, 0, 2e-8) << method.back();
    EXPECT_GT(simulation.table.ChangeTimes("friction[1].mode").size(), 4U);
    EXPECT_GT(simulation.table.ChangeTimes("friction[2].mode").size(), 4U);
  }
}

TEST_F(MultiBody, TheRobotOfTheLibraryReachesTheEndOfItsPath) {
  const Simulation simulation = Simulate("Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot", {});
  EXPECT_NEAR(simulation.table.Time().back(), 1.856, 1e-3);  // where the path planning terminates the run
  EXPECT_NEAR(simulation.table.Last("mechanics.r1.phi"), std::acos(-1.0) / 3, 2e-3);
}

}  // namespace
}  // namespace stiction::test
