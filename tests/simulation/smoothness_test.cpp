// SPDX-License-Identifier: BSD-3-Clause
// What a series about a point far away does not tell: functions that are flat there and bend elsewhere, roots that end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class Smoothness : public WithEverySolver {};

const char* const kFile = "tests/simulation/models/Smoothness.mo";

Table Solve(const std::string& model, const std::string& stop_time, const std::string& intervals = "500") {
  return Simulate("Smoothness." + model,
                  {SourcePath(kFile), "--stop-time", stop_time, "--intervals", intervals, "--tolerance", "1e-9"})
      .table;
}

TEST_P(Smoothness, ATankRunsEmpty) {
  for (const char* intervals : {"500", "7"}) {
    const Table table = Solve("Tank", "8", intervals);
    EXPECT_NEAR(table.Last("h"), 0, 1e-9) << intervals;
    EXPECT_NEAR(table.Last("der(h)"), 0, 1e-4) << intervals;
    EXPECT_NEAR(table.At("h", 8.0 / 7), std::pow(1 - 4.0 / 7, 2), intervals == std::string("7") ? 1e-7 : 1e-4);
  }
}

// From 1 to 0 it takes 2 (1 - 0.3 ln(13/3)).
TEST_P(Smoothness, ABranchEndsWhereItCannotBeComputed) {
  const double empty = 2 * (1 - 0.3 * std::log(1.3 / 0.3));
  for (const char* intervals : {"500", "20", "7"}) {
    EXPECT_NEAR(Solve("Leak", "3", intervals).Last("h"), -0.3 * (3 - empty), 1e-6) << intervals;
  }
}

// The time is the integral of 1 / (1 + exp(-(v / 1e-3)^2) / 2) over the speed.
TEST_P(Smoothness, FrictionRisesShortlyBeforeTheStop) {
  double loss = 0;  // of time, against friction of 1: Simpson's rule
  constexpr int kParts = 2000;
  for (int i = 0; i <= kParts; ++i) {
    const double u = 8.0 * i / kParts, bump = 0.5 * std::exp(-u * u);
    loss += (i == 0 || i == kParts ? 1 : i % 2 == 1 ? 4 : 2) * bump / (1 + bump);
  }
  loss *= 1e-3 * 8.0 / kParts / 3;
  const Table table = Solve("Stribeck", "2");
  EXPECT_NEAR(table.Last("v"), 0, 1e-9);
  // While it is fast it is v = 1 - t; what it loses of the way is second order.
  double stop = 0;
  for (std::size_t i = 0; i < table.Time().size() && stop == 0; ++i) {
    if (table.Column("v")[i] <= 1e-9) stop = table.Time()[i];
  }
  EXPECT_NEAR(stop, 1 - loss, 1e-6);
}

// dx/dv = -v coth(1e4 v).
TEST_P(Smoothness, SteepFrictionBringsToRest) {
  if (Uses("dopri5")) GTEST_SKIP() << "stiff";
  const Table table = Solve("Regularised", "3");
  EXPECT_NEAR(table.Last("v"), 0, 1e-7);
  // The integral of v (coth(1e4 v) - 1) = pi^2 / 24 / 1e8.
  EXPECT_NEAR(table.Last("x"), 0.5 + std::pow(std::acos(-1.0), 2) / 24 / 1e8, 1e-8);
}

// The speed at which creeping ends is far smaller than the errors of the integration: each block passes it as often as
// with a tight tolerance.
TEST_P(Smoothness, ANarrowKinkIsPassedAtLooseTolerances) {
  if (Uses("dopri5")) GTEST_SKIP() << "stiff";
  const auto solve = [](const char* tolerance) {
    return Simulate("FrictionGallery.Chains.OfLinearRegion",
                    {"--set", "n=5", "--stop-time", "20", "--interval", "1", "--tolerance", tolerance});
  };
  const Simulation tight = solve("1e-7");
  const int events = tight.report["events"]["state"].get<int>();
  EXPECT_GT(events, 40);
  for (const char* tolerance : {"1e-3", "1e-4", "1e-5", "1e-6"}) {
    SCOPED_TRACE(tolerance);
    const Simulation loose = solve(tolerance);
    EXPECT_LE(loose.report["events"]["state"].get<int>(), events + events / 4);
    EXPECT_NEAR(loose.table.Last("mass[1].s"), tight.table.Last("mass[1].s"), 1e-2);
  }
}

