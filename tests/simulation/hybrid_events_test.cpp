// SPDX-License-Identifier: BSD-3-Clause
// Events that coincide, that lie at the start and at the stop time, and what they trigger in the same instant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class HybridEvents : public WithEverySolver {};

using ::testing::AllOf;
using ::testing::HasSubstr;

const char* const kFile = "tests/simulation/models/HybridEvents.mo";

Simulation SolveEvents(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath(kFile));
  return Simulate("HybridEvents." + model, arguments);
}

TEST_P(HybridEvents, WhenEquationsAndContinuousOnesAreSolvedTogether) {
  const Table table = SolveEvents("CoupledWhen").table;
  double u = 0, i = 0;
  std::size_t ticks = 0;
  for (std::size_t k = 1; k < table.Time().size(); ++k) {
    const double t = table.Time()[k];
    EXPECT_NEAR(table.Column("x")[k] + table.Column("y")[k], 5, 1e-9);
    EXPECT_NEAR(table.Column("w")[k], 1 + 0.1 * table.Column("u")[k], 1e-9);
    if (table.Column("u")[k] == table.Column("u")[k - 1]) continue;
    ++ticks;
    // i = pre(i) - u/10, u = 4 - u/5 + i
    u = (4 + i) / 1.3;
    i -= u / 10;
    EXPECT_NEAR(table.Column("u")[k], u, 1e-9) << t;
    EXPECT_NEAR(table.Column("i")[k], i, 1e-9) << t;
  }
  EXPECT_EQ(ticks, 5);
  // y = 3 - t at the events; the root of a^2/10 + a = 3 near to the start
  EXPECT_NEAR(table.Last("y"), 2, 1e-9);
  EXPECT_NEAR(table.Last("a"), std::sqrt(55.0) - 5, 1e-9);
  EXPECT_EQ(table.Last("low"), 0);
}

// While the switch is closed the condition of quenching has no effect. When it opens, being quenched satisfies the
// equations as well, but only with both sides of the condition equal: it is not the branch that the element is in.
TEST_P(HybridEvents, AGateThatOpensLeavesTheElementInItsBranch) {
  for (const char* const model : {"Named", "Direct", "Remembered"}) {
    SCOPED_TRACE(model);
    const std::string file = SourcePath("tests/simulation/models/ArcSwitches.mo");
    const Table table = Simulate("ArcSwitches." + std::string(model), {file, "--stop-time", "2"}).table;
    EXPECT_EQ(table.Last("quenched"), 0);
    EXPECT_NEAR(table.Last("v"), 30, 1e-9);
    EXPECT_NEAR(table.Last("i"), 50 * std::exp(-1e-5 / 2) - 30.0 / 2, 1e-5);
  }
}

TEST_P(HybridEvents, AtTheStartAndAtTheStopTime) {
  const Table table = SolveEvents("AtTheEnds").table;
  EXPECT_EQ(table.First("starts"), 1);
  EXPECT_EQ(table.Last("starts"), 1);
  // True from the start on: it never becomes true.
  EXPECT_EQ(table.Last("begun"), 0);
  EXPECT_EQ(table.First("ticks"), 1);
  EXPECT_EQ(table.Last("ticks"), 5);
  EXPECT_EQ(table.Last("late"), 1);
  EXPECT_EQ(table.Last("ended"), 1);
  EXPECT_EQ(table.First("ended"), 0);
}

TEST_P(HybridEvents, ATickATimeEventAndTwoStateEventsCoincide) {
  const Table table = SolveEvents("Coincidence").table;
  EXPECT_EQ(table.Last("ticks"), 6);
  for (const char* name : {"rises", "falls", "late"}) {
    EXPECT_EQ(table.Last(name), 1) << name;
    // A relation that is all but tied at an event flips only once it is beyond its zone (docs/decisions/0005).
    EXPECT_NEAR(table.TimeOfChangeTo(name, 1), 1, 2e-10) << name;
  }
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    ASSERT_FALSE(table.Column("above")[i] == 1 && table.Column("below")[i] == 1);
  }
}

TEST_P(HybridEvents, AChainOfChangesRunsInOneInstant) {
  const Simulation simulation = SolveEvents("Chain");
  EXPECT_EQ(simulation.table.Last("secondTime"), 1);
  EXPECT_EQ(simulation.table.Last("thirdTime"), 1);
  EXPECT_EQ(simulation.table.Last("edges"), 1);
  EXPECT_EQ(simulation.report["events"]["time"], 1);
}

