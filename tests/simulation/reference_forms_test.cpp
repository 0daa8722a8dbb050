// SPDX-License-Identifier: BSD-3-Clause
// Problems of models/ReferenceProblems in which events follow from events, against their closed forms with each
// integrator and form: event times and end values within 1e-5 relative at the tolerance 1e-8, energy within 1e-6.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

constexpr double kG = 9.81;
constexpr double kPi = std::numbers::pi;
// The modes of FrictionElements.Types.Mode, by number; those of SlidingBlock are less by 2.
constexpr double kBackward = 1;
constexpr double kStuck = 2;
constexpr double kForward = 3;

class ReferenceForms : public WithEverySolver {
 protected:
  static Simulation Solve(const std::string& model, const std::vector<std::string>& arguments = {}) {
    return Simulate(model, arguments);
  }
  static Table SolveProblem(const std::string& model, const std::vector<std::string>& arguments = {}) {
    return Solve("ReferenceProblems." + model, arguments).table;
  }
};

double Greatest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }
double Least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }

// T2 = T1 exp(+-mu phi) by Euler and Eytelwein.
TEST_P(ReferenceForms, CapstanBrake) {
  const Table table = SolveProblem("CapstanBrake");
  const double T1 = 10;
  const double R = 0.1;
  const double J = 0.05;
  const double forward = R * T1 * (std::exp(0.3 * kPi) - 1);
  const double backward = R * T1 * (1 - std::exp(-0.3 * kPi));
  EXPECT_TRUE(IsNear(forward, 1.56633239521, 1e-10));
  EXPECT_TRUE(IsNear(backward, 0.610338862625, 1e-10));
  EXPECT_TRUE(IsNear(table.First("T2"), 25.6633239521, 1e-10));
  EXPECT_TRUE(IsNear(table.First("tau"), forward, 1e-12));
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("mode", kStuck), 3.19217045839));
  EXPECT_TRUE(IsNear(table.At("phi", 3.9), 100 * 100 * J / (2 * forward)));
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    if (table.Time()[i] > 3.2 && table.Time()[i] < 4) {
      ASSERT_EQ(table.Column("w")[i], 0);
    }
  }
  const double breaks_away = 4 + backward;
  EXPECT_TRUE(IsNear(table.TimeOfFirstChangeTo({{"startBack", 1}, {"mode", kBackward}}, 3.5), breaks_away));
  const double last = 5 - breaks_away;
  EXPECT_TRUE(IsNear(table.Last("w"), -last * last / (2 * J)));
  EXPECT_TRUE(IsNear(table.Last("tau"), -backward, 1e-12));
  ExpectEnergyBalance(table);
}

// Den Hartog's steady vibration, begun at a turning point, comes back to its amplitude at every turn.
TEST_P(ReferenceForms, DenHartog) {
  struct Case {
    const char* r;
    double amplitude;
  };
  for (const Case& c : {Case{"r=0.8", 2.71141525544}, Case{"r=1.5", 0.765941686205}, Case{"r=0.6", 1.55060285469}}) {
    const Table table = SolveProblem("DenHartog", {"--set", c.r});
    EXPECT_TRUE(IsNear(table.First("amplitude"), c.amplitude, 1e-11)) << c.r;
    EXPECT_TRUE(IsNear(Greatest(table.Column("x")), c.amplitude)) << c.r;
    EXPECT_TRUE(IsNear(Least(table.Column("x")), -c.amplitude)) << c.r;
    const double half = table.First("half");
    const std::vector<double> turns = table.ChangeTimes("mode");
    ASSERT_GT(turns.size(), 10U);
    for (int k = 1; k * half < 59; ++k) {
      const double expected = k * half;
      const double turned = *std::min_element(turns.begin(), turns.end(), [&](double a, double b) {
        return std::fabs(a - expected) < std::fabs(b - expected);
      });
      EXPECT_TRUE(IsNear(turned, expected)) << c.r << ", turn " << k;
      EXPECT_NEAR(table.At("x", turned), (k % 2 == 0 ? 1 : -1) * c.amplitude, 1e-5 * c.amplitude)
          << c.r << ", turn " << k;
    }
    // No stops: it turns in the instant in which its speed is zero.
    std::size_t at_rest = 0;
    for (std::size_t i = 1; i < table.Time().size(); ++i) {
      const bool goes_on = table.Time()[i] - table.Time()[i - 1] > 1e-3;
      at_rest += goes_on && table.Column("mode")[i] == kStuck - 2 ? 1 : 0;
    }
    EXPECT_EQ(at_rest, 0U) << c.r;
    ExpectEnergyBalance(table);
  }
}

