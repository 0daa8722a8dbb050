// SPDX-License-Identifier: BSD-3-Clause
// Algorithm sections of models (MLS 11): loops, branches, when-statements, elements chosen while it runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class Algorithms : public WithEverySolver {};

using ::testing::AllOf;
using ::testing::HasSubstr;

const char* const kFile = "tests/simulation/models/Algorithms.mo";

Simulation SolveAlgorithms(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath(kFile));
  return Simulate("Algorithms." + model, arguments);
}

TEST_P(Algorithms, LoopsWithSoManyTurnsAsTheSimulationSays) {
  const Table table = SolveAlgorithms("Turns").table;
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i], k = table.Column("k")[i], last = std::min(k, 3.0);
    EXPECT_NEAR(table.Column("sum")[i], t * k * (k + 1) / 2, 1e-9);
    EXPECT_EQ(table.Column("power")[i], 16);
    // 1 + ... + last, and the same without the first
    EXPECT_NEAR(table.Column("z[1]")[i], 1 + last * (last + 1) / 2, 1e-12);
    EXPECT_NEAR(table.Column("z[2]")[i], 2 + last * (last + 1) / 2 - 1, 1e-12);
    EXPECT_EQ(table.Column("turns")[i], 2 * last - 1);
  }
  EXPECT_EQ(table.Last("k"), 6);
}

TEST_P(Algorithms, LoopsOverArrays) {
  const Table table = SolveAlgorithms("Polynomial").table;
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    const double x = table.Column("x")[i];
    EXPECT_NEAR(table.Column("horner")[i], 1 - 2 * x + 3 * x * x + std::pow(x, 4), 1e-9);
    EXPECT_NEAR(table.Column("powers[5]")[i], std::pow(x, 4), 1e-9);
    EXPECT_NEAR(table.Column("whole")[i] + table.Column("rest")[i], x, 1e-12);
  }
  // x^4 > 3, then x^3, x^2: the first power that is greater.
  EXPECT_EQ(table.First("first"), -1);
  EXPECT_NEAR(table.TimeOfChangeTo("first", 5), std::pow(3, 1.0 / 4) / 2, 1e-6);
  EXPECT_NEAR(table.TimeOfChangeTo("first", 4), std::pow(3, 1.0 / 3) / 2, 1e-6);
  EXPECT_NEAR(table.TimeOfChangeTo("first", 3), std::sqrt(3) / 2, 1e-6);
}

TEST_P(Algorithms, InAnAlgebraicLoop) {
  // y = 2 (3 - y) - x: y = 2 - x/3
  const Table table = SolveAlgorithms("Feedback").table;
  EXPECT_NEAR(table.Last("x"), 6 - 5 * std::exp(-1.0 / 3), 1e-5);
}

TEST_P(Algorithms, RelationsMakeEvents) {
  const Simulation simulation = SolveAlgorithms("Held");
  const double to_half = std::asin(0.5) / 5, half_period = std::numbers::pi / 5;
  // 2 on [0, a], 1 on [a, T - a], 2 on [T - a, T], 3 on [T, 1]
  const double integral = 2 * 2 * to_half + (half_period - 2 * to_half) + 3 * (1 - half_period);
  EXPECT_NEAR(simulation.table.Last("iy"), integral, 1e-6);
  EXPECT_NEAR(simulation.table.Last("iz"), 0.6 + 0.7, 1e-2);
  // sin > 0 just after the start, > 0.5, < 0.5, < 0
  EXPECT_EQ(simulation.report["events"]["state"], 4);
  EXPECT_EQ(simulation.report["events"]["time"], 0);
}

TEST_P(Algorithms, WhenStatements) {
  const Table table = SolveAlgorithms("Counters", {"--stop-time", "0.7"}).table;
  // 0.25 and 0.5 (both conditions of the first branch at once), then the third branch twice 10.
  EXPECT_EQ(table.At("n", 0.4), 1);
  EXPECT_EQ(table.At("m", 0.4), 1);
  EXPECT_EQ(table.At("n", 0.55), 2);
  EXPECT_EQ(table.Last("n"), 22);
  EXPECT_EQ(table.Last("m"), 4);
  EXPECT_EQ(table.Last("last"), 0.5);
  EXPECT_EQ(table.Last("late"), 1);
}

