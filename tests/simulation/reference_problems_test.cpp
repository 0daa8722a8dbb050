// SPDX-License-Identifier: BSD-3-Clause
// The problems of models/ReferenceProblems against their closed forms: event times and end values within 1e-5 relative
// at the tolerance 1e-8, energy within 1e-6. The closed forms are elementary mechanics, written out at each test.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class ReferenceProblems : public WithEverySolver {};

constexpr double kG = 9.81;
constexpr double kPi = std::numbers::pi;

// The modes of SlidingBlock, as Integers.
constexpr double kIntegerStuck = 0;
constexpr double kIntegerForward = 1;
// The modes of FrictionElements.Types.Mode and of SlidingBlockEnumeration, by number.
constexpr double kBackward = 1;
constexpr double kStuck = 2;
constexpr double kForward = 3;

TEST_P(ReferenceProblems, StoppingBlock) {
  const Table table = Simulate("ReferenceProblems.StoppingBlock").table;
  const double mu = 0.3;
  const double v0 = 3;
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("mode", kIntegerStuck), v0 / (mu * kG)));
  EXPECT_TRUE(IsNear(table.Last("x"), v0 * v0 / (2 * mu * kG)));
  EXPECT_EQ(table.ChangeTimes("mode").size(), 1U);
  EXPECT_NEAR(table.Last("v"), 0, 1e-7);
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, ViscousStop) {
  const Table table = Simulate("ReferenceProblems.ViscousStop").table;
  const double m = 2;
  const double c = 0.5;
  const double F = 1;
  const double v0 = 4;
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("mode", kIntegerStuck), m / c * std::log(1 + c * v0 / F)));
  EXPECT_TRUE(IsNear(table.Last("x"), m / c * (v0 - F / c * std::log(1 + c * v0 / F))));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, RampStart) {
  const Table table = Simulate("ReferenceProblems.RampStart").table;
  EXPECT_TRUE(IsNear(table.TimeOfFirstChangeTo({{"startFor", 1}, {"mode", kIntegerForward}}), 2));
  EXPECT_TRUE(IsNear(table.At("v", 5), 2.25));
  EXPECT_TRUE(IsNear(table.At("x", 5), 2.25));
  for (std::size_t i = 0; i < table.Time().size() && table.Time()[i] < 1.99; ++i) EXPECT_EQ(table.Column("x")[i], 0);
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, SineStickSlip) {
  const Table table = Simulate("ReferenceProblems.SineStickSlip").table;
  const double F = 0.8;
  const double start = std::asin(F);
  const double stop = Root([&](double p) { return std::cos(start) - std::cos(p) - F * (p - start); }, 2, 3.5);
  // Of a slide from p0 to p1: v = cos p0 - cos p - F (p - p0), integrated once more.
  const double stroke =
      (stop - start) * std::cos(start) - (std::sin(stop) - std::sin(start)) - F * (stop - start) * (stop - start) / 2;
  EXPECT_TRUE(IsNear(stroke, 0.187794522620, 1e-9));
  for (int k = 0; k < 6; ++k) {
    const double breaks_away =
        k % 2 == 0 ? table.TimeOfFirstChangeTo({{"slider.startFor", 1}, {"slider.mode", kForward}}, k * kPi)
                   : table.TimeOfFirstChangeTo({{"slider.startBack", 1}, {"slider.mode", kBackward}}, k * kPi);
    EXPECT_TRUE(IsNear(breaks_away, start + k * kPi));
    EXPECT_TRUE(IsNear(table.TimeOfChangeTo("slider.mode", kStuck, k * kPi), stop + k * kPi));
    EXPECT_TRUE(IsNear(table.At("x", 3.2 + k * kPi), k % 2 == 0 ? stroke : 0, k % 2 == 0 ? 1e-5 : 1e-6));
  }
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, CoulombOscillator) {
  const Table table = Simulate("ReferenceProblems.CoulombOscillator").table;
  const double half_period = kPi / 10;
  EXPECT_TRUE(IsNear(table.Last("mass.s"), -0.005));
  EXPECT_TRUE(IsNear(table.Last("heat"), 0.55));
  for (int k = 1; k <= 5; ++k)
    EXPECT_TRUE(IsNear(table.At("mass.s", k * half_period), (k % 2 == 0 ? 1 : -1) * (0.105 - k * 0.02), 1e-4)) << k;
  const std::vector<double> changes = table.ChangeTimes("floor.mode");
  ASSERT_FALSE(changes.empty());
  EXPECT_TRUE(IsNear(changes.back(), 5 * half_period));
  EXPECT_EQ(table.Last("floor.mode"), kStuck);
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, StickSlipPull) {
  const Table table = Simulate("ReferenceProblems.StickSlipPull").table;
  const double k = 2;
  const double V = 0.1;
  const double Fs = 1.5;
  const double Fk = 1;
  const double w = std::sqrt(k);
  const double D = (Fs - Fk) / k;
  const double slip = 2 / w * (kPi - std::atan(D * w / V));
  const double period = 2 * D / V + slip;
  EXPECT_TRUE(IsNear(period, 7.6112592541, 1e-9));
  for (int i = 0; i < 4; ++i) {
    const double begins = 7.5 + i * period;
    EXPECT_TRUE(
        IsNear(table.TimeOfFirstChangeTo({{"floor.startFor", 1}, {"floor.mode", kForward}}, begins - 1), begins));
    EXPECT_TRUE(IsNear(table.TimeOfChangeTo("floor.mode", kStuck, begins), begins + slip));
    EXPECT_TRUE(IsNear(table.At("mass.s", begins + slip + 1), (i + 1) * 0.761125925410));
  }
  // The greatest speed, where the spring force passes Fk: a row of the grid need not meet it exactly.
  const std::vector<double>& v = table.Column("mass.v");
  EXPECT_TRUE(IsNear(*std::max_element(v.begin(), v.end()), V + std::sqrt(V * V + D * D * w * w), 5e-3));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, StackedBlocks) {
  const Table table = Simulate("ReferenceProblems.StackedBlocks").table;
  const double mu = 0.3;
  const double v0 = 3;
  const double lock = v0 / (mu * kG * (1 + 1.0 / 2));
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("friction.mode", kStuck), lock));
  EXPECT_TRUE(IsNear(table.Last("upper.v"), 1));
  EXPECT_TRUE(IsNear(table.Last("lower.v"), 1));
  EXPECT_TRUE(IsNear(table.Last("friction.s_rel"), v0 * v0 / (2 * mu * kG * (1 + 1.0 / 2))));
  EXPECT_TRUE(IsNear(table.Last("heat"), 3));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, StackedBlocksOnFloor) {
  const Table table = Simulate("ReferenceProblems.StackedBlocksOnFloor").table;
  const double a_upper = -0.6 * kG;
  const double a_lower = 0.6 * kG - 2 * 0.2 * kG;
  const double lock = 5 / (a_lower - a_upper);
  const double v_lock = a_lower * lock;
  const double stop = lock + v_lock / (0.2 * kG);
  const double common = v_lock * v_lock / (2 * 0.2 * kG);
  EXPECT_TRUE(IsNear(lock, 0.637104994903, 1e-10));
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("between.mode", kStuck), lock));
  EXPECT_TRUE(IsNear(table.At("upper.v", lock), 1.25, 1e-4));
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("floor.mode", kStuck, 0.1), stop));
  EXPECT_TRUE(IsNear(table.Last("upper.s"), 5 * lock + a_upper * lock * lock / 2 + common));
  EXPECT_TRUE(IsNear(table.Last("lower.s"), a_lower * lock * lock / 2 + common));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, ClutchEngagement) {
  const Table table = Simulate("ReferenceProblems.ClutchEngagement").table;
  const double lock = 100 / (50 * (1 + 0.5) - 10 + -4.0 / 2);
  const double w_lock = 100 + (10 - 50) * lock;
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("clutch.mode", kStuck), lock));
  EXPECT_TRUE(IsNear(table.At("fast.w", 3), w_lock + 2 * (3 - lock)));
  EXPECT_TRUE(IsNear(table.At("slow.w", 3), w_lock + 2 * (3 - lock)));
  EXPECT_TRUE(IsNear(table.Last("clutch.tau"), 8));
  EXPECT_TRUE(IsNear(table.Last("clutch.phi_rel"), 100 * lock / 2));
  EXPECT_TRUE(IsNear(table.Last("heat"), 50 * 100 * lock / 2));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, ClutchWithoutTorque) {
  const Table table = Simulate("ReferenceProblems.ClutchWithoutTorque").table;
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("clutch.mode", kStuck), 4.0 / 3));
  EXPECT_TRUE(IsNear(table.Last("fast.w"), 100.0 / 3));
  EXPECT_TRUE(IsNear(table.Last("slow.w"), 100.0 / 3));
  EXPECT_TRUE(IsNear(table.Last("heat"), 10000.0 / 3));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, ThreeInertias) {
  const Table table = Simulate("ReferenceProblems.ThreeInertias").table;
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("clutch[1].mode", kStuck), 3));
  for (const char* name : {"inertia[1].w", "inertia[2].w", "inertia[3].w"}) EXPECT_TRUE(IsNear(table.Last(name), 3));
  for (std::size_t i = 0; i < table.Time().size(); ++i)
    EXPECT_NEAR(table.Column("inertia[2].w")[i], table.Column("inertia[3].w")[i], 1e-6);
  ExpectEnergyBalance(table);
}