// It creeps until the force is 1, then it follows: coefficients that grow all the time are no singularity to be passed.
TEST(AutoSolver, GoesToAnotherMethodInAThinLayer) {
  const Simulation simulation =
      Simulate("Smoothness.ThinLayer", {SourcePath(kFile), "--stop-time", "20", "--tolerance", "1e-5"});
  EXPECT_LT(simulation.report["steps"].get<int>(), 20000);
  EXPECT_NE(simulation.report["method"].get<std::string>().find("rodas from"), std::string::npos);
  EXPECT_NEAR(simulation.table.At("v", 5), 0, 1e-4);
}

// 3 cos t passes x = -1 thirteen times in 40 s, and all of the peak with it.
TEST(AutoSolver, ExtendsNoSeriesBeyondItsReach) {
  double passage = 0;  // Simpson's rule
  constexpr int kParts = 20000;
  for (int i = 0; i <= kParts; ++i) {
    const double x = 3 * std::cos(std::acos(-1.0) * i / kParts);
    passage += (i == 0 || i == kParts ? 1 : i % 2 == 1 ? 4 : 2) * std::exp(-100 * (1 + x) * (1 + x));
  }
  passage *= std::acos(-1.0) / kParts / 3;
  for (const char* intervals : {"500", "100", "20", "2"}) {
    const Simulation simulation =
        Simulate("Smoothness.Extended", {SourcePath(kFile), "--stop-time", "40", "--intervals", intervals});
    EXPECT_NEAR(simulation.table.Last("y"), 13 * passage, 1e-5) << intervals;
  }
}

// The first step too.
TEST_P(Smoothness, SinesOfLines) {
  for (const char* intervals : {"500", "1"}) {
    const Table table = Solve("Sines", "0.1", intervals);
    EXPECT_NEAR(table.Last("q"), 1.35 / 0.7 * std::sin(0.07), 1e-9) << intervals;
    EXPECT_NEAR(table.Last("x"), 0.4 / 1.6 * (std::cos(4.7) - std::cos(4.86)), 1e-9) << intervals;
    EXPECT_NEAR(table.Last("y"), 0.2 / 2.7 * (std::cos(3.8) - std::cos(4.07)), 1e-9) << intervals;
  }
}

// A function that is flat all the way costs few steps, however much its argument changes.
TEST(AutoSolver, GoesFarWhereAFunctionIsFlat) {
  for (const char* intervals : {"1", "20"}) {
    const Simulation simulation =
        Simulate("Smoothness.Slow", {SourcePath(kFile), "--stop-time", "30", "--intervals", intervals});
    EXPECT_LT(simulation.report["steps"].get<int>(), 100) << intervals;
    EXPECT_NEAR(simulation.table.Last("v"), -5, 1e-3) << intervals;
  }
}

TEST_P(Smoothness, ACornerWrittenAsARoot) {
  for (const char* intervals : {"500", "5"}) EXPECT_NEAR(Solve("Corner", "8", intervals).Last("y"), 25, 1e-5);
}

TEST_P(Smoothness, ARelationThatOverflowsLeavesTheSolutionAlone) {
  const Table table = Solve("Overflow", "30");
  EXPECT_NEAR(table.Last("x"), 30, 1e-9);
  EXPECT_EQ(table.Last("above"), 1);
}

TEST_P(Smoothness, TermsThatCancelAtTheStart) {
  for (const char* intervals : {"500", "4"}) {
    EXPECT_NEAR(Solve("Flat", "4", intervals).Last("x"), 8 + std::cos(4) - 1, 1e-6) << intervals;
  }
}

