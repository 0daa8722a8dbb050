// SPDX-License-Identifier: BSD-3-Clause
// Friction elements that share their bodies, against solutions of the complementarity problem in rational numbers: all
// modes that must change at one instant do so together, whatever the order of the relations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class CoupledFriction : public WithEverySolver {
 protected:
  /// Notes of a run in which forces are shared: that, and in the DAE form that their block is solved inside.
  static std::size_t NotesOfSharing() { return UsesDaeForm() ? 2 : 1; }
};

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr double kExact = 1e-12;
const char* const kFile = "tests/simulation/models/CoupledFriction.mo";

Simulation Solve(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath(kFile));
  return Simulate("CoupledFriction." + model, arguments);
}

void ExpectFirst(const Table& table, const std::string& name, const std::vector<double>& values) {
  for (size_t i = 0; i < values.size(); ++i) {
    const std::string element = name + "[" + std::to_string(i + 1) + "]";
    EXPECT_NEAR(table.First(element), values[i], kExact) << element;
  }
}

TEST_P(CoupledFriction, BrakeAndClutch) {
  const Table table = Solve("BrakeAndClutch").table;
  ExpectFirst(table, "f", {1, -0.5});
  ExpectFirst(table, "a", {3.5, 3.5});
  EXPECT_NEAR(table.Last("w[1]"), 3.5, 1e-10);
  EXPECT_NEAR(table.Last("w[2]"), 3.5, 1e-10);
}

TEST_P(CoupledFriction, Planetary) {
  const Table table = Solve("Planetary").table;
  ExpectFirst(table, "f", {-3, 1, 0});
  ExpectFirst(table, "a", {9, 1, -25});
}

// What the equations leave open is told, once, and shared in proportion to capacity.
TEST_P(CoupledFriction, ParallelBrakesShareInProportion) {
  const Simulation simulation = Solve("ParallelBrakes");
  ExpectFirst(simulation.table, "f", {0.875, 2.625});
  EXPECT_EQ(simulation.table.Last("w[1]"), 0);
  ASSERT_EQ(simulation.report["notes"].size(), NotesOfSharing());
  EXPECT_THAT(simulation.report["notes"].dump(), AllOf(HasSubstr("sa[1]"), HasSubstr("not unique")));
}

// What a pass of the event iteration takes on its way to the right limit is no solution, and not told.
TEST_P(CoupledFriction, BrakesAppliedInMotionShareNothing) {
  const Simulation simulation = Solve("BrakesAppliedInMotion");
  EXPECT_NEAR(simulation.table.Last("w"), 8, 1e-9);
  EXPECT_NEAR(simulation.table.Last("f[2]"), 3, kExact);
  EXPECT_TRUE(simulation.report["notes"].empty()) << simulation.report["notes"];
  EXPECT_EQ(simulation.report["mixed"]["least_norm"], 0);
  // Until they stop: then both are locked, and it is told.
  const Simulation stops = Solve("BrakesAppliedInMotion", {"--stop-time", "4"});
  EXPECT_NEAR(stops.table.Last("w"), 0, kExact);
  ASSERT_EQ(stops.report["notes"].size(), NotesOfSharing());
  EXPECT_THAT(stops.report["notes"].dump(), HasSubstr("not unique"));
}

// Forces that are not unique are singular as unknowns of the DAE form: their block is solved inside it.
TEST(DaeForm, SharesLoadsToo) {
  const Simulation simulation = Solve("ParallelBrakes", {"--form", "dae"});
  ExpectFirst(simulation.table, "f", {0.875, 2.625});
  EXPECT_NEAR(simulation.table.Last("f[1]"), 0.875, kExact);
  EXPECT_EQ(simulation.table.Last("w[1]"), 0);
  ASSERT_EQ(simulation.report["notes"].size(), 2U);
  EXPECT_THAT(simulation.report["notes"].dump(), HasSubstr("sa[1], sa[2] are solved inside the DAE form"));
  EXPECT_EQ(simulation.report["method"], "ida");
}

TEST_P(CoupledFriction, EqualBrakesShareEqually) {
  const Simulation simulation = Solve("EqualBrakes");
  ExpectFirst(simulation.table, "f", {1.75, 1.75});
  EXPECT_EQ(simulation.table.Last("w[1]"), 0);
  EXPECT_EQ(simulation.report["notes"].size(), NotesOfSharing());
}

TEST_P(CoupledFriction, BrakesThatAreTooWeakSlipTogether) {
  const Simulation simulation = Solve("BrakesTooWeak");
  ExpectFirst(simulation.table, "f", {1, 3});
  ExpectFirst(simulation.table, "a", {1});
}

TEST_P(CoupledFriction, WhatSticksGoesOnSticking) {
  const Table table = Solve("HeldByThePeak").table;
  ExpectFirst(table, "f", {3.9, 2.9});
  ExpectFirst(table, "a", {0, 0});
}