struct RoundBody {
  const char* model;
  double c;  // moment of inertia / (m R^2)
};

class Rolling : public ::testing::TestWithParam<RoundBody> {};

TEST_P(Rolling, SlipsUntilItRolls) {
  const Table table = Simulate(GetParam().model).table;
  const double c = GetParam().c;
  const double mu = 0.25;
  const double v0 = 7;
  const double rolls = c * v0 / ((1 + c) * mu * kG);
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("mode", kStuck), rolls));
  EXPECT_TRUE(IsNear(table.At("x", rolls), v0 * rolls - mu * kG * rolls * rolls / 2, 2e-5));
  EXPECT_TRUE(IsNear(table.Last("v"), v0 / (1 + c)));
  EXPECT_TRUE(IsNear(table.Last("w"), v0 / (1 + c) / 0.1));
  EXPECT_TRUE(IsNear(table.Last("x"), v0 * rolls - mu * kG * rolls * rolls / 2 + v0 / (1 + c) * (2 - rolls)));
  ExpectEnergyBalance(table);
}

INSTANTIATE_TEST_SUITE_P(ReferenceProblems, Rolling,
                         ::testing::Values(RoundBody{"ReferenceProblems.RollingSphere", 0.4},
                                           RoundBody{"ReferenceProblems.RollingDisc", 0.5},
                                           RoundBody{"ReferenceProblems.RollingHoop", 1}),
                         [](const auto& body) { return std::string(body.param.model).substr(25); });