// Methods that feel their way step over either where the output does not keep them from it.
TEST(Series, DoNotStepOverWhatIsFlatToAllDigits) {
  for (const char* intervals : {"1", "7", "30"}) {
    EXPECT_NEAR(Solve("Hump", "200", intervals).Last("y"), std::sqrt(std::acos(-1.0)), 1e-7) << intervals;
    EXPECT_NEAR(Solve("Pulse", "200", intervals).Last("y"), 2, 1e-7) << intervals;
    EXPECT_NEAR(Solve("Sech", "200", intervals).Last("y"), 2, 1e-7) << intervals;
  }
}

TEST(Series, SeeAGateOpenAndClose) { EXPECT_NEAR(Solve("Gate", "2").Last("x"), std::tanh(500 * std::sin(40.0)), 1e-4); }

// v' = (t - 1)^3 from rest: the first terms of the series are 0.
TEST(Series, SeeAMotionThatBeginsSlowly) {
  for (const char* intervals : {"2", "5", "15", "500"}) {
    for (const char* tolerance : {"1e-3", "1e-4", "1e-6"}) {
      const Table table =
          Simulate("ReferenceProblems.TangentialStart", {"--intervals", intervals, "--tolerance", tolerance}).table;
      EXPECT_NEAR(table.Last("x"), 0.05, 2e-3) << intervals << " " << tolerance;
    }
  }
}

// The first terms of a product that only a relation reads may all be 0.
TEST(Series, SeeAnEventOfAProductWhoseFirstTermsVanish) {
  for (const char* intervals : {"1", "3"}) {
    for (const char* tolerance : {"1e-3", "1e-9"}) {
      for (const char* stop_time : {"1.01", "1.5", "10"}) {
        const Table table = Simulate("Smoothness.Eighth", {SourcePath(kFile), "--intervals", intervals, "--tolerance",
                                                           tolerance, "--stop-time", stop_time})
                                .table;
        EXPECT_NEAR(table.Last("hit"), 1, 1e-9) << intervals << " " << tolerance << " " << stop_time;
      }
    }
  }
}

// Where the rates are linear, or nothing moves, only a relation bends.
TEST(Series, SeeEventsOfWhatOnlyARelationReads) {
  for (const char* intervals : {"1", "20", "500"}) {
    EXPECT_EQ(Solve("SteepRelation", "100", intervals).Last("n"), 16) << intervals;
    EXPECT_NEAR(Solve("Relay", "100", intervals).Last("x"), 30 - 2 * std::atanh(0.5), 1e-6) << intervals;
  }
}

// 2 sqrt(x) - 2 ln(1 + sqrt(x)) = t - 1
TEST(Series, EndWhereTheyHaveNoTerms) {
  const double x = Solve("RootAtRest", "2", "20").Last("x");
  EXPECT_NEAR(2 * std::sqrt(x) - 2 * std::log1p(std::sqrt(x)), 1, 1e-6);
}

TEST(Series, SeeAPulseThroughRoundingErrors) {
  const double area = 2 * 0.003849 * std::tgamma(1 + 1.0 / 8);
  for (const char* intervals : {"1", "5", "20", "500"}) {
    EXPECT_NEAR(Solve("EighthPulse", "10", intervals).Last("x"), area, 1e-8) << intervals;
  }
}

// A large bound of what the series lacks ends a step no earlier than it has to.
TEST(Series, AreNotCutToStumps) {
  const Simulation simulation = Simulate(
      "Smoothness.Grazing", {SourcePath(kFile), "--stop-time", "10", "--intervals", "5", "--tolerance", "1e-9"});
  EXPECT_EQ(simulation.table.Last("n"), 23);
  EXPECT_LT(simulation.report["steps"].get<int>(), 200);
}

