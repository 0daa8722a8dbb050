// SPDX-License-Identifier: BSD-3-Clause
// Elements whose equations change with their mode (FrictionElements.Ideal, models/IdealElements): friction as the curve
// of the Modelica user's guide, clutches that tie shafts, stops, strings, ideal diodes and switches. Against closed
// forms.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class IdealElements : public WithEverySolver {};

Simulation Example(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath("models/IdealElements"));
  return Simulate("IdealElements." + model, arguments);
}

// 2 v' = 3 (t - 2) - v from t = 2 on.
TEST_P(IdealElements, FrictionHoldsUntilTheLoadIsGreater) {
  const Table table = Example("RampOnFriction").table;
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i], since = t - 2;
    const double v = since <= 0 ? 0 : 3 * since - 6 + 6 * std::exp(-since / 2);
    ASSERT_NEAR(table.Column("body.v")[i], v, 1e-7) << "at " << t;
    if (t < 2) {
      ASSERT_EQ(table.Column("body.s")[i], 0) << "at " << t;
      ASSERT_NEAR(table.Column("friction.f")[i], 3 * t, 1e-9) << "at " << t;
    }
  }
}

// The lower block is dragged with 5 - 3 N, the upper one braked with 5: 9 - 2.5 t = 2 t at t = 2; together they come to
// rest with -1 m/s2.
TEST_P(IdealElements, BlocksLockOnEachOtherAndOnTheFloor) {
  const Table table = Example("TwoOnFloor").table;
  EXPECT_NEAR(table.At("lower.v", 1), 2, 1e-7);
  EXPECT_NEAR(table.At("upper.v", 1), 6.5, 1e-7);
  EXPECT_NEAR(table.At("upper.v", 4), 2, 1e-7);
  EXPECT_NEAR(table.At("lower.v", 4), 2, 1e-7);
  EXPECT_NEAR(table.At("between.f", 4), 2, 1e-7);  // 2 kg braked with 1 m/s2
  EXPECT_EQ(table.Last("upper.v"), table.Last("lower.v"));
  EXPECT_NEAR(table.Last("lower.v"), 0, 1e-9);
  EXPECT_NEAR(table.Last("lower.s"), 4 + 8, 1e-6);
  EXPECT_NEAR(table.Last("upper.s"), 13 + 8, 1e-6);
}

// At 1 s the momentum 2*8 + 3*(-2) is shared; then 4 N.m turn both until the clutch opens.
TEST_P(IdealElements, AClutchSharesTheMomentum) {
  const Table table = Example("EngagedClutch").table;
  EXPECT_NEAR(table.At("driving.w", 0.98), 6 + 2 * 0.98, 1e-7);
  EXPECT_NEAR(table.At("driven.w", 0.98), -2, 1e-9);
  EXPECT_NEAR(table.At("driving.w", 1.5), 2 + 0.8 * 0.5, 1e-7);
  EXPECT_NEAR(table.At("driven.w", 1.5), 2 + 0.8 * 0.5, 1e-7);
  EXPECT_NEAR(table.At("clutch.tau", 1.5), -3 * 0.8, 1e-7);
  EXPECT_NEAR(table.Last("driving.w"), 2.8 + 2, 1e-7);
  EXPECT_NEAR(table.Last("driven.w"), 2.8, 1e-7);
}

// The gearbox passes an impulse L on one side and i L on the other: (i J1 w1 + J2 w2) is kept.
TEST_P(IdealElements, AGearShiftKeepsTheMomentumAcrossTheGear) {
  const Table table = Example("GearShift").table;
  const double w2 = 2 + 30.0 / 13, w1 = 3 * w2;
  EXPECT_NEAR(table.At("w2", 0.98), 2 + 0.98 * 30 / 13, 1e-7);
  EXPECT_NEAR(table.At("w1", 0.98), 3 * (2 + 0.98 * 30 / 13), 1e-7);
  const double after = (2 * w1 + 4 * w2) / 8;
  EXPECT_NEAR(table.At("w2", 1.5), after + 0.5 * 20 / 8, 1e-7);
  EXPECT_NEAR(table.At("w1", 1.5), 2 * after + 0.5 * 20 / 4, 1e-7);
}

