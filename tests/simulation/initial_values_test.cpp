// SPDX-License-Identifier: BSD-3-Clause
// Where the search for the start begins (homotopy, start values from solved parameters), and initial conditions that
// repeat each other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

class InitialValues : public WithEverySolver {
 protected:
  static Table Run(const std::string& model, std::vector<std::string> arguments = {}) {
    arguments.push_back(SourcePath("tests/simulation/models/InitialValues.mo"));
    return Simulate("InitialValues." + model, arguments).table;
  }

  static void ExpectStart(const std::string& model, double x) {
    EXPECT_NEAR(Run("Homotopy." + model).First("x"), x, 1e-6) << model;
  }
};

TEST_P(InitialValues, ThePathChoosesTheSolution) {
  ExpectStart("Branch", 3);
  ExpectStart("Steep", 10);
  ExpectStart("Initial", 3);
  ExpectStart("Guess", 3);
  const Table arrays = Run("Homotopy.Arrays");
  EXPECT_NEAR(arrays.First("x[1]"), 3, 1e-6);
  EXPECT_NEAR(arrays.First("x[2]"), 3, 1e-6);
}

TEST_P(InitialValues, TheActualExpressionNeedsNoValueAtTheStartValue) { ExpectStart("Domain", 4); }

TEST_P(InitialValues, TheModelIsSolvedByItsActualExpressions) {
  const Table table = Run("Homotopy.Structure");
  EXPECT_NEAR(table.First("x"), 3, 1e-6);
  EXPECT_NEAR(table.First("w"), 3, 1e-6);
  EXPECT_NEAR(table.Last("x"), std::sqrt(10.0), 1e-6);
  const Table constraint = Run("Homotopy.Constraint");
  EXPECT_NEAR(constraint.First("v"), 0, 1e-6);
  EXPECT_NEAR(constraint.Last("v"), 2, 1e-6);
}

TEST_P(InitialValues, EventsComeAtTheEndOfThePathOnly) {
  const Table table = Run("Homotopy.Relation");
  EXPECT_NEAR(table.First("x"), 4, 1e-6);
  EXPECT_EQ(table.First("n"), 0);
}

TEST_P(InitialValues, WithoutPathTheActualExpressionHolds) {
  const Table table = Run("Homotopy.Elsewhere");
  EXPECT_EQ(table.First("x"), 1);
  EXPECT_NEAR(table.Last("x"), 3, 1e-6);
  EXPECT_NEAR(table.Last("seen"), 2, 1e-6);
  EXPECT_NEAR(table.Last("rate"), 2, 1e-6);
  EXPECT_EQ(table.Last("called"), 2);
}

TEST_P(InitialValues, ConditionsOfDiscreteVariablesAgree) {
  const Table connected = Run("Discrete.Connected");
  EXPECT_EQ(connected.First("p.y"), 0);
  EXPECT_EQ(Run("Discrete.Event").First("n"), 3);
  const Table both = Run("Discrete.Both");
  for (const char* const name : {"k", "n", "m"}) EXPECT_EQ(both.First(name), 4) << name;
  EXPECT_EQ(Run("Discrete.Parameter").First("n"), 3);
  EXPECT_EQ(Run("Discrete.Repeated").First("n"), 1);
}

TEST_P(InitialValues, InitialValuesThatReadOthersAreSortedAmongThem) {
  const Table table = Run("Discrete.Chain", {"--stop-time", "3"});
  const std::vector<double> changes = table.ChangeTimes("k");
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_NEAR(changes[0], 0.25, 1e-9);
  EXPECT_NEAR(changes[1], 2.25, 1e-9);
  EXPECT_EQ(table.First("tNext"), 0.25);
}

TEST_P(InitialValues, TheSearchBeginsInTheModeOfTheGuesses) {
  const Table table = Run("Phases.Liquid");
  EXPECT_NEAR(table.First("h[1]"), 1, 1e-9);
  EXPECT_NEAR(table.First("h[14]"), 1, 1e-9);
  EXPECT_EQ(table.First("phase[7]"), 1);
}

TEST_P(InitialValues, StartsAreFoundFarFromTheStartValues) {
  const Simulation run = Simulate("InitialValues.Rotations",
                                  {SourcePath("tests/simulation/models/InitialValues.mo"), "--stop-time", "0.1"});
  for (int i = 1; i <= 9; ++i) EXPECT_LT(run.table.First("error[" + std::to_string(i) + "]"), 1e-8) << i;
  EXPECT_THAT(run.command.err, HasSubstr("Q[8,4]"));  // it is told
  EXPECT_THAT(run.command.err, testing::Not(HasSubstr("Q[9,4]")));
}

TEST_P(InitialValues, ChecksAreMeasuredByTheirTerms) { EXPECT_NEAR(Run("Large").First("q"), 1e9, 2); }

TEST_P(InitialValues, AFixedStartValueDeterminesItsParameter) {
  const Table table = Run("FixedByParameter");
  EXPECT_NEAR(table.First("x"), 2, 1e-6);
  EXPECT_NEAR(table.First("p"), 2, 1e-6);
}

TEST_P(InitialValues, APathThatDoesNotLeadToTheEndIsTold) {
  const Simulation run =
      Simulate("InitialValues.Homotopy.WithoutPath", {SourcePath("tests/simulation/models/InitialValues.mo")});
  EXPECT_NEAR(run.table.First("x"), 2, 1e-6);
  EXPECT_THAT(run.command.err, AllOf(HasSubstr("found without homotopy"), HasSubstr("does not begin at lambda = 0")));
}

INSTANTIATE_TEST_SUITE_P(Solvers, InitialValues, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