// Newton's method in one branch alone finds no solution from 0, and at U = 0 the voltage is far below what the
// rounding errors of the exponential can tell.
TEST(SteepBranches, AreSolvedAcrossTheirLimits) {
  for (const char* const source : {"10", "-10", "0"}) {
    SCOPED_TRACE(source);
    const Table table =
        Simulate("Smoothness.Zeners", {SourcePath(kFile), "--stop-time", "1", "--set", std::string("U=") + source})
            .table;
    for (size_t k = 0; k < table.Time().size(); ++k) {
      const double v = table.Column("v1")[k], i = table.Column("i")[k], u = table.Column("u")[k];
      EXPECT_NEAR(20 * i + v - table.Column("v2")[k], u, 1e-9);
      const double curve = 1e-6 * std::expm1(v / 0.04) - 0.7 * std::exp(-(v + 5.1) / (0.74 * 0.04)) + v / 1e8;
      EXPECT_NEAR(i, curve, 1e-9 + 1e-6 * std::abs(curve));
    }
  }
}

// y stays at 1 while x < 1/2 - 1/V0, and at -1 while x > -1/2 + 1/V0. What a step that failed found beyond leads
// nowhere.
TEST(SeveralSolutions, AreFollowedUntilTheyEnd) {
  const double limit = 0.5 - 1e-4, half_period = std::log((1 + limit) / (1 - limit)), first = -std::log(1 - limit);
  const double t = 20, since = std::fmod(t - first, half_period);
  const double sign = static_cast<int>((t - first) / half_period) % 2 == 0 ? -1 : 1;
  for (const char* const solver : {"auto", "dopri5", "rodas", "ida"}) {
    for (const char* const intervals : {"10", "500"}) {
      SCOPED_TRACE(std::string(solver) + ", " + intervals);
      const Table table = Simulate("Smoothness.Relaxation", {SourcePath(kFile), "--stop-time", "20", "--solver", solver,
                                                             "--intervals", intervals, "--tolerance", "1e-8"})
                              .table;
      EXPECT_EQ(table.Last("y"), sign);
      EXPECT_NEAR(table.Last("x"), sign * (1 - (1 + limit) * std::exp(-since)), 1e-4);
    }
  }
}

// x' = 50 u^2 with u = L di/dt, which follows the source: 50 (L/R)^2 (155 * 314)^2 (t/2 + sin(628 t)/1256)
TEST(Stiffness, IsLeftToIdaWhereStagesAreFarOff) {
  const Simulation simulation =
      Simulate("Smoothness.Crawl", {SourcePath(kFile), "--stop-time", "0.1", "--tolerance", "1e-8"});
  const double size = 50 * std::pow(0.05 / 5e8 * 155 * 314, 2);
  EXPECT_NEAR(simulation.table.Last("x"), size * (0.05 + std::sin(62.8) / 1256), 1e-3 * 0.05 * size);
  EXPECT_THAT(simulation.report["method"].get<std::string>(), ::testing::HasSubstr("ida"));
}

// Up to the next event there are never so many steps that ida would be tried for them alone.
TEST(Stiffness, IsLeftToIdaOverEventsThatAreFarApart) {
  const Simulation simulation =
      Simulate("Smoothness.CrawlBetweenEvents", {SourcePath(kFile), "--stop-time", "0.02", "--tolerance", "1e-8"});
  const double omega = 16755, size = 50 * std::pow(5 / 5e8 * 155 * omega, 2);
  EXPECT_NEAR(simulation.table.Last("x"), size * (0.01 + std::sin(0.04 * omega) / (4 * omega)), 1e-5 * 0.01 * size);
  EXPECT_EQ(simulation.table.Last("n"), 50);
  EXPECT_LT(simulation.report["steps"].get<int>(), 25000);  // rodas makes 73000
  EXPECT_THAT(simulation.report["method"].get<std::string>(), ::testing::ContainsRegex("ida for 9. %"));
}

INSTANTIATE_TEST_SUITE_P(Solvers, Smoothness, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
