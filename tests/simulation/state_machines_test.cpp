// SPDX-License-Identifier: BSD-3-Clause
// State machines (MLS 17): what each is at each tick follows by hand.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class StateMachines : public WithEverySolver {};

using Values = std::vector<double>;

/// The values from the tick `first` of a clock of 0.1 s on.
Values AtTicks(const Table& table, const std::string& name, size_t first, size_t count) {
  Values values;
  for (size_t k = first; k < first + count; ++k) values.push_back(table.At(name, 0.1 * static_cast<double>(k) + 0.04));
  return values;
}

TEST_P(StateMachines, DelayedAndImmediateTransitions) {
  const Table table = Simulate("LanguageTour.PressCycle").table;
  // It waits for three ticks. A delayed transition lets one more stroke pass, the open guard stops it at once.
  EXPECT_EQ(AtTicks(table, "position", 0, 31),
            (Values{0, 0, 0, 2, 4, 6, 8, 5, 2, -1, -1, -1, -1, 1, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 2, 4, 4, 4, 4, 1, -2}));
  EXPECT_EQ(AtTicks(table, "wait.n", 9, 5), (Values{3, 1, 2, 3, 3})) << "reset as it begins anew";
  EXPECT_EQ(AtTicks(table, "jam.n", 14, 16), (Values{0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 6, 7, 8, 8}));
  EXPECT_EQ(table.Last("strokes"), 3);
  EXPECT_EQ(table.Last("watch.n"), 4 + 2 + 2) << "the machine beside it runs all the time";
}

TEST_P(StateMachines, TicksAndTimeInState) {
  const Table table = Simulate("LanguageTour.PressCycle").table;
  // After two tenths of a second a transition of the state to itself counts from 1 again.
  EXPECT_EQ(AtTicks(table, "jam.since", 15, 5), (Values{1, 2, 1, 2, 1}));
  EXPECT_EQ(AtTicks(table, "jam.since", 26, 3), (Values{1, 2, 1}));
  EXPECT_EQ(AtTicks(table, "activeState(jam)", 14, 7), (Values{0, 1, 1, 1, 1, 1, 0}));
}