TEST_P(ReferenceProblems, ScotchYoke) {
  const Table table = Simulate("ReferenceProblems.ScotchYoke").table;
  EXPECT_TRUE(IsNear(table.Last("phi"), 6 * kPi + kPi / 3));
  EXPECT_TRUE(IsNear(table.ChangeTimes("mode").back(), 4.1453030));
  EXPECT_TRUE(IsNear(table.Last("heat"), 50));
}

TEST_P(ReferenceProblems, RareBreakaway) {
  const Table table = Simulate("ReferenceProblems.RareBreakaway").table;
  const double peak = kPi / 2 + 2 * kPi * 15916;
  const double first = Root([](double t) { return 0.99 * std::sin(t) + 1e-7 * t - 1; }, peak - 0.1, peak);
  EXPECT_NEAR(first, 100004.747166, 1e-5);
  EXPECT_NEAR(table.TimeOfFirstChangeTo({{"startFor", 1}, {"mode", kIntegerForward}}), first, 1e-3);
  for (std::size_t i = 0; i < table.Time().size() && table.Time()[i] < first - 1e-3; ++i) {
    ASSERT_EQ(table.Column("x")[i], 0);
    ASSERT_EQ(table.Column("v")[i], 0);
    ASSERT_EQ(table.Column("startBack")[i], 0);
  }
}

TEST_P(ReferenceProblems, DayLongHold) {
  const Table table = Simulate("ReferenceProblems.DayLongHold").table;
  for (std::size_t i = 0; i < table.Time().size() && table.Time()[i] < 86401; ++i)
    ASSERT_EQ(table.Column("x")[i], 0.1234567890123) << "at " << table.Time()[i];
  EXPECT_NEAR(table.TimeOfFirstChangeTo({{"startFor", 1}, {"mode", kIntegerForward}}), 86401, 1e-3);
  EXPECT_TRUE(IsNear(table.Last("v"), 0.08));
  EXPECT_TRUE(IsNear(table.Last("x") - 0.1234567890123, 0.01 * 64 / 6));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, HoldAfterSlide) {
  const Table table = Simulate("ReferenceProblems.HoldAfterSlide").table;
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("mode", kIntegerStuck), 2));
  const double rest = table.At("x", 3);
  EXPECT_TRUE(IsNear(rest, 2));
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    if (table.Time()[i] > 3) {
      ASSERT_EQ(table.Column("x")[i], rest) << "at " << table.Time()[i];
    }
  }
  EXPECT_EQ(table.Last("v"), 0);
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, TangentialStart) {
  const Table table = Simulate("ReferenceProblems.TangentialStart").table;
  EXPECT_NEAR(table.TimeOfFirstChangeTo({{"startFor", 1}, {"mode", kIntegerForward}}), 1, 1e-5);
  EXPECT_TRUE(IsNear(table.At("v", 2), 0.25));
  EXPECT_TRUE(IsNear(table.At("x", 2), 0.05));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, GrazingForce) {
  const Table table = Simulate("ReferenceProblems.GrazingForce").table;
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    ASSERT_EQ(table.Column("x")[i], 0);
    ASSERT_EQ(table.Column("startFor")[i], 0);
  }
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, ImpulseOnStuckBlock) {
  const Table table = Simulate("ReferenceProblems.ImpulseOnStuckBlock").table;
  EXPECT_EQ(table.At("x", 0.99), 0);
  EXPECT_TRUE(IsNear(table.At("v", 1), 1));
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("mode", kStuck, 1.01), 1.1));
  EXPECT_TRUE(IsNear(table.Last("x"), 0.05));
  EXPECT_TRUE(IsNear(table.Last("heat"), 0.5));
}