// Together w = sin(t) until the torque reverses at pi/2, from where the flywheel runs on.
TEST_P(IdealElements, AFreeWheelLetsGoWhenItWouldPull) {
  const Table table = Example("FreeWheel").table;
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i];
    const bool drives = t <= 1.5707963267948966;
    ASSERT_NEAR(table.Column("shaft.w")[i], drives ? std::sin(t) : 3 * std::sin(t) - 2, 1e-7) << "at " << t;
    ASSERT_NEAR(table.Column("flywheel.w")[i], drives ? std::sin(t) : 1, 1e-7) << "at " << t;
  }
}

// 3 v' = 3 t - 6: s = 2.5 - t - t^2 + t^3/6 reaches 0.5; the stop takes the speed away and holds until t = 2.
TEST_P(IdealElements, AStopTakesTheSpeedAndOnlyPushes) {
  const Table table = Example("Buffer").table;
  const double hit = Root([](double t) { return 2 - t - t * t + t * t * t / 6; }, 0, 1.5);
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i];
    const double s = t < hit ? 2.5 - t - t * t + t * t * t / 6 : t < 2 ? 0.5 : 0.5 + std::pow(t - 2, 3) / 6;
    ASSERT_NEAR(table.Column("wagon.s")[i], s, 1e-7) << "at " << t;
    if (t <= hit + 1e-9 || t >= 2 - 1e-9) continue;
    ASSERT_NEAR(table.Column("stop.f")[i], 3 * t - 6, 1e-8) << "at " << t;
  }
}

// Momentum 3*2 of 4 kg.
TEST_P(IdealElements, AStringJerksTheSecondWagonAlong) {
  const Table table = Example("JerkedString").table;
  EXPECT_EQ(table.At("first.v", 0.74), 0);
  EXPECT_NEAR(table.At("first.v", 1), 1.5, 1e-9);
  EXPECT_NEAR(table.At("second.v", 1), 1.5, 1e-9);
  EXPECT_NEAR(table.Last("second.s") - table.Last("first.s"), 2, 1e-9);
  EXPECT_NEAR(table.Last("first.s"), 1.5 * 1.25, 1e-8);
}

TEST_P(IdealElements, AStoneFliesOnWhereTheRodBreaks) {
  const Table table = Example("BrokenRod").table;
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i], turning = std::min(t, 1.0), flying = t - turning;
    ASSERT_NEAR(table.Column("x")[i], 2 * std::cos(3 * turning) - 6 * std::sin(3 * turning) * flying, 2e-6) << t;
    ASSERT_NEAR(table.Column("y")[i], 2 * std::sin(3 * turning) + 6 * std::cos(3 * turning) * flying, 2e-6) << t;
  }
}

// Charge 3*4 - 2 exp(-1/2) of 4 F; the leak then discharges both.
TEST_P(IdealElements, ASwitchSharesTheCharge) {
  const Table table = Example("SharedCharge").table;
  const double common = (12 - 2 * std::exp(-0.5)) / 4;
  EXPECT_NEAR(table.At("one.v", 0.5), 4, 1e-9);
  EXPECT_NEAR(table.At("other.v", 0.5), -2 * std::exp(-0.25), 1e-7);
  EXPECT_NEAR(table.At("one.v", 2), common * std::exp(-1.0 / 8), 1e-7);
  EXPECT_NEAR(table.At("other.v", 2), common * std::exp(-1.0 / 8), 1e-7);
}

