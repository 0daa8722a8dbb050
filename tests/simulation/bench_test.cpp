// The problems of models/Bench against end states that independent solvers (explicit solutions inside each mode, Taylor
// series with isolated roots) agree on to all the digits written here.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

TEST(Bench, P1TurnsAroundWithoutSticking) {
  const Table table = Simulate("Bench.P1").table;
  EXPECT_TRUE(IsNear(table.Last("x"), 0.0110906226312, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("v"), -0.169928050199, 1e-6));
  ExpectEnergyBalance(table);
}

TEST(Bench, P1bSticksInEachHalfPeriod) {
  const Table table = Simulate("Bench.P1b").table;
  EXPECT_NEAR(table.Last("x"), 0, 1e-6);
  EXPECT_NEAR(table.Last("v"), 0, 1e-6);
  ExpectEnergyBalance(table);
}

TEST(Bench, P2SticksAndSlips) {
  const Table table = Simulate("Bench.P2").table;
  EXPECT_TRUE(IsNear(table.Last("mass.s"), 1.97953737395, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("mass.v"), 0.139412505672, 1e-6));
  ExpectEnergyBalance(table);
}

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

}  // namespace
}  // namespace stiction::test
