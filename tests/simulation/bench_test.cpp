// SPDX-License-Identifier: BSD-3-Clause
// The problems of models/Bench against end states that independent solvers (explicit solutions inside each mode, Taylor
// series with isolated roots) agree on to all the digits written here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class Bench : public WithEverySolver {};

TEST_P(Bench, P1TurnsAroundWithoutSticking) {
  const Table table = Simulate("Bench.P1").table;
  EXPECT_TRUE(IsNear(table.Last("x"), 0.0110906226312, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("v"), -0.169928050199, 1e-6));
  ExpectEnergyBalance(table);
}

TEST_P(Bench, P1bSticksInEachHalfPeriod) {
  const Table table = Simulate("Bench.P1b").table;
  EXPECT_NEAR(table.Last("x"), 0, 1e-6);
  EXPECT_NEAR(table.Last("v"), 0, 1e-6);
  ExpectEnergyBalance(table);
}

TEST_P(Bench, P2SticksAndSlips) {
  const Table table = Simulate("Bench.P2").table;
  const double bound = Uses("ida") ? 5e-6 : 1e-6;
  EXPECT_TRUE(IsNear(table.Last("mass.s"), 1.97953737395, bound));
  EXPECT_TRUE(IsNear(table.Last("mass.v"), 0.139412505672, bound));
  ExpectEnergyBalance(table);
}