TEST_P(StateMachines, ParallelMachinesInAStateAreLeftTogether) {
  const Table table = Simulate("LanguageTour.StationCycle").table;
  EXPECT_EQ(AtTicks(table, "x", 0, 28),
            (Values{2, 4, 6, 5, 4, 3, 2, 1, 0, 0, 2, 4, 6, 5, 4, 3, 2, 1, 0, 0, 0, 5, 10, 15, 20, 22, 21, 20}));
  EXPECT_EQ(AtTicks(table, "work.lap", 8, 2), (Values{0, 1}));
  EXPECT_EQ(AtTicks(table, "work.lap", 18, 8), (Values{1, 2, 2, 2, 2, 2, 2, 0})) << "reset with the state";
  // Both machines have ended at tick 20; what synchronizes fires one tick later, as it is delayed.
  EXPECT_EQ(AtTicks(table, "activeState(work)", 19, 7), (Values{1, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(AtTicks(table, "work.x", 20, 6), (Values{0, 0, 0, 0, 0, 22})) << "what is not active keeps its values";
  EXPECT_EQ(table.At("ticks", 2.44), 25) << "no state, no rest";
}

TEST_P(StateMachines, ResetReachesStatesWhenTheyBecomeActive) {
  const Table table = Simulate("LanguageTour.StationCycle").table;
  EXPECT_EQ(AtTicks(table, "work.after.n", 7, 7), (Values{0, 1, 2, 3, 4, 5, 5}));
  // The second round begins at tick 25; eight ticks later the count, which no transition resets, is reset by that.
  EXPECT_EQ(AtTicks(table, "work.after.n", 25, 14), (Values{5, 5, 5, 5, 5, 5, 5, 5, 1, 2, 3, 4, 5, 5}));
  EXPECT_EQ(AtTicks(table, "work.read.highest", 23, 3), (Values{6, 6, 22}));
  EXPECT_EQ(AtTicks(table, "x", 46, 5), (Values{1, 0, 0, 2, 4})) << "22 - 1 each tick, and a lap";
}

TEST_P(StateMachines, OutputsOfStatesAreOneSignal) {
  const Table table = Simulate("LanguageTour.StateSignals").table;
  const std::vector<double> up{1, 1.2, 1.4, 1.6}, down{5, 4.9, 4.8};
  for (size_t k = 0; k < 20; ++k) {
    const double t = 0.1 * static_cast<double>(k) + 0.04;
    // Four ticks up, two of pause, three down, where it begins anew; then one tick up from where it was.
    const size_t in_round = k < 4 ? k : k < 9 ? k : (k - 9) % 6 + 9;
    const double risen = k < 4 ? up[k] : k < 9 ? 1.6 : k < 15 ? 1.8 : 2.0;
    const bool is_down = (in_round >= 6 && in_round < 9) || in_round >= 12;
    const bool is_pause = in_round == 4 || in_round == 5 || in_round == 10 || in_round == 11;
    const double fallen = is_down ? down[in_round < 9 ? in_round - 6 : in_round - 12] : 0;
    EXPECT_NEAR(table.At("result", t), 10 * (is_down ? fallen : risen), 1e-9) << k;
    EXPECT_EQ(table.At("report.phase", t), is_pause ? 2 : is_down ? 3 : 1) << k;
    EXPECT_NEAR(table.At("report.values[2]", t), is_pause ? 0 : 2 * (is_down ? fallen : risen), 1e-9) << k;
  }
  EXPECT_EQ(AtTicks(table, "pause.n", 3, 8), (Values{0, 1, 2, 2, 2, 2, 2, 1})) << "assigned by an algorithm, and reset";
}

TEST_P(StateMachines, StatesInAnArray) {
  const Table table = Simulate("LanguageTour.StateSignals").table;
  EXPECT_EQ(AtTicks(table, "ring[1].place", 0, 20),
            (Values{1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3}));
  EXPECT_EQ(AtTicks(table, "ring[2].place", 0, 20),
            (Values{1, 2, 2, 3, 3, 3, 1, 2, 2, 3, 3, 3, 1, 2, 2, 3, 3, 3, 3, 3}));
}

Table Solve(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath("tests/simulation/models/StateMachines.mo"));
  return Simulate("StateMachines." + model, arguments).table;
}

TEST_P(StateMachines, WithoutAResetAStateGoesOnWhereItWas) {
  const Table table = Solve("History");
  // Three ticks of turns, two of rest. The transition that was to fire as turns was left fires as that goes on.
  EXPECT_EQ(AtTicks(table, "activeState(turns)", 0, 13), (Values{1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1}));
  EXPECT_EQ(AtTicks(table, "turns.a.n", 0, 13), (Values{1, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 1}));
  EXPECT_EQ(AtTicks(table, "turns.b.n", 0, 13), (Values{0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 1, 2, 2}));
  EXPECT_EQ(AtTicks(table, "rest.n", 2, 8), (Values{0, 1, 2, 2, 2, 2, 1, 2}));
  // An interruption by a transition of the state around counts, too.
  EXPECT_EQ(table.At("turns.b.since", 0.54), 1);
}

TEST_P(StateMachines, AnImmediateTransitionWaitsForFinalStates) {
  const Table table = Solve("Synchronized");
  EXPECT_EQ(AtTicks(table, "activeState(work.done)", 0, 9), (Values{0, 0, 1, 0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(AtTicks(table, "activeState(rest)", 0, 9), (Values{0, 0, 0, 1, 1, 0, 0, 0, 1}));
  EXPECT_EQ(AtTicks(table, "work.c.n", 0, 9), (Values{1, 2, 2, 2, 2, 1, 2, 2, 2}));
}

TEST_P(StateMachines, ASelfTransitionResetsAllInTheState) {
  const Table table = Solve("SelfTransition");
  EXPECT_EQ(AtTicks(table, "around.c.n", 0, 8), (Values{1, 2, 3, 1, 2, 3, 1, 2}));
  EXPECT_EQ(AtTicks(table, "around.c.since", 0, 8), (Values{1, 2, 3, 1, 2, 3, 1, 2}));
  for (size_t k = 0; k < 8; ++k) {
    const double x = 2 + 0.1 * static_cast<double>(k % 3);
    EXPECT_NEAR(table.At("around.x", 0.1 * static_cast<double>(k) + 0.04), x, 1e-12) << k;
  }
}

TEST_P(StateMachines, TheSmallerPriorityFires) {
  const Table delayed = Solve("Priorities");
  EXPECT_EQ(delayed.Last("activeState(b)"), 1);
  const Table immediate = Solve("Priorities", {"--set", "ofDelayed=3"});
  EXPECT_EQ(immediate.Last("activeState(c)"), 1);
  const Table third = Solve("Priorities", {"--set", "hasThird=true"});
  EXPECT_EQ(third.At("activeState(a)", 0.04), 1) << "a state is active for at least one tick";
  EXPECT_EQ(third.At("activeState(d)", 0.14), 1);
}

TEST_P(StateMachines, LoopsThroughStates) {
  const Table table = Solve("Loops");
  for (size_t k = 0; k < 8; ++k) {
    const double w = 0.1 * static_cast<double>(k), t = w + 0.04;
    // r = (w - r)/2, then r = 3 (w + r)/4
    const double r = k < 4 ? w / 3 : 3 * w;
    EXPECT_NEAR(table.At("r", t), r, 1e-9) << k;
    EXPECT_NEAR(table.At("a.y", t), k < 4 ? r : 0.1, 1e-9) << k;
    EXPECT_NEAR(table.At("a.u", t), w - r, 1e-9) << "an equation outside of the state holds all the time";
  }
}

TEST_P(StateMachines, AWhenEquationInAState) {
  const Table table = Solve("WhenInState");
  // The condition becomes true at ticks 3, 8 and 13; at tick 8 the state rests.
  EXPECT_EQ(AtTicks(table, "watch.hits", 0, 16), (Values{0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(table.Last("watch.last"), 4);
}

INSTANTIATE_TEST_SUITE_P(Solvers, StateMachines, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
