// SPDX-License-Identifier: BSD-3-Clause
// Events at ever shorter periods: a mode of rest is reached, a run without one is told, and what only looks so goes on
// (docs/decisions/0009).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kFile[] = "tests/simulation/models/Cascades.mo";

class Cascades : public WithEverySolver {
 protected:
  static Table Run(const std::string& model, const std::string& tolerance, const std::vector<std::string>& set = {}) {
    std::vector<std::string> arguments = Arguments(tolerance, set);
    arguments.push_back(SourcePath(kFile));
    return Simulate("Cascades." + model, arguments).table;
  }
  static CommandResult Fail(const std::string& model, const std::string& tolerance,
                            const std::vector<std::string>& set = {}) {
    std::vector<std::string> arguments = Arguments(tolerance, set);
    arguments.insert(arguments.begin(), {"-m", "Cascades." + model});
    return SimulateExpectingFailure(kFile, arguments);
  }

 private:
  static std::vector<std::string> Arguments(const std::string& tolerance, const std::vector<std::string>& set) {
    std::vector<std::string> arguments = {"--tolerance", tolerance, "--stop-time", "12"};
    for (const std::string& one : set) {
      arguments.emplace_back("--set");
      arguments.push_back(one);
    }
    return arguments;
  }
};

TEST_P(Cascades, AModeOfRestBelowALimitOfSpeedIsReached) {
  for (const char* tolerance : {"1e-4", "1e-6", "1e-9"}) {
    for (const char* limit : {"1e-2", "1e-3", "1e-6", "1e-9"}) {
      const Table table = Run("RestsBelowALimit", tolerance, {std::string("v_rest=") + limit});
      EXPECT_EQ(table.Last("rests"), 1) << tolerance << " " << limit;
      EXPECT_EQ(table.Last("v"), 0) << tolerance << " " << limit;
      EXPECT_NEAR(table.Last("h"), 0, 1e-9) << tolerance << " " << limit;
      EXPECT_NEAR(table.Last("impacts"), std::log(std::stod(limit) / 4.429) / std::log(0.7), 1.1) << tolerance;
    }
  }
}

TEST_P(Cascades, AModeOfRestOnAMovingFloorIsReached) {
  for (const char* tolerance : {"1e-4", "1e-6"}) {
    for (const char* model : {"RestsBelowALimit", "RestsByAFlag"}) {
      const Table table = Run(model, tolerance, {"u=0.3"});
      EXPECT_EQ(table.Last("rests"), 1) << model << " " << tolerance;
      EXPECT_EQ(table.Last("v"), 0.3) << model << " " << tolerance;
      EXPECT_NEAR(table.Last("above"), 0, 1e-6) << model << " " << tolerance;
    }
  }
}

TEST_P(Cascades, AModeOfRestSetByAFlagIsReached) {
  for (const char* tolerance : {"1e-4", "1e-6", "1e-9"}) {
    for (const char* e : {"0.9", "0.5", "0.1"}) {
      const Table table = Run("RestsByAFlag", tolerance, {std::string("e=") + e, "h0=0.1"});
      EXPECT_EQ(table.Last("rests"), 1) << tolerance << " " << e;
      EXPECT_EQ(table.Last("v"), 0) << tolerance << " " << e;
      EXPECT_NEAR(table.Last("h"), 0, 1e-6) << tolerance << " " << e;
    }
  }
}

TEST_P(Cascades, OneOfTwoAndThenTheOther) {
  const Table table = Run("TwoBalls", "1e-6");
  for (const char* ball : {"low", "high"}) {
    EXPECT_EQ(table.Last(std::string(ball) + ".rests"), 1);
    EXPECT_NEAR(table.Last(std::string(ball) + ".h"), 0, 1e-6);
  }
  EXPECT_EQ(table.At("low.rests", 2), 1);
  EXPECT_EQ(table.At("high.rests", 2), 0);
}

TEST_P(Cascades, ASecondOneAfterTheFirst) {
  const Table table = Run("KickedAgain", "1e-6");
  EXPECT_EQ(table.At("rests", 3.9), 1);
  EXPECT_EQ(table.At("rests", 4.1), 0);
  EXPECT_NEAR(table.ChangeTimes("rests").back(), 4 + 2 * 3 / 9.81 / (1 - 1.0 / 3), 1e-3);
  EXPECT_EQ(table.Last("v"), 0);
}