TEST_P(HybridEvents, ALoopOfDiscreteVariablesWithSeveralSolutionsSaysSoOnce) {
  for (const char* model : {"LatchOfGates", "IntegerLoop"}) {
    const Simulation simulation = SolveEvents(model);
    ASSERT_EQ(simulation.report["notes"].size(), 1U) << model;
    EXPECT_THAT(simulation.report["notes"][0].get<std::string>(),
                HasSubstr("several values of the discrete variables"));
  }
  EXPECT_EQ(SolveEvents("IntegerLoop").table.First("n"), 0);
  const Simulation determined = SolveEvents("DeterminedLoop");
  EXPECT_EQ(determined.table.Last("a"), 1);
  EXPECT_EQ(determined.report["notes"].size(), 0U);
}

TEST_P(HybridEvents, ReinitsReadWhatWasBefore) {
  const Table table = SolveEvents("Exchange").table;
  EXPECT_NEAR(table.Last("x"), -1 + 1, 1e-12);
  EXPECT_NEAR(table.Last("y"), 2 + 2, 1e-12);
}

// The time at which infinitely many impacts end, as the message tells it; docs/decisions/0009.
double TimeOfAccumulation(const std::string& message) {
  const std::string before = "infinitely many of them end at t = ";
  const std::size_t at = message.find(before);
  EXPECT_NE(at, std::string::npos) << message;
  return at == std::string::npos ? 0 : std::stod(message.substr(at + before.size()));
}

// A one-step method takes a parabola in one step, whatever the tolerance; ida restarts at order 1 after each bounce.
TEST_P(HybridEvents, AccumulatingBouncesAreToldInTime) {
  for (const char* tolerance : {"1e-8", "1e-4"}) {
    const bool is_loose = tolerance == std::string("1e-4");
    if (is_loose && Uses("ida")) continue;  // its error is that of the tolerance
    const CommandResult result =
        SimulateExpectingFailure(kFile, {"-m", "HybridEvents.Bouncing", "--tolerance", tolerance});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.err, AllOf(HasSubstr("[Chattering]"), HasSubstr("h < 0"), HasSubstr("HybridEvents.mo:"),
                                  HasSubstr("hint: ")));
    const double bound = Uses("ida") ? 1e-5 : is_loose ? 1e-7 : 1e-8;
    EXPECT_TRUE(IsNear(TimeOfAccumulation(result.err), 1.35457092296, bound)) << result.err;
  }
}

// A ball that keeps little of its speed disappears in the zone of `h < 0` after few impacts: told before it does.
TEST_P(HybridEvents, FewBouncesThatAccumulateAreToldToo) {
  const double bound = Uses("ida") ? 1e-5 : 1e-7;
  for (const double e : {0.9, 0.3, 0.1, 0.05, 0.02, 0.01}) {
    const CommandResult result = SimulateExpectingFailure(
        "models/ReferenceProblems/BouncingBall.mo",
        {"-m", "ReferenceProblems.BouncingBall", "--set", "e=" + std::to_string(e), "--stop-time", "20"});
    EXPECT_EQ(result.exit_code, 3) << e;
    EXPECT_TRUE(IsNear(TimeOfAccumulation(result.err), std::sqrt(2 / 9.81) * (1 + e) / (1 - e), bound)) << e;
  }
}

TEST_P(HybridEvents, HeldIntegerPartsOverARamp) {
  const Table table = SolveEvents("Steps").table;
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    const double x = table.Column("x")[i];
    const double nearest = std::round(x * 10) / 10;
    if (std::fabs(x - nearest) < 1e-9) continue;  // at an event both limits are right
    ASSERT_EQ(table.Column("down")[i], std::floor(x)) << x;
    ASSERT_EQ(table.Column("up")[i], std::ceil(x)) << x;
    ASSERT_EQ(table.Column("cut")[i], std::floor(x)) << x;
    ASSERT_EQ(table.Column("quotient")[i], std::trunc(x / 0.5)) << x;
    ASSERT_NEAR(table.Column("rest")[i], x - 0.7 * std::floor(x / 0.7), 1e-12) << x;
    ASSERT_NEAR(table.Column("remainder")[i], x - 0.7 * std::trunc(x / 0.7), 1e-12) << x;
  }
  EXPECT_TRUE(IsNear(table.Last("sumDown"), -2.5, 1e-10));
}

