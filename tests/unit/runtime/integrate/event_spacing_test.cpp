// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/event_spacing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace stiction::runtime {
namespace {

/// Events at such distances, one step to each.
template <class Distance>
EventSpacing After(int count, const Distance& distance) {
  EventSpacing spacing(3);
  double t = 0;
  spacing.Restart(t);
  for (int i = 0; i < count; ++i) {
    spacing.Step();
    spacing.Restart(t += distance(i));
  }
  return spacing;
}

TEST(EventSpacing, KnowsNothingBeforeTheSecondEvent) {
  EventSpacing spacing(3);
  spacing.Restart(1);
  EXPECT_EQ(spacing.Longest(), std::numeric_limits<double>::infinity());
  spacing.Step();
  spacing.Restart(1.5);
  EXPECT_NEAR(spacing.Longest(), 3 * 0.5, 1e-12);
}

TEST(EventSpacing, GoesALittleBeyondTheNextOfRegularEvents) {
  EXPECT_NEAR(After(100, [](int) { return 0.5; }).Longest(), 1.25 * 0.5, 1e-6);
  const double alternating = After(100, [](int i) { return i % 2 == 0 ? 0.2 : 0.3; }).Longest();
  EXPECT_GT(alternating, 0.3);
  EXPECT_LT(alternating, 0.5);
}

TEST(EventSpacing, GoesTheDistancesGivenAmongRandomEvents) {
  std::mt19937 generator(1);
  std::exponential_distribution<double> distance(4);
  double sum = 0;
  constexpr int kSamples = 300;
  for (int i = 0; i < kSamples; ++i) sum += After(50, [&](int) { return distance(generator); }).Longest();
  EXPECT_NEAR(sum / kSamples, 3 * 0.25, 0.1);
}

TEST(EventSpacing, GoesFartherWithEachStepWithoutAnEvent) {
  EventSpacing spacing = After(10, [](int) { return 1.0; });
  const double first = spacing.Longest();
  for (const double factor : {2, 8, 64}) {
    spacing.Step();
    EXPECT_DOUBLE_EQ(spacing.Longest(), factor * first);
  }
}

TEST(EventSpacing, ADistanceOfRoundingErrorsIsSoonForgotten) {
  EventSpacing spacing = After(10, [](int) { return 1e-28; });
  for (int step = 0; step < 16; ++step) spacing.Step();
  EXPECT_GT(spacing.Longest(), 1);
}

}  // namespace
}  // namespace stiction::runtime
