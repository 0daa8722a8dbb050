// SPDX-License-Identifier: BSD-3-Clause
// Models whose states constraints decide (models/Constraints): invariants that no choice of states solves, constraints
// that only numbers tell, wishes for states, and starts that are not unique. Against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class Constraints : public WithEverySolver {};

Simulation Example(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath("models/Constraints"));
  return Simulate("Constraints." + model, arguments);
}

/// x = L sin(phi), y = -L cos(phi), with the angle of the same model.
void ExpectOnCircle(const Table& table, double tolerance) {
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double phi = table.Column("phi")[i], w = table.Column("w")[i];
    ASSERT_NEAR(table.Column("x")[i], 2 * std::sin(phi), tolerance) << "at " << table.Time()[i];
    ASSERT_NEAR(table.Column("y")[i], -2 * std::cos(phi), tolerance) << "at " << table.Time()[i];
    ASSERT_NEAR(table.Column("vx")[i], 2 * w * std::cos(phi), 10 * tolerance) << "at " << table.Time()[i];
    ASSERT_NEAR(table.Column("vy")[i], 2 * w * std::sin(phi), 10 * tolerance) << "at " << table.Time()[i];
    ASSERT_NEAR(std::hypot(table.Column("x")[i], table.Column("y")[i]), 2, 1e-12) << "at " << table.Time()[i];
  }
}

TEST_P(Constraints, ACartesianPendulumTurnsOver) {
  const Table table = Example("Pendulum").table;
  EXPECT_GT(*std::ranges::max_element(table.Column("phi")), 2.5);
  ExpectOnCircle(table, 1e-5);
}

TEST_P(Constraints, ACartesianPendulumGoesRound) {
  const Table table = Example("Pendulum", {"--set", "w0=9"}).table;
  EXPECT_GT(table.Last("phi"), 6 * M_PI);
  ExpectOnCircle(table, 1e-5);
}

// Any of the four values is 0 at some time of a turn, so none follows from the others at all times.
TEST_P(Constraints, ABodySpinsAboutItsAxis) {
  const Table table = Example("SpinningBody").table;
  const double w[] = {1.2, -2, 0.9}, size = std::hypot(w[0], w[1], w[2]);
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double half = size * table.Time()[i] / 2;
    for (int k = 0; k < 3; ++k) {
      ASSERT_NEAR(table.Column("q[" + std::to_string(k + 1) + "]")[i], w[k] / size * std::sin(half), 1e-6);
    }
    ASSERT_NEAR(table.Column("q[4]")[i], std::cos(half), 1e-6) << "at " << table.Time()[i];
  }
}

// With equal masses the middle of the ladder goes round at a constant rate: x = cos(3 t), y = sin(3 t).
TEST_P(Constraints, ALadderPassesBothDeadCentres) {
  const Table table = Example("Trammel").table;
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i];
    ASSERT_NEAR(table.Column("x")[i], std::cos(3 * t), 1e-6) << "at " << t;
    ASSERT_NEAR(table.Column("y")[i], std::sin(3 * t), 1e-6) << "at " << t;
    ASSERT_NEAR(table.Column("energy")[i], 9, 1e-6) << "at " << t;
  }
}

TEST_P(Constraints, WhatReinitSetsTakesTheOtherSpeedAlong) {
  const Simulation simulation = Example("StruckPendulum");
  ExpectOnCircle(simulation.table, 1e-6);
}

// 1 F beside 2 F and 2 F in a row: 2 F charged through 1 Ohm.
TEST_P(Constraints, VoltagesOfATriangleAddUp) {
  const Table table = Example("CapacitorTriangle").table;
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double u = 2 * (1 - std::exp(-table.Time()[i] / 2));
    ASSERT_NEAR(table.Column("u[1]")[i], u, 1e-7);
    ASSERT_NEAR(table.Column("u[2]")[i], -u / 2, 1e-7);
    ASSERT_NEAR(table.Column("u[3]")[i], -u / 2, 1e-7);
  }
}

// Without resistance 3 F discharge through 1 Ohm; the current between them is that of the 2 F.
TEST_P(Constraints, AResistorWithoutResistanceIsAWire) {
  const Table table = Example("Wire").table;
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double u = 3 * std::exp(-table.Time()[i] / 3);
    ASSERT_NEAR(table.Column("u1")[i], u, 1e-7);
    ASSERT_NEAR(table.Column("u2")[i], u, 1e-7);
    ASSERT_NEAR(table.Column("i")[i], -2 * u / 3, 1e-6);
  }
}

// With resistance both voltages have a start of their own: u'' + (1 + 1.5/R) u' + u/(2 R) = 0 for R = 0.5.
TEST_P(Constraints, TheSameWithResistanceHasTwoStates) {
  const Simulation simulation = Example("Wire", {"--set", "R=0.5", "--set", "u2.start=1"});
  EXPECT_EQ(simulation.report.at("states"), 2);
  const double fast = -2 - std::sqrt(3.0), slow = -2 + std::sqrt(3.0);
  // u1' = -2 (u1 - u2) - u1, u2' = u1 - u2
  const double slope = -2 * (3 - 1) - 3, of_fast = (slope - 3 * slow) / (fast - slow), of_slow = 3 - of_fast;
  const Table& table = simulation.table;
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i];
    ASSERT_NEAR(table.Column("u1")[i], of_fast * std::exp(fast * t) + of_slow * std::exp(slow * t), 1e-7) << "at " << t;
  }
}

TEST_P(Constraints, APreferredVariableIsStateAndStartsWhereItSays) {
  const Table table = Example("Concentration").table;
  EXPECT_NEAR(table.First("n"), 10, 1e-12);
  EXPECT_NEAR(table.At("c", 0.5), 5 * std::exp(-0.25), 1e-7);
  EXPECT_NEAR(table.Last("c"), 3 * std::exp(-0.5), 1e-7);
  EXPECT_NEAR(table.Last("n"), 6 * std::exp(-0.5), 1e-6);
}

TEST_P(Constraints, AClosedCircuitBeginsNearestToItsStartValues) {
  const Simulation simulation = Example("ClosedTanks");
  for (const char* level : {"a", "b", "c"}) {
    EXPECT_NEAR(simulation.table.First(level), 3, 1e-12);
    EXPECT_NEAR(simulation.table.Last(level), 3, 1e-9);
  }
  EXPECT_NE(simulation.command.err.find("nearest to the start values"), std::string::npos);
}

// With too large starts the position comes from the radius, with too small ones as well.
TEST_P(Constraints, StartsOffTheConstraintAreMovedOntoIt) {
  for (const double factor : {0.5, 3.0}) {
    const std::string x = std::to_string(1.2 * factor), y = std::to_string(-1.6 * factor);
    const Table table =
        Example("Pendulum", {"--set", "x.fixed=false", "--set", "vx.fixed=false", "--set", "x.start=" + x, "--set",
                             "y.start=" + y, "--set", "vx.start=0", "--stop-time", "0.1"})
            .table;
    EXPECT_NEAR(table.First("x"), 1.2, 1e-12);
    EXPECT_NEAR(table.First("y"), -1.6, 1e-12);
  }
}

TEST_P(Constraints, AReinitThatContradictsAConstraintIsTold) {
  const CommandResult result = SimulateExpectingFailure("tests/simulation/models/TwoReinits.mo");
  EXPECT_NE(result.err.find("no values of other states agree with what is set here"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("x^2.0 + y^2.0 = L^2.0"), std::string::npos) << result.err;
}

INSTANTIATE_TEST_SUITE_P(Solvers, Constraints, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