// 2 i' = 5 sin(2 t) - 3 i from i = 0 until the current is 0 again; and again from each pi on.
TEST_P(IdealElements, ADiodeConductsUntilItsCurrentIsZero) {
  const Table table = Example("Rectifier").table;
  const auto current = [](double t) {
    const double a = 1.5 / (2.25 + 4), b = 2 / (2.25 + 4);
    return 2.5 * (a * std::sin(2 * t) - b * std::cos(2 * t) + b * std::exp(-1.5 * t));
  };
  const double pi = 3.14159265358979323846;
  const double ends = Root(current, 1, pi);
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double t = std::fmod(table.Time()[i], pi);
    ASSERT_NEAR(table.Column("coil.i")[i], t < ends ? current(t) : 0, 1e-7) << "at " << table.Time()[i];
  }
}

TEST_P(IdealElements, ACurrentGoesOnThroughTheFreewheelingDiode) {
  const Table table = Example("Freewheeling").table;
  const double at1 = 3 * (1 - std::exp(-2)), at2 = at1 * std::exp(-2);
  EXPECT_NEAR(table.At("coil.i", 0.5), 3 * (1 - std::exp(-1)), 1e-7);
  EXPECT_NEAR(table.At("coil.i", 1.5), at1 * std::exp(-1), 1e-7);
  EXPECT_NEAR(table.At("diode.s", 1.5), at1 * std::exp(-1), 1e-7);
  EXPECT_NEAR(table.Last("coil.i"), 3 + (at2 - 3) * std::exp(-2), 1e-7);
}

class ModeChanges : public WithEverySolver {};

Simulation Change(const std::string& model) {
  return Simulate("ModeChanges." + model, {SourcePath("tests/simulation/models/ModeChanges.mo")});
}

/// i of L i' + R i = U sin(w t + phase) from `start`, where i has a value.
double CoilCurrent(double t, double start, double value, double L, double R, double U, double w, double phase) {
  const auto forced = [&](double at) {
    return U * (R * std::sin(w * at + phase) - w * L * std::cos(w * at + phase)) / (R * R + w * w * L * L);
  };
  return forced(t) + (value - forced(start)) * std::exp(-R / L * (t - start));
}

// The phase with the highest voltage conducts: 2 until pi/6, then 1, 3, 2, ... for 2 pi/3 each.
TEST_P(ModeChanges, TheHighestOfThreePhasesConducts) {
  const Table table = Change("Commutation").table;
  const double third = 2.0943951023931953;
  for (size_t row = 0; row < table.Time().size(); ++row) {
    const double t = table.Time()[row];
    double start = 0, value = 0;
    int phase = 2;
    for (double end = third / 4; end < t; end += third) {
      value = CoilCurrent(end, start, value, 2, 0.5, 1, 1, third * (phase - 1));
      start = end;
      phase = phase == 1 ? 3 : phase - 1;
    }
    ASSERT_NEAR(table.Column("i")[row], CoilCurrent(t, start, value, 2, 0.5, 1, 1, third * (phase - 1)), 2e-7) << t;
  }
}

TEST_P(ModeChanges, ABridgeRectifies) {
  const Table table = Change("Bridge").table;
  const double half = 1.5707963267948966;
  for (size_t row = 0; row < table.Time().size(); ++row) {
    const double t = table.Time()[row];
    double start = 0, value = 0;
    for (double end = half; end < t; end += half) {
      value = CoilCurrent(end, start, value, 0.5, 2, 3, 2, -2 * start);
      start = end;
    }
    ASSERT_NEAR(table.Column("i")[row], CoilCurrent(t, start, value, 0.5, 2, 3, 2, -2 * start), 2e-7) << "at " << t;
  }
}

// From 0.1 s on both have 2/5 of the speed, then 5 v' = -0.6 v.
TEST_P(ModeChanges, AHardEndTakesTheOtherMassAlong) {
  const Table table = Change("Play").table;
  for (const double t : {0.05, 0.5, 3.0}) {
    const double v = t < 0.1 ? 0 : 0.4 * std::exp(-0.12 * (t - 0.1));
    EXPECT_NEAR(table.At("v2", t), v, 1e-7) << "at " << t;
    EXPECT_NEAR(table.At("v1", t), t < 0.1 ? 1 : v, 1e-7) << "at " << t;
    if (t > 0.1) {
      EXPECT_NEAR(table.At("x1", t) - table.At("x2", t), 0.1, 1e-9);
      EXPECT_NEAR(table.At("f", t), 2 * 0.12 * v, 1e-7);
    }
  }
}