TEST_P(CoupledFriction, ALockReleasesTheFloor) {
  const Table table = Solve("LockReleases").table;
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("mode[1]", 0), 1.0 / 6));
  EXPECT_NEAR(table.Last("f[1]"), 3.5, kExact);
  EXPECT_NEAR(table.Last("f[2]"), 3, kExact);
  EXPECT_TRUE(IsNear(table.Last("w[1]"), 5.0 / 12, 1e-7));
  EXPECT_TRUE(IsNear(table.Last("x[1]"), 0.0902777777777778, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("x[2]"), 0.173611111111111, 1e-6));
}

// Nothing can hold the block: it goes from Forward to Backward in an instant.
TEST_P(CoupledFriction, APrescribedMotionIsNeverHeld) {
  const Table table = Solve("Prescribed").table;
  EXPECT_TRUE(IsNear(table.Last("heat"), 6 + std::fabs(std::sin(10.0)), 1e-7));
  const double pi = std::acos(-1.0);
  double turned = 0;
  for (int k = 0; k < 3; ++k) {
    const double turns = table.TimeOfChangeTo("mode", k % 2 == 0 ? -1 : 1, turned);
    EXPECT_TRUE(IsNear(turns, pi / 2 + k * pi, 1e-7));
    turned = turns;
  }
  for (std::size_t i = 0; i < table.Time().size(); ++i) ASSERT_EQ(std::fabs(table.Column("f")[i]), 1);
}

TEST_P(CoupledFriction, ChainOfClutches) {
  for (const int n : {8, 64}) {
    const Table table = Solve("ClutchChain", {"--set", "n=" + std::to_string(n), "--intervals", "2"}).table;
    const double share = 1.0 / (2 * (n - 1));
    EXPECT_NEAR(table.First("inertia[1].a"), 99, 1e-10);
    EXPECT_NEAR(table.First("inertia[" + std::to_string(n) + "].a"), share, kExact);
    EXPECT_NEAR(table.First("clutch[2].friction"), 1 - share, kExact);
    EXPECT_NEAR(table.First("clutch[" + std::to_string(n - 1) + "].friction"), 0.5 + share, kExact);
    EXPECT_NEAR(table.First("brake.friction"), 0.5, kExact);
  }
}

TEST_P(CoupledFriction, AShoePressedOnByItsFriction) {
  EXPECT_NEAR(Solve("LeadingShoe").table.First("N"), 400, 1e-10);
  EXPECT_NEAR(Solve("LeadingShoe", {"--set", "mu=0.3"}).table.First("N"), 50 / 0.155, 1e-10);
  EXPECT_NEAR(Solve("LeadingShoe", {"--set", "mu=1.2"}).table.First("N"), 2500, 1e-9);
  EXPECT_NEAR(Solve("LeadingShoe", {"--set", "direction=-1"}).table.First("N"), 50 / 0.275, 1e-10);
}

// The class of cause stands in the message: at mu_c = 4/3 the equations become singular, beyond it their sign changes.
TEST_P(CoupledFriction, AShoeThatLocksItselfIsAnErrorWithItsCause) {
  for (const char* mu : {"mu=1.3333333333333333", "mu=1.5"}) {
    const CommandResult result = SimulateExpectingFailure(kFile, {"-m", "CoupledFriction.LeadingShoe", "--set", mu});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.err, AllOf(HasSubstr("MixedBlockUnsolved"), HasSubstr("N > 0"), HasSubstr("CoupledFriction.mo:"),
                                  HasSubstr("cause       self-locking")));
  }
}

TEST_P(CoupledFriction, ARodThatJamsIsAnErrorWithItsCause) {
  EXPECT_NEAR(Solve("PainleveRod", {"--set", "mu=1"}).table.First("N"), 9.81 / 0.4, 1e-10);
  const CommandResult result = SimulateExpectingFailure(kFile, {"-m", "CoupledFriction.PainleveRod"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("MixedBlockUnsolved"), HasSubstr("s > 0"), HasSubstr("cause       self-locking")));
}

// Both N = 0 and N = 2.5 solve the equations; the rod was not in contact before.
TEST_P(CoupledFriction, ARodWithTwoSolutionsStaysOnItsSideAndSaysSo) {
  const Simulation simulation = Solve("PainleveRod", {"--set", "free=2"});
  EXPECT_EQ(simulation.table.First("N"), 0);
  EXPECT_NEAR(simulation.table.First("an"), 2, kExact);
  ASSERT_EQ(simulation.report["notes"].size(), 1U);
  EXPECT_THAT(simulation.report["notes"][0].get<std::string>(),
              AllOf(HasSubstr("several solutions"), HasSubstr("s > 0")));
}

TEST_P(CoupledFriction, BrakesShareInProportionInTheUnitOfTheTorqueToo) {
  const Simulation simulation = Solve("ParallelBrakesByTorque");
  EXPECT_NEAR(simulation.table.First("brake1.friction"), 0.875, kExact);
  EXPECT_NEAR(simulation.table.First("brake2.friction"), 2.625, kExact);
  EXPECT_NEAR(simulation.table.Last("brake1.friction"), 0.875, kExact);
  EXPECT_EQ(simulation.table.Last("shaft.w"), 0);
  EXPECT_EQ(simulation.report["notes"].size(), NotesOfSharing());
}