// The hysteresis loop of a spring and a slider in series.
TEST_P(ReferenceForms, Jenkins) {
  const Table table = SolveProblem("Jenkins");
  const double F = 5;
  const double U = 0.02;
  const double k = 1000;
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("slip", 1), std::asin(F / k / U)));
  // While it sticks after a turn no heat is made: from pi/2 + n pi on until the spring has turned around.
  for (const double stuck : {1.7, 1.7 + kPi}) {
    EXPECT_TRUE(IsNear(table.At("heat", stuck + 2 * kPi) - table.At("heat", stuck), 4 * F * (U - F / k)));
  }
  EXPECT_TRUE(IsNear(table.At("f", kPi / 2), F, 1e-7));
}

// Both must change in one event iteration.
TEST_P(ReferenceForms, LockReleasesFloor) {
  const Table table = SolveProblem("LockReleasesFloor");
  const double lock = 1.0 / 6;
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("between.mode", kStuck), lock));
  EXPECT_TRUE(IsNear(table.TimeOfFirstChangeTo({{"floor.startFor", 1}, {"floor.mode", kForward}}, 0.01), lock));
  EXPECT_NEAR(table.Last("between.friction"), 3.5, 1e-12);
  EXPECT_NEAR(table.Last("floor.friction"), 3, 1e-12);
  EXPECT_TRUE(IsNear(table.Last("upper.v"), 5.0 / 12));
  EXPECT_TRUE(IsNear(table.Last("lower.v"), 5.0 / 12));
  EXPECT_TRUE(IsNear(table.Last("upper.s"), 0.0902777777777778));
  EXPECT_TRUE(IsNear(table.Last("lower.s"), 0.173611111111111));
  ExpectEnergyBalance(table);
}

// Two impacts in one instant hand the speed on, to the last bit.
TEST_P(ReferenceForms, NewtonCradle) {
  const Table table = SolveProblem("NewtonCradle");
  EXPECT_EQ(table.ChangeTimes("impacts").size(), 1U);
  EXPECT_TRUE(IsNear(table.ChangeTimes("impacts")[0], 0.5, 1e-9));
  EXPECT_EQ(table.Last("impacts"), 2);
  EXPECT_EQ(table.Last("v[1]"), 0);
  EXPECT_EQ(table.Last("v[2]"), 0);
  EXPECT_EQ(table.Last("v[3]"), 2);
  EXPECT_TRUE(IsNear(table.Last("x[3]"), 1));
  ExpectEnergyBalance(table);
}

// e = 1/2: 1 and 2 exchange 3/4 and 1/4 of the speed, then 2 and 3; what is left lets no two approach.
TEST_P(ReferenceForms, NewtonCradleWithLosses) {
  const Table table = SolveProblem("NewtonCradle", {"--set", "e=0.5"});
  const double v0 = 2;
  // First pair: v1 = v0/4, v2 = 3 v0/4. Second pair: v2 = 3 v0/16, v3 = 9 v0/16. Then 1 is faster than 2: once more.
  const double v1 = v0 / 4 - 0.75 * (v0 / 4 - 3 * v0 / 16);
  const double v2 = 3 * v0 / 16 + 0.75 * (v0 / 4 - 3 * v0 / 16);
  EXPECT_EQ(table.Last("impacts"), 3);
  EXPECT_NEAR(table.Last("v[1]"), v1, 1e-15);
  EXPECT_NEAR(table.Last("v[2]"), v2, 1e-15);
  EXPECT_NEAR(table.Last("v[3]"), 9 * v0 / 16, 1e-15);
  EXPECT_NEAR(table.Last("v[1]") + table.Last("v[2]") + table.Last("v[3]"), v0, 1e-15);
  ExpectEnergyBalance(table);
}

// Each impact, and that the ball rests after the one that would give it less than v_rest.
TEST_P(ReferenceForms, BouncingBallAtRest) {
  const Table table = SolveProblem("BouncingBallAtRest");
  const std::vector<double> impacts = table.ChangeTimes("impacts");
  const double fall = std::sqrt(2 / kG);
  const double v1 = std::sqrt(2 * kG);
  double expected = fall;
  double e_n = 0.5;  // e^n at impact n
  for (std::size_t n = 1; n <= impacts.size(); ++n, e_n /= 2) {
    EXPECT_TRUE(IsNear(impacts[n - 1], expected)) << "impact " << n;
    EXPECT_EQ(e_n * v1 < 1e-3, n == impacts.size()) << "impact " << n;
    expected += 2 * fall * e_n;
  }
  ASSERT_EQ(impacts.size(), 13U);
  EXPECT_TRUE(IsNear(impacts[0], 0.451523640986));
  EXPECT_TRUE(IsNear(impacts[1], 0.903047281972));
  EXPECT_TRUE(IsNear(impacts[2], 1.12880910246));
  // The impacts that are left out make a geometric series.
  EXPECT_TRUE(IsNear(impacts.back() + 8 * fall * e_n, 1.35457092296));
  EXPECT_EQ(table.Last("rests"), 1);
  EXPECT_EQ(table.Last("v"), 0);
  EXPECT_NEAR(table.Last("h"), 0, 1e-12);
  EXPECT_TRUE(IsNear(table.Last("lost"), kG));
  ExpectEnergyBalance(table);
}