TEST_P(HybridEvents, AGuardedRootEndsAtZero) {
  const Table table = SolveEvents("Guarded").table;
  EXPECT_NEAR(table.At("level", 1), 0.25, 1e-7);
  EXPECT_NEAR(table.Last("level"), 0, 1e-6);
}

TEST_P(HybridEvents, StrictAndLooseTimeRelations) {
  const Table table = SolveEvents("StrictAndNot").table;
  EXPECT_NEAR(table.Last("x"), 1, 1e-12);
  for (const char* name : {"strict", "loose"}) EXPECT_EQ(table.TimeOfChangeTo(name, 1), 1) << name;
  for (const char* name : {"before", "upTo"}) EXPECT_EQ(table.TimeOfChangeTo(name, 0), 1) << name;
}

TEST_P(HybridEvents, ANonlinearLoopWithASwitch) {
  const Table table = SolveEvents("NonlinearLoop").table;
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    const double x = table.Column("x")[i];
    const double y = table.Column("y")[i];
    ASSERT_NEAR(y + std::exp(y) + std::max(y - 1, 0.0), 3 * x + 1, 1e-10);
  }
}

// The same events and end values from each method and form; a tolerance ten times smaller makes the error smaller.
class Methods : public WithEverySolver {
 protected:
  static Simulation Solve(const std::string& model, const char* tolerance) {
    return Simulate(model, {"--tolerance", tolerance});
  }
};

TEST_P(Methods, TheErrorFollowsTheTolerance) {
  struct End {
    const char* tolerance;
    double bound;
  };
  for (const End& end : {End{"1e-6", 1e-4}, End{"1e-8", 2e-6}, End{"1e-10", 5e-8}}) {
    const Simulation oscillator = Solve("ReferenceProblems.CoulombOscillator", end.tolerance);
    EXPECT_NEAR(oscillator.table.Last("mass.s"), -0.005, 0.105 * end.bound) << end.tolerance;
    EXPECT_EQ(oscillator.report["events"]["state"], 6) << end.tolerance;
    const Simulation pulled = Solve("Bench.P2", end.tolerance);
    EXPECT_TRUE(IsNear(pulled.table.Last("mass.s"), 1.97953737395, end.bound)) << end.tolerance;
    EXPECT_EQ(pulled.report["events"]["state"], 63) << end.tolerance;  // 32 break-aways, 31 stops
  }
}

// The integrals of sqrt(x) and log(x) from 1 to 0 are 2/3 and -1; the event lies where neither can be passed.
TEST_P(HybridEvents, ABranchIsNotComputedBeyondTheEventThatEndsIt) {
  const Simulation simulation = SolveEvents("BranchesThatEnd");
  const Table& table = simulation.table;
  EXPECT_EQ(simulation.report["events"]["state"], 1);
  double greatest = 0;
  for (const double value : table.Column("root")) greatest = std::max(greatest, value);
  EXPECT_NEAR(greatest, 2.0 / 3, 1e-7);
  EXPECT_NEAR(table.Last("root"), 0, 1e-6);
  EXPECT_NEAR(table.Last("logarithm"), -1, 1e-7);
}

// The integral of sin(t)^2 over a period. At t = 0 all diodes may conduct, which contradicts itself a moment later.
TEST_P(Methods, AModeThatHoldsForAnInstantIsLeft) {
  for (const char* model : {"TwoDiodes", "Bridge"}) {
    const Simulation simulation = SolveEvents(model, {"--log", "events"});
    EXPECT_NEAR(simulation.table.Last("x"), std::acos(-1.0), 1e-7) << model;
    EXPECT_EQ(simulation.report.at("events").at("state"), 2) << model;
    const nlohmann::json& log = simulation.report.at("events").at("log");
    EXPECT_EQ(log.at(1).at("kind"), "instant") << model;
    EXPECT_LT(log.at(1).at("time").get<double>(), 1e-9) << model;
  }
  // One that has no other mode is not.
  const CommandResult failed = SimulateExpectingFailure(kFile, {"-m", "HybridEvents.ShortCircuit"});
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_THAT(failed.err, HasSubstr("simulation stopped at t = "));
}