TEST_P(Algorithms, AtTheStart) {
  const Table table = SolveAlgorithms("AtTheStart").table;
  EXPECT_EQ(table.First("p"), 16);
  EXPECT_EQ(table.First("offset"), 17);
  EXPECT_EQ(table.Last("offset"), 18);
  EXPECT_EQ(table.First("starts"), 1);
  EXPECT_EQ(table.Last("starts"), 2);
  // A variable that is no state is its start value where it is read before it is assigned (MLS 11.1.2).
  EXPECT_EQ(table.Last("after"), 8);
  EXPECT_EQ(table.Last("before"), 1);
}

TEST_P(Algorithms, AWhileLoopThatIsLeft) {
  const Table table = SolveAlgorithms("Bisection").table;
  EXPECT_EQ(table.Last("turns"), 20);
  EXPECT_NEAR(table.Last("root"), std::numbers::sqrt2, 2 * std::pow(0.5, 20));
}

TEST_P(Algorithms, ElementsChosenWhileItRuns) {
  const Table table = SolveAlgorithms("Chosen", {"--stop-time", "1.1"}).table;
  // 10, 20, 30, 10, 20 for a quarter of a second each
  EXPECT_NEAR(table.At("x", 0.999999), 70.0 / 4, 1e-4);
  EXPECT_NEAR(table.Last("x"), 70.0 / 4 + 0.1 * 20, 1e-6);
  EXPECT_EQ(table.Last("hits[1]"), 2);
  EXPECT_EQ(table.Last("hits[2]"), 1);
  EXPECT_EQ(table.Last("hits[3]"), 1);
}

TEST_P(Algorithms, RowsChosenWhileItRuns) {
  const Table table = SolveAlgorithms("ChosenRows").table;
  // At tick n the row mod(n, 3) + 1 becomes (n, -n), and the row after it gets 100 more.
  const std::vector<std::vector<double>> rows{{6, -6}, {104, 96}, {5, -5}};
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 2; ++j) {
      const std::string name = "mem[" + std::to_string(i + 1) + "," + std::to_string(j + 1) + "]";
      EXPECT_EQ(table.Last(name), rows[i][j]) << name;
    }
  }
  EXPECT_EQ(table.At("mem[3,1]", 0.45), 102);
  EXPECT_EQ(table.Last("hits[1]"), 12);
  EXPECT_EQ(table.Last("hits[2]"), 8);
  EXPECT_EQ(table.Last("hits[3]"), 10);
  EXPECT_EQ(table.Last("hits[4]"), 1);
  EXPECT_EQ(table.Last("a"), 60);
  EXPECT_EQ(table.Last("b"), -6);
}

TEST_P(Algorithms, ASubscriptOutOfRangeStops) {
  const CommandResult result = SimulateExpectingFailure(kFile, {"-m", "Algorithms.ChosenOutside"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("t = 0.75 s"), HasSubstr("a subscript is out of range 1:3"), HasSubstr("y = table[k]")));
}

TEST_P(Algorithms, AssertAndTerminate) {
  const CommandResult failed = SimulateExpectingFailure(kFile, {"-m", "Algorithms.Messages"});
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_THAT(failed.err, AllOf(HasSubstr("x is 0.75"), HasSubstr("[Assertion]")));
  const Simulation ended = SolveAlgorithms("Messages", {"--set", "most=2"});
  EXPECT_NEAR(ended.table.Time().back(), 0.9, 1e-6);
  EXPECT_THAT(ended.command.err, HasSubstr("far enough"));
}

TEST_P(Algorithms, WhenStatementsStoreContinuousVariables) {
  const Table table = SolveAlgorithms("Remembered").table;
  EXPECT_EQ(table.At("stored", 0.2), -1);
  EXPECT_NEAR(table.At("stored", 0.5), 0.5, 1e-6);
  EXPECT_NEAR(table.At("sum", 0.5), 0.75, 1e-6);
  EXPECT_NEAR(table.Last("stored"), 15, 1e-6);
  EXPECT_NEAR(table.Last("sum"), 15.75, 1e-6);
}

TEST_P(Algorithms, InitialAlgorithmsDetermineParametersOfAllTypes) {
  const Table table = SolveAlgorithms("FreeParameters").table;
  EXPECT_EQ(table.First("n"), 2);
  EXPECT_EQ(table.First("p"), 18);
  EXPECT_EQ(table.First("fast"), 1);
  EXPECT_NEAR(table.Last("x"), 2 + 9, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Solvers, Algorithms, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
