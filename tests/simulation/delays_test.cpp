// SPDX-License-Identifier: BSD-3-Clause
// delay() (MLS 3.7.4.1): the past between steps, in feedback, and jumps that arrive as time events.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class Delays : public WithEverySolver {};

using ::testing::AllOf;
using ::testing::HasSubstr;

const char* const kFile = "tests/simulation/models/Delays.mo";

Simulation Solve(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath(kFile));
  return Simulate("Delays." + model, arguments);
}

TEST_P(Delays, OfASignal) {
  const Table table = Solve("Signal").table;
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i];
    EXPECT_NEAR(table.Column("y")[i], std::cos(2 * std::max(0.0, t - 0.3)), 1e-9) << t;
    EXPECT_NEAR(table.Column("both[2]")[i], 2 * std::max(0.0, t - 0.1), 1e-9) << t;
  }
}

TEST_P(Delays, InFeedback) {
  const Table table = Solve("Feedback", {"--stop-time", "3"}).table;
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i];
    double x = 1 - t;
    if (t > 1) x += std::pow(t - 1, 2) / 2;
    if (t > 2) x -= std::pow(t - 2, 3) / 6;
    ASSERT_NEAR(table.Column("x")[i], x, 2e-6) << "at " << t;
  }
}

TEST_P(Delays, InAnAlgebraicLoop) {
  const Table table = Solve("Loop").table;
  // y + z = 2 and z = y at the start; then 1.5 y = 2 + t - 0.5 y(t - 0.25)
  EXPECT_NEAR(table.First("y"), 1, 1e-9);
  EXPECT_NEAR(table.At("y", 0.2), (2 + 0.2 - 0.5) / 1.5, 1e-9);
  EXPECT_NEAR(table.At("y", 0.4), (2 + 0.4 - 0.5 * (2 + 0.15 - 0.5) / 1.5) / 1.5, 1e-6);
}

TEST_P(Delays, AJumpArrivesAsAnEvent) {
  const Simulation simulation = Solve("Jump");
  const Table& table = simulation.table;
  EXPECT_NEAR(table.Last("seen"), 0.75, 1e-12);
  EXPECT_EQ(table.Last("count"), 1);
  // The integral of 1 + (t - 0.5) from 0.75 on.
  EXPECT_NEAR(table.Last("integral"), 0.25 + (0.25 - 0.0625) / 2, 1e-7);
  // The jump, the end of what was before the start, and the arrival.
  EXPECT_EQ(simulation.report["events"]["time"], 3);
}

TEST_P(Delays, JumpsThatMakeJumps) {
  const Table table = Solve("Echo", {"--stop-time", "0.42"}).table;
  // u turns at 0.05 and at 0.1, then 0.1 after each turn.
  EXPECT_EQ(table.At("turns", 0.12), 2);
  EXPECT_EQ(table.At("turns", 0.17), 3);
  EXPECT_EQ(table.Last("turns"), 8);
  EXPECT_NEAR(table.Last("integral"), 4 * 0.05 + 0.02, 1e-9);
}

TEST_P(Delays, ByNothing) {
  const Table table = Solve("Zero").table;
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    EXPECT_EQ(table.Column("d")[i], table.Column("u")[i]);
    EXPECT_EQ(table.Column("both[1]")[i], table.Time()[i]);
    EXPECT_EQ(table.Column("both[2]")[i], table.Column("u")[i]);
    EXPECT_NEAR(table.Column("x")[i], std::exp(-table.Time()[i]), 1e-5);
  }
  // The parameter may still be set.
  EXPECT_NEAR(Solve("Zero", {"--set", "T=0.5", "--stop-time", "1"}).table.Last("both[1]"), 0.5, 1e-9);
  const CommandResult result = SimulateExpectingFailure(kFile, {"-m", "Delays.ZeroBeyond"});
  EXPECT_THAT(result.err, HasSubstr("the delay time of delay() is 0 s"));
}

TEST_P(Delays, ADelayTimeThatIsNotPositive) {
  const CommandResult result = SimulateExpectingFailure(kFile, {"-m", "Delays.Negative"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("the delay time of delay() is -1 s"), HasSubstr("Delays.mo:")));
}

INSTANTIATE_TEST_SUITE_P(Solvers, Delays, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
