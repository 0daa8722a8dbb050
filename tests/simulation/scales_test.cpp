// SPDX-License-Identifier: BSD-3-Clause
// Sizes of states: what a look ahead leaves behind, and rounding errors beside small and stiff states.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class Scales : public WithEverySolver {};

const char* const kFile = "tests/simulation/models/Scales.mo";

TEST_P(Scales, TheFirstRowIsThatOfTheStart) {
  const Table table = Simulate("Scales.OutOfTheDomain", {SourcePath(kFile)}).table;
  EXPECT_EQ(table.At("h", 0), 1e-3);
  EXPECT_NEAR(table.Column("der(h)").front(), -1 + 0.1 * std::sqrt(1e-3), 1e-12);
}

TEST_P(Scales, TheDifferenceOfEqualMotionsMakesNoEvents) {
  for (const char* model : {"Scales.ByBody", "Scales.ByKind"}) {
    const Simulation simulation = Simulate(model, {SourcePath(kFile), "--stop-time", "10"});
    EXPECT_EQ(simulation.report.at("events").at("state"), 0) << model;
  }
}

TEST_P(Scales, TheNextMomentForgetsRoundingErrors) {
  if (Uses("dopri5")) GTEST_SKIP() << "stiff";
  const Table table = Simulate("Scales.Stiff", {SourcePath(kFile), "--stop-time", "10", "--tolerance", "1e-9"}).table;
  for (size_t row = 0; row < table.Column("x").size(); ++row)
    ASSERT_NEAR(table.Column("x")[row], std::cos(table.Column("time")[row]), 1e-8) << row;
}

// Steps are as long as rows are apart: nothing moves.
TEST_P(Scales, RoundingErrorsOfABalanceAskForNoSteps) {
  const Simulation simulation = Simulate("Scales.Balance", {SourcePath(kFile), "--stop-time", "10"});
  EXPECT_LT(simulation.report.at("steps"), 2000);
  EXPECT_LT(std::fabs(simulation.table.Last("w2")), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Solvers, Scales, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