// One whose next bounce is lower than the zone, whatever the tolerance, is told when it is through the floor.
TEST_P(Methods, ABounceTooLowToBeSeenIsTold) {
  size_t run = 0;
  for (const char* tolerance : {"1e-4", "1e-6", "1e-8"}) {
    for (const char* e : {"1e-6", "0.001", "0.03", "0.1", "0.15"}) {
      if (!IsInSlice(run++)) continue;
      const CommandResult result =
          SimulateExpectingFailure("models/ReferenceProblems/BouncingBall.mo",
                                   {"-m", "ReferenceProblems.BouncingBall", "--set", std::string("e=") + e,
                                    "--stop-time", "3", "--tolerance", tolerance});
      EXPECT_EQ(result.exit_code, 3) << e << " " << tolerance;
      EXPECT_THAT(result.err, AllOf(HasSubstr("[Chattering]"), HasSubstr("events accumulate"), HasSubstr("h < 0.0")));
    }
  }
}

// Exactly at its limit all the time, the second clutch makes no event.
TEST_P(Methods, AnElementAtItsLimitDoesNotChatter) {
  for (const char* tolerance : {"1e-5", "1e-8", "1e-10"}) {
    EXPECT_EQ(Solve("ReferenceProblems.ThreeInertias", tolerance).report["events"]["state"], 1) << tolerance;
    EXPECT_EQ(Solve("ReferenceProblems.GrazingForce", tolerance).report["events"]["state"], 0) << tolerance;
  }
}

TEST_P(Methods, WhatIsHeldStaysTheSameToTheLastBit) {
  const Table table = Solve("ReferenceProblems.DayLongHold", "1e-8").table;
  for (std::size_t i = 0; i < table.Time().size() && table.Time()[i] < 86401; ++i)
    ASSERT_EQ(table.Column("x")[i], 0.1234567890123) << "at " << table.Time()[i];
}

// What a relation has brought to rest at v = 0 has no speed left, not even a rounding error (docs/decisions/0008).
TEST_P(Methods, WhatLocksComesToRestExactly) {
  struct Rest {
    const char* model;
    const char* speed;
    const char* position;
    double from, to;
  };
  for (const Rest& rest :
       {Rest{"StoppingBlock", "v", "x", 1.1, 2}, Rest{"HoldAfterSlide", "v", "x", 3, 86400},
        Rest{"CoulombOscillator", "mass.v", "mass.s", 1.6, 2}, Rest{"BrakedShaft", "shaft.w", "shaft.phi", 1.6, 2.4}}) {
    const Table table = Solve(std::string("ReferenceProblems.") + rest.model, "1e-8").table;
    const double position = table.At(rest.position, rest.from);
    for (std::size_t i = 0; i < table.Time().size(); ++i) {
      if (table.Time()[i] < rest.from || table.Time()[i] > rest.to) continue;
      ASSERT_EQ(table.Column(rest.speed)[i], 0) << rest.model << " at " << table.Time()[i];
      ASSERT_EQ(table.Column(rest.position)[i], position) << rest.model << " at " << table.Time()[i];
    }
  }
}

// How the last events of a relation went does not decide how the next one goes.
TEST_P(HybridEvents, WhatHasRestedAtItsTieMayPassItTheNextTime) {
  const Table table = SolveEvents("PassesAfterRests").table;
  EXPECT_EQ(table.At("v", 3), 0);
  EXPECT_EQ(table.At("v", 6), 0);
  EXPECT_NEAR(table.Last("v"), -0.578924, 1e-5);
}

// In a long step the terms of its series are far larger than the wave.
TEST(HybridEventsOfTaylor, NoCrestOfAFastWaveIsMissed) {
  for (const char* tolerance : {"1e-3", "1e-4", "1e-6"}) {
    EXPECT_EQ(SolveEvents("Crests", {"--solver", "taylor", "--tolerance", tolerance}).table.Last("crests"), 32)
        << tolerance;
  }
}

INSTANTIATE_TEST_SUITE_P(HybridEvents, Methods, ::testing::ValuesIn(kSolvers), NameOfSolver);

INSTANTIATE_TEST_SUITE_P(Solvers, HybridEvents, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