// 2.2 N.m hold until 3 sin(t) is more; each carries its part of what it can carry.
TEST_P(ModeChanges, TwoBrakesShareTheirLoad) {
  const Table table = Change("TwoBrakes").table;
  const double begins = std::asin(2.2 / 3);
  const auto speed = [&](double t) { return 3 * (std::cos(begins) - std::cos(t)) - 2.2 * (t - begins); };
  const double ends = Root(speed, 2, 4);
  EXPECT_NEAR(table.At("w", 0.8), 0, 1e-15);
  EXPECT_NEAR(table.At("w", 1.5), speed(1.5), 1e-7);
  const double again = 3.14159265358979323846 + begins;
  ASSERT_LT(ends, again);
  for (const double t : {0.5, 0.5 * (ends + again)}) {
    const double at = t < 1 ? 0.5 : std::round(t / 0.05) * 0.05;
    EXPECT_NEAR(table.At("f1", at), 3 * std::sin(at) / 2.2, 1e-6) << "at " << at;
    EXPECT_NEAR(table.At("f2", at), 3 * std::sin(at) * 1.2 / 2.2, 1e-6) << "at " << at;
  }
}

// Lagrange: (1 + 1/8) w1' + w2'/8 = 3/2 + lock and w1'/8 + (2 + 1/8) w2' = 3/2 - lock; the sum is kept across the jump.
TEST_P(ModeChanges, ALockedDifferentialKeepsTheMomentum) {
  const Table table = Change("Differential").table;
  const double determinant = 1.125 * 2.125 - 1.0 / 64;
  const double a1 = (1.5 * 2.125 - 1.5 / 8) / determinant, a2 = (1.5 * 1.125 - 1.5 / 8) / determinant;
  EXPECT_NEAR(table.At("w1", 0.45), 1 + 0.45 * a1, 1e-7);
  EXPECT_NEAR(table.At("w2", 0.45), 4 + 0.45 * a2, 1e-7);
  const double momentum = 1.25 * (1 + 0.5 * a1) + 2.25 * (4 + 0.5 * a2);
  const double common = momentum / 3.5 + (1 - 0.5) * 3 / 3.5;
  EXPECT_NEAR(table.Last("w1"), common, 1e-7);
  EXPECT_NEAR(table.Last("w2"), common, 1e-7);
}

// The gears keep J1 w1 + ratio J2 w2, all together that and ratio/third J3 w3. The last jump is followed by a pass that
// finds only rounding errors of it.
TEST_P(ModeChanges, GearsInParallelPassAJumpOn) {
  const Table table = Change("ParallelGears").table;
  const double ratio = table.First("ratio"), third = table.First("third"), far = ratio / third;
  const double J1 = table.First("J1"), J2 = table.First("J2"), J3 = table.First("J3");
  const double kept = J1 * table.First("w1") + ratio * J2 * table.First("w2");
  EXPECT_NEAR(table.At("w1", 0.45), kept / (J1 + ratio * ratio * J2), 1e-9);
  const double all = (kept + far * J3 * table.First("w3")) / (J1 + ratio * ratio * J2 + far * far * J3);
  EXPECT_NEAR(table.Last("w1"), all, 1e-9);
  EXPECT_NEAR(table.Last("w2"), ratio * all, 1e-9);
  EXPECT_NEAR(table.Last("w3"), far * all, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Solvers, ModeChanges, ::testing::ValuesIn(kSolvers), NameOfSolver);
INSTANTIATE_TEST_SUITE_P(Solvers, IdealElements, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
