// SPDX-License-Identifier: BSD-3-Clause
// The models of models/Drivetrain: each puts a drive train together by other means of the language, and has a closed
// form.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class Drivetrain : public WithEverySolver {};

// A disc slowed down by a torque d*w.
double AfterLinear(double w, double d, double inertia, double t) { return w * std::exp(-d * t / inertia); }
// A disc slowed down by a torque c*w^2.
double AfterQuadratic(double w, double c, double inertia, double t) { return w / (1 + c * w * t / inertia); }

TEST_P(Drivetrain, DefaultsOfReplaceableElementsTakeTheModifiersOfTheConstrainingClause) {
  const Table table = Simulate("Drivetrain.Coast").table;
  EXPECT_EQ(table.Last("load.scale"), 0.5);
  EXPECT_TRUE(IsNear(table.Last("rotor.w"), AfterLinear(1, 0.5 * 3, 2, 2)));
}

TEST_P(Drivetrain, RedeclaredElementsTakeThemToo) {
  const Table table = Simulate("Drivetrain.CoastQuadratic").table;
  EXPECT_TRUE(IsNear(table.Last("rotor.w"), AfterQuadratic(1, 0.5 * 4, 3, 2)));
  EXPECT_FALSE(table.Has("load.d"));
}

TEST_P(Drivetrain, ModifiersRedeclareComponentsClassesAndFunctions) {
  const Table table = Simulate("Drivetrain.CoastOfClasses").table;
  EXPECT_TRUE(IsNear(table.Last("one.rotor.w"), AfterQuadratic(1, 0.5 * 4, 2, 2)));
  EXPECT_TRUE(IsNear(table.Last("two.rotor.w"), AfterLinear(2, 0.5 * 3, 5, 2)));
  EXPECT_TRUE(IsNear(table.Last("three.rotor.w"), AfterLinear(4, 0.5 * 7, 2, 2)));
}

TEST_P(Drivetrain, APackageAsAParameterBringsItsConstantsAndFunctions) {
  const Table table = Simulate("Drivetrain.Media").table;
  EXPECT_TRUE(IsNear(table.Last("inOil.w"), std::exp(-2 * std::exp(-1.0))));
  EXPECT_TRUE(IsNear(table.Last("inAir.w"), std::exp(-0.25 * 4)));
}

TEST_P(Drivetrain, AnOuterComponentIsTheInnermostOne) {
  const Table table = Simulate("Drivetrain.PlanetWorlds").table;
  EXPECT_TRUE(IsNear(table.Last("planet.w"), std::exp(-0.5)));
  EXPECT_TRUE(IsNear(table.Last("system.planet.w"), std::exp(-3)));
  EXPECT_TRUE(IsNear(table.Last("clock"), 2));
}

TEST_P(Drivetrain, AnAbsentComponentTakesItsConnectionsAlong) {
  const Table free = Simulate("Drivetrain.OptionalBrake").table;
  EXPECT_FALSE(free.Has("brake.d"));
  EXPECT_FALSE(free.Has("port.phi"));
  EXPECT_TRUE(IsNear(free.Last("disc.phi"), std::sin(2 * 3.0) / 2));
  const Table braked = Simulate("Drivetrain.OptionalBrakeUsed").table;
  EXPECT_TRUE(IsNear(braked.Last("disc.phi"), (std::exp(-3.0) - std::exp(-4 * 3.0)) / 3));
  // Two brakes more, so that the torque is 7*w: overdamped with the roots of r^2 + 7*r + 4.
  const Table spared = Simulate("Drivetrain.OptionalBrakeUsed", {"--set", "grounds=2"}).table;
  const double root = std::sqrt(49.0 - 16);
  const double slow = (-7 + root) / 2, fast = (-7 - root) / 2;
  EXPECT_TRUE(IsNear(spared.Last("disc.phi"), (std::exp(slow * 3) - std::exp(fast * 3)) / root));
}

TEST_P(Drivetrain, AChainOfComponentArraysKeepsEnergyAndMomentum) {
  const double exact = Uses("ida") ? 1e-7 : 1e-8;
  const Table table = Simulate("Drivetrain.Chain").table;
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    ASSERT_NEAR(table.Column("momentum")[i], 0, 1e-9);
    ASSERT_NEAR(table.Column("energy")[i], 0.5 * 20 * 3 * 0.01, exact);
    ASSERT_NEAR(table.Column("odd")[i], 0, 1e-12);
    ASSERT_EQ(table.Column("first[2]")[i], table.Column("disc[2].phi")[i]);
  }
  EXPECT_GT(std::fabs(table.Last("disc[1].w")), 0.1);
  const Table longer = Simulate("Drivetrain.Chain", {"--set", "n=7"}).table;
  EXPECT_NEAR(longer.Last("energy"), 0.5 * 20 * 6 * 0.01, exact);
  EXPECT_NEAR(longer.Last("momentum"), 0, 1e-9);
}

TEST_P(Drivetrain, Records) {
  const Table table = Simulate("Drivetrain.Records").table;
  EXPECT_TRUE(IsNear(table.Last("a"), 9.25, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("b"), 8.75, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("c"), 11.1, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("d"), 25.5, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("e"), 5 + std::sin(1.0), 1e-12));
  EXPECT_TRUE(IsNear(table.Last("f"), 22.1, 1e-12));
}

