// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/dopri5.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/program_builder.h"
#include "tests/unit/runtime/integrate/oscillator.h"

namespace stiction::runtime {
namespace {

using test::Oscillator;

struct Errors {
  double end, inside;
};

/// Largest errors of sin t at the ends of the steps and inside them.
Errors WithFixedStep(double h) {
  const Program program = Oscillator();
  std::vector<double> slots = program.initial_slots;
  Tape tape(program);
  SolveStatistics statistics;
  ContinuousSystem system(program, slots.data(), tape, statistics);
  system.Refresh();
  Dopri5 integrator(system, 1e-6);
  integrator.UseFixedStep(h);
  EXPECT_FALSE(integrator.Reset(0));
  Errors errors{0, 0};
  double x[2];
  while (integrator.time() < 4) {
    EXPECT_FALSE(integrator.Step(4));
    integrator.Interpolate(integrator.time(), x);
    errors.end = std::max(errors.end, std::abs(x[0] - std::sin(integrator.time())));
    for (double s : {0.25, 0.5, 0.75}) {
      const double t = integrator.previous_time() + s * (integrator.time() - integrator.previous_time());
      integrator.Interpolate(t, x);
      errors.inside = std::max(errors.inside, std::abs(x[0] - std::sin(t)));
    }
  }
  return errors;
}

TEST(Dopri5, IsOfOrderFive) {
  const double ratio = WithFixedStep(0.25).end / WithFixedStep(0.125).end;
  EXPECT_GT(ratio, 28);  // 32 for order 5, 16 for order 4
  EXPECT_LT(ratio, 38);
}

TEST(Dopri5, DenseOutputIsOfOrderFour) {
  const double ratio = WithFixedStep(0.25).inside / WithFixedStep(0.125).inside;
  EXPECT_GT(ratio, 14);  // 16 for order 4, 8 for order 3
}

TEST(Dopri5, KeepsTheTolerance) {
  const Program program = Oscillator();
  std::vector<double> slots = program.initial_slots;
  Tape tape(program);
  SolveStatistics statistics;
  ContinuousSystem system(program, slots.data(), tape, statistics);
  system.Refresh();
  Dopri5 integrator(system, 1e-9);
  ASSERT_FALSE(integrator.Reset(0));
  while (integrator.time() < 10) ASSERT_FALSE(integrator.Step(10));
  double x[2];
  integrator.Interpolate(10, x);
  EXPECT_NEAR(x[0], std::sin(10.0), 1e-7);
  EXPECT_EQ(integrator.time(), 10);
  EXPECT_LT(integrator.steps(), 400);
  EXPECT_FALSE(integrator.IsStiff());
}

}  // namespace
}  // namespace stiction::runtime