TEST_P(Cascades, WithoutAModeOfRestTheEndIsTold) {
  size_t run = 0;
  for (const char* tolerance : {"1e-4", "1e-6", "1e-9"}) {
    for (const char* e : {"0.9", "0.5", "0.01", "1e-6"}) {
      for (const char* u : {"0", "0.3"}) {
        if (!IsInSlice(run++)) continue;
        const CommandResult result =
            Fail("DoesNotRest", tolerance, {std::string("e=") + e, std::string("u=") + u, "h0=0.1"});
        EXPECT_EQ(result.exit_code, 3) << tolerance << " " << e << " " << u;
        EXPECT_THAT(result.err, AllOf(HasSubstr("[Chattering]"), HasSubstr("events accumulate"),
                                      HasSubstr("relation    h < floor"), HasSubstr("mode of rest")));
      }
    }
  }
}

TEST_P(Cascades, TheUnitOfLengthDecidesNothing) {
  for (const char* unit : {"1e-9", "1e-3", "1e6"}) {
    EXPECT_EQ(Run("RestsByAFlag", "1e-6", {std::string("unit=") + unit}).Last("rests"), 1) << unit;
    EXPECT_EQ(Fail("DoesNotRest", "1e-6", {std::string("unit=") + unit}).exit_code, 3) << unit;
  }
}

TEST_P(Cascades, ARattleThatDiesGoesOn) {
  for (const char* tolerance : {"1e-4", "1e-6", "1e-9"}) {
    for (const char* force : {"1", "30"}) {
      const Table table = Run("Rattle", tolerance, {std::string("F=") + force});
      EXPECT_NEAR(table.Last("x"), 1e-3 + std::stod(force) / 1e5, 1e-6);
      EXPECT_GT(table.Last("contacts"), 5);
    }
  }
}

// 31 switches shrink it to 1e-3, up to 10 - 9*0.8^30 s; after another 0.8^30 + 1e-3 s they come every 2 ms.
TEST_P(Cascades, AHysteresisThatShrinks) {
  EXPECT_NEAR(Run("Relay", "1e-6", {"least=1e-3"}).Last("switches"), 1036, 2);
  EXPECT_THAT(Fail("Relay", "1e-6").err, HasSubstr("[Chattering]"));
}

// 10 s without an event, one at 10 s, and 63 in the 2 s after it.
TEST_P(Cascades, ARelationThatAnotherOneShutsOffIsNotWatched) {
  const Table table = Run("ShutOff", "1e-6");
  const std::vector<double> changes = table.ChangeTimes("f");
  EXPECT_NEAR(static_cast<double>(changes.size()), 64, 1);
  size_t early = 0;
  for (size_t i = 1; i < table.Time().size(); ++i)
    early += table.Time()[i] < 9.9 && table.Time()[i] == table.Time()[i - 1];
  EXPECT_EQ(early, 0U);
}

TEST_P(Cascades, EventsWithoutProgressEndTheRun) {
  for (const char* period : {"1e-11", "1e-14", "1e-18"}) {
    const CommandResult saw = Fail("SawTooth", "1e-6", {std::string("period=") + period});
    EXPECT_EQ(saw.exit_code, 3);
    EXPECT_THAT(saw.err, AllOf(HasSubstr("[Chattering]"), HasSubstr("x > 0"))) << period;
  }
  const CommandResult ticks = Fail("Ticks", "1e-6");
  EXPECT_THAT(ticks.err, AllOf(HasSubstr("[Chattering]"), HasSubstr("time events without progress")));
}

TEST_P(Cascades, TheEquationThatShrinksTheStepIsNamed) {
  EXPECT_THAT(Fail("Pole", "1e-6").err, AllOf(HasSubstr("t = 1"), HasSubstr("der(x) = 1"), HasSubstr("Cascades.mo:")));
  EXPECT_THAT(Fail("Escape", "1e-6").err, AllOf(HasSubstr("stopped at t = "), HasSubstr("state       x"),
                                                HasSubstr("der(x) = x^2"), HasSubstr("hint: ")));
}

INSTANTIATE_TEST_SUITE_P(Solvers, Cascades, testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