TEST_P(Drivetrain, FunctionsTakeAndGiveRecords) {
  const Table table = Simulate("Drivetrain.RecordFunctions").table;
  EXPECT_TRUE(IsNear(table.Last("motion.speed"), 5 * std::exp(-1.0), 1e-12));
  EXPECT_TRUE(IsNear(table.Last("motion.angle"), 10 * (1 - std::exp(-1.0)), 1e-12));
  EXPECT_TRUE(IsNear(table.Last("lost"), 25 * (1 - std::exp(-2.0)), 1e-12));
  EXPECT_EQ(table.Last("swapped.angle"), 4);
  EXPECT_EQ(table.Last("swapped.speed"), 2);
  EXPECT_EQ(table.Last("other.J"), 8);
  EXPECT_EQ(table.Last("other.size[1]"), 2);
  EXPECT_EQ(table.Last("other.size[2]"), 5);
  EXPECT_EQ(table.Last("other.friction.viscous"), 0.25);
  EXPECT_EQ(table.Last("other.friction.teeth"), 7);
  EXPECT_EQ(table.Last("row[2]"), 4) << "as many elements as an interpreted function says";
  EXPECT_TRUE(IsNear(table.Last("last.speed"), 2 * std::exp(-0.5), 1e-12));
  EXPECT_TRUE(IsNear(table.Last("last.angle"), 4 * (1 - std::exp(-1.0)), 1e-12));
  EXPECT_TRUE(IsNear(table.Last("w"), 2 * std::exp(-2 * std::exp(-0.25))));
}

TEST_P(Drivetrain, FunctionCalls) {
  const Table table = Simulate("Drivetrain.FunctionCalls").table;
  EXPECT_TRUE(IsNear(table.Last("r"), 1, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("phi"), 1, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("r2"), 3, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("phi2"), std::atan2(1.0, 1.0), 1e-12));
  EXPECT_EQ(table.Last("alone"), 5);
  EXPECT_EQ(table.Last("named"), 10);
  EXPECT_EQ(table.Last("default"), 3);
  EXPECT_TRUE(IsNear(table.Last("mean"), 6, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("spread[2]"), 4, 1e-12));
  EXPECT_EQ(table.Last("above"), 2);
  EXPECT_EQ(table.Last("at"), 2);
  EXPECT_EQ(table.Last("never"), 0);
  EXPECT_EQ(table.Last("none"), 0);
  EXPECT_EQ(table.Last("tenth"), 60);
  EXPECT_NEAR(table.Last("angle"), 0, 1e-15);
}

TEST_P(Drivetrain, Reductions) {
  const Table table = Simulate("Drivetrain.Reductions").table;
  const std::pair<const char*, double> expected[] = {{"total", 40},
                                                     {"factorial", 24},
                                                     {"largest", 3},
                                                     {"grid", 18},
                                                     {"sizes", 237},
                                                     {"turned[3,1]", 3},
                                                     {"joined[5]", 1},
                                                     {"joinedRows[2,4]", 2},
                                                     {"trace", 9},
                                                     {"filled", 14},
                                                     {"dot", 32},
                                                     {"normal[3]", 1},
                                                     {"star[1]", -4},
                                                     {"star[2]", 8},
                                                     {"star[3]", -4},
                                                     {"product2[1,2]", 32},
                                                     {"product2[2,2]", 77},
                                                     {"elementwise[1]", 12.25},
                                                     {"elementwise[2]", 68.0625},
                                                     {"square", 8},
                                                     {"comprehension[2]", -2},
                                                     {"comprehension[4]", 4},
                                                     {"plain", 6},
                                                     {"empty", 1},
                                                     {"column[2]", 5},
                                                     {"corner", 6}};
  for (const auto& [name, value] : expected) EXPECT_TRUE(IsNear(table.Last(name), value, 1e-12)) << name;
}

TEST_P(Drivetrain, IndexReductionDifferentiatesAFunctionByItsDerivativeFunctions) {
  const Table table = Simulate("Drivetrain.CamFollower").table;
  const double w = 3 * std::exp(-2.0);
  const double phi = 0.25 + 3 - w;
  EXPECT_TRUE(IsNear(table.Last("s"), 0.5 * std::sin(phi)));
  EXPECT_TRUE(IsNear(table.Last("v"), 0.5 * std::cos(phi) * w));
  EXPECT_TRUE(IsNear(table.Last("f"), 2 * 0.5 * (-std::cos(phi) * w - std::sin(phi) * w * w)));
}

TEST_P(Drivetrain, EnumerationsAsIndices) {
  const Table table = Simulate("Drivetrain.Gearbox").table;
  // wheel' = 8/4 in the first second, 8/2 in the second one.
  EXPECT_TRUE(IsNear(table.Last("wheel"), 6));
  EXPECT_EQ(table.Last("all"), 3);
  EXPECT_TRUE(IsNear(table.Last("reverse"), 6));
  EXPECT_EQ(table.Last("indices[4]"), 8);
  const Table manual = Simulate("Drivetrain.Gearbox", {"--set", "automatic=false"}).table;
  EXPECT_TRUE(IsNear(manual.Last("wheel"), 4));
}

INSTANTIATE_TEST_SUITE_P(Solvers, Drivetrain, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
