// SPDX-License-Identifier: BSD-3-Clause
// Values that are known once the initial system is solved, or change at events only, reach whoever reads them.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class SolvedValues : public WithEverySolver {
 protected:
  static Table Run(const std::string& model, std::vector<std::string> arguments = {}) {
    arguments.push_back(SourcePath("tests/simulation/models/SolvedValues.mo"));
    return Simulate("SolvedValues." + model, arguments).table;
  }

  static void ExpectChanges(const Table& table, const std::string& name, const std::vector<double>& expected) {
    const std::vector<double> found = table.ChangeTimes(name);
    ASSERT_EQ(found.size(), expected.size()) << name;
    for (size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-9) << name;
  }

  static void ExpectAtTheEnd(const Table& table, const std::vector<std::pair<std::string, double>>& expected) {
    for (const auto& [name, value] : expected) EXPECT_NEAR(table.Last(name), value, 1e-6) << name;
  }
};

TEST_P(SolvedValues, StartAndIntervalOfSamples) {
  const Table table = Run("Samples", {"--stop-time", "2"});
  ExpectChanges(table, "n", {0.25, 1.25});
  ExpectChanges(table, "m", {0.75, 1.25, 1.75});
  ExpectChanges(table, "k", {0.5, 1, 1.5, 2});
}

TEST_P(SolvedValues, TimesOfDelays) {
  const Table table = Run("Delays");
  EXPECT_NEAR(table.Last("y"), 0.75, 1e-9);
  EXPECT_NEAR(table.Last("z"), 0.5, 1e-9);
}

TEST_P(SolvedValues, StartValuesOfDiscreteVariables) {
  const Table table = Run("Discrete");
  EXPECT_EQ(table.First("a"), 3);
  EXPECT_EQ(table.First("b"), 2.5);
  EXPECT_EQ(table.First("n"), 8);
  EXPECT_EQ(table.First("on"), 1);
  ExpectAtTheEnd(table, {{"a", 4}, {"b", 3.5}, {"n", 9}, {"on", 0}, {"y", 5}});
}

TEST_P(SolvedValues, StartValuesOfStates) {
  ExpectAtTheEnd(Run("States"), {{"fixedAt", 3}, {"chosen", 4}, {"scaled", 6}});
}

TEST_P(SolvedValues, GuessesOfLoops) {
  ExpectAtTheEnd(Run("Guesses"),
                 {{"x", 3.01}, {"y", 3.01}, {"z[1]", 3.01}, {"z[2]", 3.01}, {"w", 3}, {"hinted", 3}, {"h", 2}});
}

TEST_P(SolvedValues, TheEndInExpressions) {
  const Table table = Run("Terminal");
  for (const auto& [name, before] :
       {std::pair("y", 0.0), {"a", 2.0}, {"b", 0.0}, {"c", 1.0}, {"d", 0.0}, {"z", -1.0}, {"n", 0.0}}) {
    EXPECT_EQ(table.At(name, 0.9), before) << name;
  }
  ExpectAtTheEnd(table, {{"y", 1}, {"a", 1}, {"b", 1}, {"c", 0}, {"d", 1}, {"z", 1}, {"n", 1}});
}

TEST_P(SolvedValues, TheEndThatTheModelMakes) {
  const Table table = Run("Terminated");
  EXPECT_NEAR(table.Time().back(), 0.5, 1e-9);
  EXPECT_EQ(table.At("y", 0.4), 0);
  ExpectAtTheEnd(table, {{"y", 1}, {"n", 1}});
}

TEST_P(SolvedValues, ResultsOfFunctionsThatChangeAtEvents) {
  const Table table = Run("Results");
  EXPECT_EQ(table.First("which"), 1);
  ExpectChanges(table, "which", {0.5});
  ExpectChanges(table, "isFirst", {0.5});
  ExpectChanges(table, "side", {0.25, 0.75});
  ExpectChanges(table, "again", {0.7});
  ExpectChanges(table, "direct", {0.25, 0.5, 0.75, 1});
  ExpectChanges(table, "changes", {0.5});
  ExpectAtTheEnd(table, {{"big", 1}, {"which", 2}, {"again", 1}, {"changes", 1}, {"before", 1}});
  ExpectAtTheEnd(table, {{"atEvent", 2}, {"bigAtEvent", 0.8}});
}

TEST_P(SolvedValues, IntegerPartsOfTimeInRelations) {
  const Table table = Run("Parts");
  ExpectChanges(table, "a", {0.5});
  ExpectChanges(table, "b", {0.75});
  ExpectChanges(table, "c", {0.25, 0.5, 0.75, 1});
  ExpectChanges(table, "d", {0.75});
  ExpectChanges(table, "e", {0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1});
  ExpectChanges(table, "n", {0.375, 0.625, 0.875});
  EXPECT_EQ(table.Last("last"), 2);
}

INSTANTIATE_TEST_SUITE_P(Solvers, SolvedValues, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