// The slider loses 4 r F a revolution; at the dead centres, phi = k pi, it is at rest but cannot hold the wheel.
// With and without mass, with and without inertia of its own in the stuck mode.
TEST_P(ReferenceForms, ScotchYokeThroughItsDeadCentres) {
  for (const bool heavy : {false, true}) {
    for (const char* m_inv : {"m_inv=1e-9", "m_inv=0"}) {
      const std::string what = std::string(heavy ? "m=0.5, " : "m=0, ") + m_inv;
      const Table table = SolveProblem("ScotchYoke", {"--set", heavy ? "m=0.5" : "m=0", "--set", m_inv});
      const std::vector<double> changes = table.ChangeTimes("mode");
      double after = 0;
      for (int k = 1; k <= 6; ++k) {
        const auto turn = std::find_if(changes.begin(), changes.end(), [&](double t) {
          return t > after && std::fabs(table.At("phi", t) - k * kPi) < 1e-3;
        });
        ASSERT_NE(turn, changes.end()) << what << ": no change at the dead centre " << k;
        EXPECT_TRUE(IsNear(table.At("phi", *turn), k * kPi)) << what;
        EXPECT_TRUE(IsNear(table.At("w", *turn), std::sqrt(100.0 - 16 * k))) << what;
        after = *turn + 0.05;
      }
      EXPECT_TRUE(IsNear(table.Last("phi"), 6 * kPi + kPi / 3)) << what;
      EXPECT_TRUE(IsNear(changes.back(), heavy ? 4.1453030 : 4.0282151)) << what;
      EXPECT_TRUE(IsNear(table.Last("heat"), 50)) << what;
      EXPECT_NEAR(table.Last("w"), 0, 1e-9) << what;
    }
  }
}

// The inertia of a stuck slider is of no consequence, neither as a parameter of the model nor for the answer.
TEST_P(ReferenceForms, TheInertiaOfTheStuckModeIsHarmless) {
  const Table without = SolveProblem("ScotchYoke", {"--set", "m_inv=0"});
  for (const char* m_inv : {"m_inv=1e-15", "m_inv=1e-9", "m_inv=1e-6"}) {
    const Table with = SolveProblem("ScotchYoke", {"--set", m_inv});
    EXPECT_EQ(with.ChangeTimes("mode").size(), without.ChangeTimes("mode").size()) << m_inv;
    for (const double t : {0.5, 1.0, 2.0, 3.0, 4.0, 4.5}) {
      EXPECT_TRUE(IsNear(with.At("phi", t), without.At("phi", t), 1e-6)) << m_inv << " at " << t;
    }
  }
}

// Both elements change in the same events.
TEST_P(ReferenceForms, SymmetricReleaseIsSymmetricToTheLastBit) {
  const Simulation simulation =
      Solve("HybridEvents.SymmetricRelease", {SourcePath("tests/simulation/models/HybridEvents.mo")});
  const Table& table = simulation.table;
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    ASSERT_EQ(table.Column("xLeft")[i], -table.Column("xRight")[i]) << "at " << table.Time()[i];
    ASSERT_EQ(table.Column("left.v")[i], -table.Column("right.v")[i]);
    ASSERT_EQ(table.Column("left.mode")[i], -table.Column("right.mode")[i]);
  }
  // Each block: breaks away, is under way, turns or stops; both at once.
  EXPECT_LE(simulation.report["events"]["state"].get<int>(), 9);
  EXPECT_GT(std::fabs(table.Last("xLeft")), 0.01);
  EXPECT_TRUE(IsNear(table.TimeOfFirstChangeTo({{"right.startFor", 1}, {"right.mode", kForward - 2}}), kPi / 6));
}

// The prescribed motion has no stuck interval, and its friction makes 4 F of heat a period.
TEST_P(ReferenceForms, PrescribedMotionHasNoStuckInterval) {
  const Table table =
      Solve("CoupledFriction.Prescribed", {SourcePath("tests/simulation/models/CoupledFriction.mo")}).table;
  const std::vector<double> turns = table.ChangeTimes("mode");
  std::size_t k = 0;
  for (const double turn : turns) EXPECT_TRUE(IsNear(turn, kPi / 2 + static_cast<double>(k++) * kPi, 1e-7));
  EXPECT_EQ(turns.size(), 3U);
  for (std::size_t i = 0; i < table.Time().size(); ++i) ASSERT_NE(table.Column("mode")[i], 0) << table.Time()[i];
  EXPECT_TRUE(IsNear(table.Last("heat"), 6 + std::fabs(std::sin(10.0))));
}

INSTANTIATE_TEST_SUITE_P(All, ReferenceForms, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
