// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/transports.h"

#include <gtest/gtest.h>

#include <array>

namespace stiction::runtime {
namespace {

constexpr std::array<double, 2> kEnds{0, 1}, kEmpty{0, 0};

/// A step in which x goes evenly from one value to another, and what enters at 0 is x*x, at 1 what is given.
Transports::Step Even(double from, double to, double in1) {
  Transports::Step step{};
  for (size_t k = 0; k < 4; ++k) {
    step.x[k] = from + (to - from) * static_cast<double>(k) / 3;
    step.in0[k] = step.x[k] * step.x[k];
    step.in1[k] = in1;
  }
  return step;
}

TEST(Transports, GiveTheInitialDistributionFirst) {
  Transports transports;
  const std::array<double, 4> points{0, 0.5, 0.5, 1}, values{0, 2, 7, 7};
  ASSERT_EQ(transports.Add(points, values, 3), "");
  EXPECT_DOUBLE_EQ(transports.ValueAt(0, 1, 3.2), 7);
  EXPECT_DOUBLE_EQ(transports.ValueAt(0, 1, 3.75), 1);
  EXPECT_DOUBLE_EQ(transports.ValueAt(0, 0, 2.75), 1);
  EXPECT_DOUBLE_EQ(transports.ValueAt(0, 0, 2.25), 7);
}

TEST(Transports, GiveBackWhatEntered) {
  Transports transports;
  ASSERT_EQ(transports.Add(kEnds, kEmpty, 0), "");
  for (int k = 0; k < 6; ++k) transports.Append(0, Even(0.25 * k, 0.25 * (k + 1), 0));
  EXPECT_NEAR(transports.ValueAt(0, 1, 1.5), 0.25, 1e-14);
  EXPECT_NEAR(transports.ValueAt(0, 1, 1.3), 0.09, 1e-14) << "in the last step";
  // Back: what has left at 1 is gone, and 5 follows what is left.
  transports.Append(0, Even(1.5, 1.4, 5));
  transports.Append(0, Even(1.4, 0.6, 5));
  EXPECT_NEAR(transports.ValueAt(0, 0, 1.4), 1.96, 1e-14);
  EXPECT_NEAR(transports.ValueAt(0, 0, 0.7), 0.49, 1e-14);
  EXPECT_DOUBLE_EQ(transports.ValueAt(0, 0, 0.4), 5);
}

TEST(Transports, TurnWithinAStep) {
  Transports transports;
  ASSERT_EQ(transports.Add(kEnds, kEmpty, 0), "");
  Transports::Step step{{1, 1, 1, 1}, {2, 2, 2, 2}, {0, 0.2, 0.1, 0.1}};
  transports.Append(0, step);
  EXPECT_DOUBLE_EQ(transports.ValueAt(0, 0, 0.05), 1) << "0.1 of it is still inside";
  EXPECT_DOUBLE_EQ(transports.ValueAt(0, 0, -0.05), 0);
  EXPECT_DOUBLE_EQ(transports.ValueAt(0, 1, 0.15), 2) << "entered at 1 on the way back";
}

TEST(Transports, WantPointsFromZeroToOne) {
  Transports transports;
  EXPECT_NE(transports.Add(std::array<double, 2>{0.1, 1}, kEmpty, 0), "");
  EXPECT_NE(transports.Add(std::array<double, 2>{0, 0.9}, kEmpty, 0), "");
  EXPECT_NE(transports.Add(std::array<double, 4>{0, 0.6, 0.5, 1}, std::array<double, 4>{0, 0, 0, 0}, 0), "");
  EXPECT_EQ(transports.ValueAt(0, 1, 0), 0) << "no pipe yet";
}

}  // namespace
}  // namespace stiction::runtime