// min sum f_i^2/F_i with f_1 - f_3 = 2, f_2 + f_3 = 1: f_3 = (-2/2 + 1/2)/(1/2 + 1/2 + 1/3)
TEST_P(CoupledFriction, AMeshSharesByLeastForce) {
  const Table table = Solve("MeshOfClutches").table;
  ExpectFirst(table, "f", {1.625, 1.375, -0.375});
  ExpectFirst(table, "a", {0, 0});
}

// Both slipping is a solution as well.
TEST_P(CoupledFriction, ElementsWithAPeakLetGoInTheOrderInWhichTheLoadReachesThem) {
  const Simulation simulation = Solve("ReleasedInOrder");
  ExpectFirst(simulation.table, "f", {2, 2.12});
  ExpectFirst(simulation.table, "a", {0.54, 0.54});
  EXPECT_GE(simulation.report["mixed"]["path_following"].get<int>(), 1);
}

TEST_P(CoupledFriction, EqualBlocksLetGoTogether) {
  const Table table = Solve("ReleasedTogether").table;
  ExpectFirst(table, "a", {1, 1});
  EXPECT_EQ(table.Last("w[1]"), table.Last("w[2]"));
}

TEST_P(CoupledFriction, IntegersAndEnumerationsInTheLoop) {
  const Table integer = Solve("IntegerModes").table;
  ExpectFirst(integer, "f", {-3, 1, 0});
  ExpectFirst(integer, "a", {9, 1, -25});
  ExpectFirst(integer, "m", {-1, 1, 0});
  const Table enumeration = Solve("EnumerationModes").table;
  ExpectFirst(enumeration, "f", {1, -0.5});
  ExpectFirst(enumeration, "a", {3.5, 3.5});
  ExpectFirst(enumeration, "m", {3, 2});
}

// Beside values of 1 a jump of 1e-15 is a rounding error: either sign of x solves the equations. One of 1e-9 is not.
TEST_P(CoupledFriction, ASignThatRoundingErrorsDecideIsNoContradiction) {
  const std::string file = "tests/simulation/models/SignOfARoundingError.mo";
  const Simulation simulation = Simulate("SignOfARoundingError", {SourcePath(file)});
  EXPECT_EQ(simulation.report.at("mixed").at("unsolved"), 0);
  for (const double x : simulation.table.Column("x")) EXPECT_LE(std::abs(x), 1e-14);
  const CommandResult failed = SimulateExpectingFailure(file, {"--set", "jump=1e-9"});
  EXPECT_NE(failed.err.find("MixedBlockUnsolved"), std::string::npos) << failed.err;
}

// Sliding friction that is a millionth above what holds is what a speed of rounding errors makes.
TEST_P(CoupledFriction, AJumpTooSmallToSeeIsPassed) {
  for (const char* jump : {"1e-9", "1e-8", "1e-7"}) {
    const std::vector<std::string> arguments{"--set", std::string("jump=") + jump};
    const Simulation friction = Solve("SmallJump", arguments);
    EXPECT_NEAR(friction.table.Last("v"), 0.25, 1e-9) << jump;
    EXPECT_EQ(friction.report.at("mixed").at("unsolved"), 0) << jump;
    const Simulation value = Solve("JumpOfAValue", arguments);
    EXPECT_NEAR(value.table.Last("y"), 1 - 0.5 * std::stod(jump), 1e-9) << jump;
    ASSERT_EQ(value.report.at("notes").size(), 1U) << jump;
    EXPECT_THAT(value.report.at("notes").at(0).get<std::string>(),
                AllOf(HasSubstr("jumps by less than a millionth"), HasSubstr("x > 1.0")));
  }
  for (const char* model : {"SmallJump", "JumpOfAValue"}) {
    const CommandResult failed =
        SimulateExpectingFailure(kFile, {"-m", std::string("CoupledFriction.") + model, "--set", "jump=1e-5"});
    EXPECT_THAT(failed.err, AllOf(HasSubstr("[MixedBlockUnsolved]"), HasSubstr("cause       discontinuous law")));
  }
}

// At 0.75 s the second brake is loaded with 1.5, half of the pressure. Sliding it would leave the first alone to stick
// and both with a capacity of 3, at which the second sticks.
TEST_P(CoupledFriction, ALawThatJumpsWithTheModeOfAnotherElementIsNamed) {
  const CommandResult failed = SimulateExpectingFailure(kFile, {"-m", "CoupledFriction.SharedPressure"});
  EXPECT_THAT(failed.err, AllOf(HasSubstr("simulation stopped at t = 0.75"), HasSubstr("[MixedBlockUnsolved]"),
                                HasSubstr("cause       discontinuous law"), HasSubstr("sa[2] > capacity")));
}

INSTANTIATE_TEST_SUITE_P(Solvers, CoupledFriction, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