// The continuous friction of the Translational Friction block with its defaults.
double ContinuousFriction(double v) {
  const double threshold = 1e-4;
  const auto sliding = [](double speed) { return 20 + 5 * std::exp(-10 * speed) + 100 * speed; };
  if (std::fabs(v) < threshold) return v * sliding(threshold) / threshold;
  return std::copysign(sliding(std::fabs(v)), v);
}

TEST_P(ReferenceProblems, ContinuousCurve) {
  const Table table = Simulate("ReferenceProblems.ContinuousCurve").table;
  EXPECT_TRUE(IsNear(table.First("friction.slope"), 250050.025, 1e-9));
  EXPECT_TRUE(IsNear(table.At("friction.f", 0.2), 31.839397, 1e-7));
  EXPECT_TRUE(IsNear(table.At("friction.f", 0.8), 60.091578, 1e-7));
  for (std::size_t i = 0; i < table.Time().size(); ++i) {
    const double v = table.Column("friction.v_rel")[i];
    EXPECT_TRUE(IsNear(table.Column("friction.f")[i], ContinuousFriction(v), 1e-6)) << "v = " << v;
  }
}

TEST_P(ReferenceProblems, ContinuousCreep) {
  // Too stiff for an explicit method (minutes): auto begins with it and leaves it.
  std::vector<std::string> solver;
  if (Uses("dopri5")) solver = {"--solver", "auto"};
  const Table table = Simulate("ReferenceProblems.ContinuousCreep", solver).table;
  EXPECT_TRUE(IsNear(table.Last("mass.v"), 20 / 250050.025));
  EXPECT_TRUE(IsNear(table.Last("mass.s"), 0.287942));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, ContinuousSlide) {
  const Table table = Simulate("ReferenceProblems.ContinuousSlide").table;
  EXPECT_TRUE(IsNear(table.Last("mass.v"), 0.4));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, BrakedShaft) {
  const Table table = Simulate("ReferenceProblems.BrakedShaft").table;
  EXPECT_TRUE(IsNear(table.At("shaft.w", 1), 5));
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("brake.mode", kStuck), 1.5));
  EXPECT_TRUE(IsNear(table.At("shaft.phi", 2), 10 - 5.0 / 3 + 1.25));
  EXPECT_TRUE(IsNear(table.TimeOfFirstChangeTo({{"brake.startFor", 1}, {"brake.mode", kForward}}, 2), 2.5));
  EXPECT_TRUE(IsNear(table.Last("shaft.w"), 5 * 0.4 * 0.4));
  EXPECT_TRUE(IsNear(table.Last("heat"), 50 + 50 * (0.5 * std::pow(0.4, 3) / 3 - std::pow(0.4, 4) / 4)));
  ExpectEnergyBalance(table);
}

TEST_P(ReferenceProblems, GearedBrake) {
  const Table table = Simulate("ReferenceProblems.GearedBrake").table;
  const double J = 3 + 0.5 * 16;
  const double stop = 2 * J / 4;
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("brake.mode", kStuck), stop));
  EXPECT_TRUE(IsNear(table.Last("slow.phi"), 2 * stop / 2));
  EXPECT_TRUE(IsNear(table.Last("fast.phi"), 4 * 2 * stop / 2));
  EXPECT_TRUE(IsNear(table.Last("heat"), J * 4 / 2));
  ExpectEnergyBalance(table);
}

INSTANTIATE_TEST_SUITE_P(Solvers, ReferenceProblems, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
