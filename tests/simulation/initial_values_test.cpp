// SPDX-License-Identifier: BSD-3-Clause
// Where the search for the start begins (homotopy, start values from solved parameters), and initial conditions that
// repeat each other.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class InitialValues : public WithEverySolver {
 protected:
  static Table Run(const std::string& model, std::vector<std::string> arguments = {}) {
    arguments.push_back(SourcePath("tests/simulation/models/InitialValues.mo"));
    return Simulate("InitialValues." + model, arguments).table;
  }
};

TEST_P(InitialValues, ConditionsOfDiscreteVariablesAgree) {
  const Table connected = Run("Discrete.Connected");
  EXPECT_EQ(connected.First("p.y"), 0);
  EXPECT_EQ(Run("Discrete.Event").First("n"), 3);
  const Table both = Run("Discrete.Both");
  for (const char* const name : {"k", "n", "m"}) EXPECT_EQ(both.First(name), 4) << name;
  EXPECT_EQ(Run("Discrete.Parameter").First("n"), 3);
}

TEST_P(InitialValues, InitialValuesThatReadOthersAreSortedAmongThem) {
  const Table table = Run("Discrete.Chain", {"--stop-time", "3"});
  const std::vector<double> changes = table.ChangeTimes("k");
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_NEAR(changes[0], 0.25, 1e-9);
  EXPECT_NEAR(changes[1], 2.25, 1e-9);
  EXPECT_EQ(table.First("tNext"), 0.25);
}

TEST_P(InitialValues, ChecksAreMeasuredByTheirTerms) { EXPECT_NEAR(Run("Large").First("q"), 1e9, 2); }

TEST_P(InitialValues, AFixedStartValueDeterminesItsParameter) {
  const Table table = Run("FixedByParameter");
  EXPECT_NEAR(table.First("x"), 2, 1e-6);
  EXPECT_NEAR(table.First("p"), 2, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Solvers, InitialValues, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
