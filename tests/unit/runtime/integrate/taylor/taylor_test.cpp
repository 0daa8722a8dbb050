// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/taylor.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/program_builder.h"
#include "tests/unit/runtime/integrate/oscillator.h"
#include "tests/unit/runtime/simulate/models.h"

namespace stiction::runtime {
namespace {

using test::Oscillator;

struct Running {
  explicit Running(const Program& of) : program(of) { system.Refresh(); }
  Program program;
  std::vector<double> slots = program.initial_slots;
  Tape tape{program};
  SolveStatistics statistics;
  ContinuousSystem system{program, slots.data(), tape, statistics};
};

double ErrorWithFixedStep(double h, int order) {
  Running running(Oscillator());
  Taylor integrator(running.system, 1e-6);
  integrator.UseFixedStep(h, order);
  EXPECT_FALSE(integrator.Reset(0));
  double largest = 0;
  double x[2];
  while (integrator.time() < 4) {
    EXPECT_FALSE(integrator.Step(4));
    for (double s : {0.25, 0.5, 1.0}) {
      const double t = integrator.previous_time() + s * (integrator.time() - integrator.previous_time());
      integrator.Interpolate(t, x);
      largest = std::max(largest, std::abs(x[0] - std::sin(t)));
    }
  }
  return largest;
}

TEST(Taylor, IsOfTheOrderAskedFor) {
  for (const int order : {3, 4, 6, 8}) {
    const double ratio = ErrorWithFixedStep(0.5, order) / ErrorWithFixedStep(0.25, order);
    EXPECT_NEAR(std::log2(ratio), order, 0.35) << order;
  }
}

TEST(Taylor, KeepsTheTolerance) {
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    Running running(Oscillator());
    Taylor integrator(running.system, tolerance);
    ASSERT_FALSE(integrator.Reset(0));
    while (integrator.time() < 50) ASSERT_FALSE(integrator.Step(50));
    double x[2];
    integrator.Interpolate(50, x);
    EXPECT_NEAR(x[0], std::sin(50.0), 20 * tolerance);
    EXPECT_LT(integrator.steps(), 60);  // order 12 or so goes a unit of time and more
    EXPECT_FALSE(integrator.IsStiff());
  }
}

TEST(Taylor, TakesALowOrderForAShortStep) {
  Program oscillator = Oscillator();
  for (StateInfo& state : oscillator.states) {
    state.nominal = static_cast<Slot>(oscillator.initial_slots.size());
    oscillator.initial_slots.push_back(1);
  }
  Running running(oscillator);
  Taylor integrator(running.system, 1e-6);
  integrator.LimitStep(1e-3);
  ASSERT_FALSE(integrator.Reset(0));
  ASSERT_FALSE(integrator.Step(1));
  EXPECT_LE(integrator.order(), 4);
  integrator.LimitStep(1);
  ASSERT_FALSE(integrator.Step(10));
  EXPECT_GT(integrator.order(), 8);
}

TEST(Taylor, GivesTheSeriesOfStates) {
  Running running(Oscillator());
  Taylor integrator(running.system, 1e-6);
  ASSERT_FALSE(integrator.Reset(0));
  ASSERT_FALSE(integrator.Step(10));
  const StepSeries& series = integrator.Series();
  EXPECT_EQ(series.begin, 0);
  EXPECT_EQ(series.begin + series.width, integrator.time());
  EXPECT_EQ(series.order, integrator.order());
}

TEST(Taylor, ExtendsAndShortensAStep) {
  Running running(Oscillator());
  Taylor integrator(running.system, 1e-6);
  integrator.LimitStep(0.5);
  ASSERT_FALSE(integrator.Reset(0));
  ASSERT_FALSE(integrator.Step(10));
  const int order = integrator.order();
  double x[2];
  integrator.Interpolate(0.5, x);
  const double error = std::abs(x[0] - std::sin(0.5));
  ASSERT_TRUE(integrator.ExtendSeries(order + 6));
  EXPECT_EQ(integrator.Series().order, order + 6);
  integrator.Interpolate(0.5, x);
  EXPECT_LT(std::abs(x[0] - std::sin(0.5)), 1e-3 * error);
  EXPECT_FALSE(integrator.ExtendSeries(order + 6));
  integrator.Shorten(0.3);
  EXPECT_EQ(integrator.time(), 0.3);
  EXPECT_EQ(integrator.Series().width, 0.3);
  ASSERT_FALSE(integrator.Step(10));
  EXPECT_EQ(integrator.previous_time(), 0.3);
  integrator.Interpolate(integrator.time(), x);
  EXPECT_NEAR(x[0], std::sin(integrator.time()), 1e-6);
}

// x' = -1e4 (x - cos t): the solution is smooth, its step is limited by what it no longer holds.
TEST(Taylor, SeesStiffness) {
  Running running(test::Relaxation(1e4, 1, true));
  ASSERT_TRUE(Taylor::IsPossible(running.system));
  Taylor integrator(running.system, 1e-6);
  ASSERT_FALSE(integrator.Reset(0));
  while (integrator.time() < 0.1 && !integrator.IsStiff()) ASSERT_FALSE(integrator.Step(1));
  EXPECT_TRUE(integrator.IsStiff());
  EXPECT_GT(integrator.Reach(), 1);
}

// x' = -1 / x from 1: x = sqrt(1 - 2 t) ends at t = 1/2, and no step goes beyond.
TEST(Taylor, DoesNotStepOverASingularity) {
  test::ProgramBuilder b;
  const Slot x = b.State("x", 1);
  const Slot minus = b.New(-1);
  const int32_t from = b.From();
  b.EmitTo(x + 1, OpCode::kDiv, minus, x);
  b.Explicit(b.All(), from, {x + 1});
  Running running(b.program);
  Taylor integrator(running.system, 1e-6);
  ASSERT_FALSE(integrator.Reset(0));
  for (int i = 0; i < 300 && !integrator.Step(1); ++i) {
    double at;
    integrator.Interpolate(integrator.time(), &at);
    ASSERT_NEAR(at * at, 1 - 2 * integrator.time(), 1e-6) << integrator.time();
  }
  EXPECT_NEAR(integrator.time(), 0.5, 1e-6);
}

// x' = held sin(time): where nothing is held the series is proved without a look at the model.
// x' = exp(-(a (t - 0.26))^2): flat at both ends and in the middle of the step.
TEST(Taylor, SeesAHumpInAQuarterOfAStep) {
  constexpr double kSharpness = 25;
  test::ProgramBuilder b;
  const Slot x = b.State("x", 0);
  const Slot sharpness = b.New(kSharpness), middle = b.New(0.26);
  const int32_t from = b.From();
  const Slot far = b.Emit(OpCode::kMul, sharpness, b.Emit(OpCode::kSub, b.program.time, middle));
  b.EmitTo(x + 1, OpCode::kExp, b.Emit(OpCode::kNeg, b.Emit(OpCode::kMul, far, far)));
  b.Explicit(b.All(), from, {x + 1});
  Running running(b.program);
  Taylor integrator(running.system, 1e-6);
  ASSERT_FALSE(integrator.Reset(0));
  for (int i = 0; i < 300 && integrator.time() < 1; ++i) {
    if (integrator.Step(1)) break;  // no series: for another method
  }
  double at;
  integrator.Interpolate(integrator.time(), &at);
  const double area = std::sqrt(std::acos(-1)) / kSharpness;
  const double begin = std::erf(kSharpness * -0.26), end = std::erf(kSharpness * (integrator.time() - 0.26));
  EXPECT_NEAR(at, 0.5 * area * (end - begin), 1e-5);
}

TEST(Taylor, WhatStandsStillNeedsNoProof) {
  test::ProgramBuilder b;
  const Slot x = b.State("x", 1);
  const Slot held = b.Discrete("held", 0, ValueType::kReal).first;
  const int32_t from = b.From();
  b.EmitTo(x + 1, OpCode::kMul, held, b.Emit(OpCode::kSin, b.program.time));
  b.Explicit(b.All(), from, {x + 1});
  Running running(b.program);
  Taylor integrator(running.system, 1e-6);
  ASSERT_FALSE(integrator.Reset(0));
  const long evaluations = running.system.evaluations();
  ASSERT_FALSE(integrator.Step(2));
  EXPECT_EQ(running.system.evaluations(), evaluations);
  EXPECT_EQ(integrator.time(), 2);
  running.slots[held] = 1;
  running.system.Refresh();
  ASSERT_FALSE(integrator.Reset(2));
  ASSERT_FALSE(integrator.Step(2.5));
  double at;
  integrator.Interpolate(2.5, &at);
  EXPECT_NEAR(at, 1 + std::cos(2.0) - std::cos(2.5), 1e-6);
}

// x'' = 2: the series ends, and is the solution.
TEST(Taylor, APolynomialNeedsNoProof) {
  test::ProgramBuilder b;
  const Slot x = b.State("x", 0), v = b.State("v", 0);
  const Slot two = b.New(2);
  const int32_t from = b.From();
  b.EmitTo(x + 1, OpCode::kCopy, v);
  b.EmitTo(v + 1, OpCode::kCopy, two);
  b.Explicit(b.All(), from, {x + 1, v + 1});
  Running running(b.program);
  Taylor integrator(running.system, 1e-6);
  ASSERT_FALSE(integrator.Reset(0));
  const long evaluations = running.system.evaluations();
  ASSERT_FALSE(integrator.Step(1000));
  EXPECT_EQ(running.system.evaluations(), evaluations);
  double at[2];
  integrator.Interpolate(1000, at);
  EXPECT_EQ(integrator.time(), 1000);
  EXPECT_NEAR(at[0], 1e6, 1e-6);
}

// Integrals of powers of a sine, whose defects are known.
TEST(Taylor, GoesFurtherWhereNothingCanHide) {
  for (const int power : {1, 2, 3}) {
    test::ProgramBuilder b;
    const Slot x = b.State("x", 0), y = b.State("y", 0);
    const int32_t from = b.From();
    b.EmitTo(x + 1, OpCode::kCos, b.program.time);
    Slot product = x;
    for (int i = 1; i < power; ++i) product = b.Emit(OpCode::kMul, product, x);
    b.EmitTo(y + 1, OpCode::kCopy, product);
    b.Explicit(b.All(), from, {x + 1, y + 1});
    Running running(b.program);
    Taylor integrator(running.system, 1e-6);
    integrator.LimitStep(5, 0.05);
    ASSERT_FALSE(integrator.Reset(0));
    while (integrator.time() < 10) ASSERT_FALSE(integrator.Step(10));
    EXPECT_LT(integrator.steps(), 40);
    double at[2];
    integrator.Interpolate(10, at);
    const double c = std::cos(10.0);
    const double truth[] = {1 - c, 5 - std::sin(20.0) / 4, 2.0 / 3 - c + c * c * c / 3};
    EXPECT_NEAR(at[1], truth[power - 1], 1e-5) << power;
  }
}

// z' = (t^6 + c)^2, t^6 by six integrals, beside a slow oscillation: what the product has beyond the order is seen.
TEST(Taylor, AProductIsNotLostBeyondTheOrder) {
  for (const double c : {0.0, 1.0}) {
    test::ProgramBuilder b;
    std::vector<Slot> states, rates;
    const auto add = [&](double start) {
      states.push_back(b.State("x" + std::to_string(states.size()), start));
      rates.push_back(states.back() + 1);
      return states.back();
    };
    for (int i = 0; i < 6; ++i) add(i == 0 ? c : 0);
    const Slot w = add(1), v = add(0), z = add(100);
    const Slot top = b.New(720), slow = b.New(0.2), back = b.New(-0.2);
    const int32_t from = b.From();
    for (int i = 0; i < 6; ++i)
      b.EmitTo(rates[static_cast<size_t>(i)], OpCode::kCopy, i < 5 ? states[static_cast<size_t>(i) + 1] : top);
    b.EmitTo(w + 1, OpCode::kMul, slow, v);
    b.EmitTo(v + 1, OpCode::kMul, back, w);
    b.EmitTo(z + 1, OpCode::kMul, states[0], states[0]);
    b.Explicit(b.All(), from, rates);
    Running running(b.program);
    Taylor integrator(running.system, 1e-6);
    integrator.LimitStep(20, 2);
    ASSERT_FALSE(integrator.Reset(0));
    while (integrator.time() < 2) ASSERT_FALSE(integrator.Step(2));
    double at[9];
    integrator.Interpolate(2, at);
    EXPECT_NEAR(at[8], 100 + std::pow(2.0, 13) / 13 + 2 * c * std::pow(2.0, 7) / 7 + 2 * c * c, 1e-3) << c;
  }
}

// x' = y, y' = -x, z' = exp(-(x / w)^2): with the peak as narrow as a step nothing of it is passed over, and where x is
// far from it the steps are long.
TEST(Taylor, GoesFarWhereAFunctionIsGoneAndNotBeyond) {
  for (const double w : {1e-2, 1e-4}) {
    test::ProgramBuilder b;
    const Slot x = b.State("x", 1), y = b.State("y", 0), z = b.State("z", 0);
    const Slot sharp = b.New(1 / w);
    const int32_t from = b.From();
    b.EmitTo(x + 1, OpCode::kCopy, y);
    b.EmitTo(y + 1, OpCode::kNeg, x);
    const Slot u = b.Emit(OpCode::kMul, sharp, x);
    b.EmitTo(z + 1, OpCode::kExp, b.Emit(OpCode::kNeg, b.Emit(OpCode::kMul, u, u)));
    b.Explicit(b.All(), from, {x + 1, y + 1, z + 1});
    Running running(b.program);
    Taylor integrator(running.system, 1e-9);
    integrator.LimitStep(1, 1e-3);
    ASSERT_FALSE(integrator.Reset(0));
    while (integrator.time() < 10) ASSERT_FALSE(integrator.Step(10));
    EXPECT_LT(integrator.steps(), w == 1e-2 ? 3000 : 1200);  // 10000 of the usual length
    double at[3];
    integrator.Interpolate(10, at);
    // Three passes at speed 1: sqrt(pi) w (1 + w^2 / 4 + ...) each.
    EXPECT_NEAR(at[2] / (3 * std::sqrt(std::acos(-1.0)) * w * (1 + w * w / 4)), 1, 1e-5) << w;
  }
}

// x' = x - c from where the tolerance does not see it: no step beyond the usual limit while the terms do not fall off,
// wherever the equilibrium is and whatever another state does meanwhile.
TEST(Taylor, GoesNoFurtherWithWhatStillGrows) {
  for (const double c : {0.0, 1.0}) {
    test::ProgramBuilder b;
    const double distance = c == 0 ? 1e-12 : 1e-10, end = c == 0 ? 30 : 25;
    const Slot x = b.State("x", c + distance), y = b.State("y", 1);
    const int32_t from = b.From();
    b.EmitTo(x + 1, OpCode::kSub, x, b.New(c));
    b.EmitTo(y + 1, OpCode::kCopy, b.program.time);
    b.Explicit(b.All(), from, {x + 1, y + 1});
    Running running(b.program);
    Taylor integrator(running.system, 1e-6);
    integrator.LimitStep(end, end / 500);
    ASSERT_FALSE(integrator.Reset(0));
    while (integrator.time() < end) ASSERT_FALSE(integrator.Step(end));
    double at[2];
    integrator.Interpolate(end, at);
    EXPECT_NEAR((at[0] - c) / (distance * std::exp(end)), 1, 2e-4) << c;
  }
}

// z' = x^8 by products, x' = 1: beside a slow oscillation the low coefficients of z tell nothing at x = 0, nor near it.
TEST(Taylor, APowerIsNotLostWhereItsLowTermsVanish) {
  for (const double x0 : {0.0, 0.01, -0.5}) {
    test::ProgramBuilder b;
    const Slot x = b.State("x", x0), w = b.State("w", 1), v = b.State("v", 0), z = b.State("z", 100);
    const Slot one = b.New(1), slow = b.New(0.2), back = b.New(-0.2);
    const int32_t from = b.From();
    const Slot x2 = b.Emit(OpCode::kMul, x, x), x4 = b.Emit(OpCode::kMul, x2, x2);
    b.EmitTo(x + 1, OpCode::kCopy, one);
    b.EmitTo(w + 1, OpCode::kMul, slow, v);
    b.EmitTo(v + 1, OpCode::kMul, back, w);
    b.EmitTo(z + 1, OpCode::kMul, x4, x4);
    b.Explicit(b.All(), from, {x + 1, w + 1, v + 1, z + 1});
    Running running(b.program);
    Taylor integrator(running.system, 1e-6);
    integrator.LimitStep(5, 1);
    ASSERT_FALSE(integrator.Reset(0));
    while (integrator.time() < 2) ASSERT_FALSE(integrator.Step(2));
    double at[4];
    integrator.Interpolate(2, at);
    EXPECT_NEAR(at[3], 100 + (std::pow(x0 + 2, 9) - std::pow(x0, 9)) / 9, 1e-4) << x0;
  }
}

// x' = 1 + sin t - t: the terms up to the third order cancel.
TEST(Taylor, ASineIsNoPolynomial) {
  test::ProgramBuilder b;
  const Slot x = b.State("x", 0);
  const Slot one = b.New(1);
  const int32_t from = b.From();
  const Slot sum = b.Emit(OpCode::kAdd, one, b.Emit(OpCode::kSin, b.program.time));
  b.EmitTo(x + 1, OpCode::kSub, sum, b.program.time);
  b.Explicit(b.All(), from, {x + 1});
  Running running(b.program);
  Taylor integrator(running.system, 1e-6);
  ASSERT_FALSE(integrator.Reset(0));
  while (integrator.time() < 4) ASSERT_FALSE(integrator.Step(std::min(4.0, integrator.time() + 1)));
  double at;
  integrator.Interpolate(4, &at);
  EXPECT_NEAR(at, 5 - std::cos(4.0) - 8, 1e-5);
}

}  // namespace
}  // namespace stiction::runtime
