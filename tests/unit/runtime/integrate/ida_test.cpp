// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/ida.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/runtime/simulate/models.h"

namespace stiction::runtime {
namespace {

TEST(Ida, FollowsAStiffModelWithFewSteps) {
  const Program program = test::Relaxation(1e6, 1, true);
  std::vector<double> slots = program.initial_slots;
  Tape tape(program);
  SolveStatistics statistics;
  ContinuousSystem system(program, slots.data(), tape, statistics);
  Ida integrator(system, Form::kOde, 1e-6);
  ASSERT_FALSE(integrator.Reset(0));
  double x = 0;
  while (integrator.time() < 10) {
    ASSERT_FALSE(integrator.Step(10));
    const double t = (integrator.previous_time() + integrator.time()) / 2;
    if (t < 1e-4) continue;
    integrator.Interpolate(t, &x);
    ASSERT_NEAR(x, std::sin(t) - 1e-6 * std::cos(t), 1e-5) << t;
  }
  EXPECT_EQ(integrator.time(), 10);
  EXPECT_LT(integrator.steps(), 1500);  // an explicit method needs about 3e6
}

TEST(Ida, GoesExactlyToTheLimitAndOn) {
  const Program program = test::Relaxation(1, 1, false);
  std::vector<double> slots = program.initial_slots;
  Tape tape(program);
  SolveStatistics statistics;
  ContinuousSystem system(program, slots.data(), tape, statistics);
  Ida integrator(system, Form::kOde, 1e-8);
  ASSERT_FALSE(integrator.Reset(0));
  for (double limit : {0.5, std::nextafter(0.5, 1.0), 1.0}) {
    while (integrator.time() < limit) ASSERT_FALSE(integrator.Step(limit));
    EXPECT_EQ(integrator.time(), limit);
    double x = 0;
    integrator.Interpolate(limit, &x);
    EXPECT_NEAR(x, std::exp(-limit), 1e-7);
  }
}

}  // namespace
}  // namespace stiction::runtime
