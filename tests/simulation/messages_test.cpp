// SPDX-License-Identifier: BSD-3-Clause
// assert with its levels, terminate, Strings in messages, and what acts at the initial time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const char* const kFile = "tests/simulation/models/Messages.mo";

Simulation Solve(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath(kFile));
  return Simulate("Messages." + model, arguments);
}

size_t Occurrences(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Messages, AnAssertionOfAWhenClauseActsAtItsEvent) {
  const CommandResult result = SimulateExpectingFailure(kFile, {"-m", "Messages.InWhen"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("x is 0.5"), HasSubstr("t = 0.5"), HasSubstr("[Assertion]")));
  const Simulation warned = Solve("InWhenStatement");
  EXPECT_EQ(warned.table.Time().back(), 1);
  EXPECT_EQ(Occurrences(warned.command.err, "in a statement"), 1U);
  EXPECT_EQ(Occurrences(warned.command.err, "x is 0.5"), 1U);
  EXPECT_LT(warned.command.err.find("in a statement"), warned.command.err.find("x is 0.5"));
}

TEST(Messages, AtTheInitialTime) {
  const Simulation simulation = Solve("AtTheStart");
  EXPECT_EQ(Occurrences(simulation.command.err, "at t = 0 s"), 2U);
  EXPECT_THAT(simulation.command.err, AllOf(HasSubstr("x starts at 1"), HasSubstr("x begins at 1")));
}

TEST(Messages, AWarningIsToldWhenItBecomesFalse) {
  // sin(10 t) > 0.5 begins twice within a second.
  EXPECT_EQ(Occurrences(Solve("Oscillating").command.err, "too large"), 2U);
  // Ten times at most.
  const std::string many = Solve("Oscillating", {"--stop-time", "20"}).command.err;
  EXPECT_EQ(Occurrences(many, "too large"), 10U);
  EXPECT_EQ(Occurrences(many, "it is not told again"), 1U);
}

TEST(Messages, Texts) {
  const Simulation simulation = Solve("Texts");
  EXPECT_EQ(simulation.table.Time().back(), 0.75);
  EXPECT_THAT(simulation.command.err, HasSubstr("[axis  3|wild|true  |   7.500|7.5   |0003|late7.5|true]"));
}

TEST(Messages, ReinitOfElementsAndAtTheStart) {
  const Table table = Solve("Restarted").table;
  EXPECT_EQ(table.First("y"), 3);
  EXPECT_EQ(table.First("x[2]"), 2);
  EXPECT_EQ(table.Last("x[2]"), 12);
  EXPECT_EQ(table.Last("x[1]"), 1);
}

}  // namespace
}  // namespace stiction::test