/// However coarse the steps are inside which it comes to rest.
TEST_P(Bench, WhatSticksStandsStill) {
  for (const char* tolerance : {"1e-3", "1e-4", "1e-5"}) {
    for (const char* interval : {"0.01", "0.1", "1"}) {
      const Table table = Simulate("Bench.StickSlip", {"--tolerance", tolerance, "--interval", interval}).table;
      const std::vector<double>&locked = table.Column("floor.locked"), &speed = table.Column("mass.v");
      for (std::size_t i = 1; i < locked.size(); ++i) {
        if (locked[i - 1] == 0 || locked[i] == 0) continue;
        ASSERT_EQ(speed[i], 0) << "t = " << table.Time()[i] << ", " << tolerance << ", " << interval;
      }
      EXPECT_GT(std::ranges::count(locked, 1), 10);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, Bench, ::testing::ValuesIn(kSolvers), NameOfSolver);

struct ChainEnd {
  const char* model;
  double x1, v1, sum_x, sum_v2;
};

class Chain : public ::testing::TestWithParam<ChainEnd> {};

TEST_P(Chain, EndState) {
  const ChainEnd& end = GetParam();
  const TemporaryDirectory directory;
  const std::string signals = directory.File("signals.txt");
  FILE* file = std::fopen(signals.c_str(), "w");
  ASSERT_NE(file, nullptr);
  std::fputs("chain.mass[1].s\nchain.mass[1].v\nsumX\nsumV2\nwork\nheat\nenergy\nenergyError\n", file);
  std::fclose(file);
  const Table table = Simulate(end.model, {"--signals", signals}).table;
  EXPECT_TRUE(IsNear(table.Last("chain.mass[1].s"), end.x1, 1e-4));
  EXPECT_TRUE(IsNear(table.Last("chain.mass[1].v"), end.v1, 1e-4));
  EXPECT_TRUE(IsNear(table.Last("sumX"), end.sum_x, 1e-4));
  EXPECT_TRUE(IsNear(table.Last("sumV2"), end.sum_v2, 1e-4));
  ExpectEnergyBalance(table);
}

INSTANTIATE_TEST_SUITE_P(
    Bench, Chain,
    ::testing::Values(ChainEnd{"Bench.P3", 0.0197787101095, 0.161947405988, 0.416740196968, 0.700259269236},
                      ChainEnd{"Bench.P3N100", -0.273530969869, -0.0181088467784, -2.01900819403, 32.5326569855}),
    [](const auto& end) { return std::string(end.param.model).substr(6); });

/// Reference: asynchronous Taylor series at 1e-13, agreed by two other methods.
TEST(Bench, TheShakenChain) {
  const Table table = Simulate("Bench.SSN").table;
  EXPECT_NEAR(table.Last("mass[1].s"), -0.276919, 1e-6);
  EXPECT_NEAR(table.Last("mass[2].s"), 0.176220, 1e-6);
}

/// The models that race against hand-written programs: the same problems without accounts, at the tolerance of a race.
struct RaceEnd {
  const char* model;
  const char* signal;
  double value;
};

class Race : public ::testing::TestWithParam<RaceEnd> {};

TEST_P(Race, HoldsTheStatesOfTheProgramsAndEndsAlike) {
  const RaceEnd& end = GetParam();
  const Simulation simulation = Simulate(end.model, {"--tolerance", "1e-6"});
  EXPECT_NEAR(simulation.table.Last(end.signal), end.value, 3e-6);
  const int states = simulation.report["states"].get<int>();
  EXPECT_EQ(states, std::string(end.model).starts_with("Bench.Race.P3") ? 20
                    : std::string(end.model) == "Bench.Race.SSN"        ? 40
                                                                        : 2);
}

INSTANTIATE_TEST_SUITE_P(Bench, Race,
                         ::testing::Values(RaceEnd{"Bench.Race.P1", "x", 0.0110906226312},
                                           RaceEnd{"Bench.Race.P1b", "x", 0},
                                           RaceEnd{"Bench.Race.P2", "mass.s", 1.97953737395},
                                           RaceEnd{"Bench.Race.P3", "sumX", 0.416740196968},
                                           RaceEnd{"Bench.Race.P3Plain", "x[1]", 0.0197787101095},
                                           RaceEnd{"Bench.Race.SSN", "mass[1].s", -0.276919}),
                         [](const auto& end) { return std::string(end.param.model).substr(11); });

/// A block is looked at where it moves, whatever the words: what all blocks read, such as -f0, couples none of them.
TEST(PlainText, SolvesWhatComponentsDo) {
  const std::vector<std::string> arguments{"--set", "n=20", "--tolerance", "1e-6"};
  const auto solves = [&](const char* model) {
    return Simulate(model, arguments).report["mixed"]["solves"].get<int>();
  };
  EXPECT_EQ(solves("Bench.Race.P3Plain"), solves("Bench.Race.P3"));
}

/// Crossings of `level` upwards in a column.
std::vector<double> Rises(const Table& table, const std::string& name, double level) {
  const std::vector<double>& value = table.Column(name);
  const std::vector<double>& time = table.Time();
  std::vector<double> rises;
  for (std::size_t i = 1; i < value.size(); ++i) {
    if (value[i - 1] > level || value[i] <= level) continue;
    const double part = (level - value[i - 1]) / (value[i] - value[i - 1]);
    rises.push_back(time[i - 1] + part * (time[i] - time[i - 1]));
  }
  return rises;
}

// E1 and E2: the period of stick-slip with friction that sticks and slides, and with elastic friction. The stop times
// hold five periods.
TEST(Bench, StickSlipOnTheStribeckCurve) {
  const Simulation simulation = Simulate("Bench.StickSlip");
  const Table& table = simulation.table;
  EXPECT_LT(simulation.report["steps"].get<int>(), 500);
  EXPECT_EQ(simulation.report["method"], "taylor");  // a curve that falls steeply is not stiff
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("floor.locked", 0), 7.5, 1e-9));
  const std::vector<double> slips = Rises(table, "mass.v", 0.01);
  ASSERT_GE(slips.size(), 4U);
  EXPECT_NEAR(slips[3] - slips[2], 6.512285, 1e-4 * 6.5);
}

TEST(Bench, StickSlipOfElasticBristles) {
  const Simulation simulation = Simulate("Bench.StickSlipElastic");
  const std::vector<double> slips = Rises(simulation.table, "mass.v", 0.01);
  ASSERT_GE(slips.size(), 5U);
  EXPECT_NEAR(slips[0], 7.4582, 2e-3);
  EXPECT_NEAR(slips[4] - slips[3], 6.3626, 1e-4 * 6.4);
  EXPECT_NE(simulation.report["method"].get<std::string>().find("rodas from"), std::string::npos);  // it is stiff
}

}  // namespace
}  // namespace stiction::test
