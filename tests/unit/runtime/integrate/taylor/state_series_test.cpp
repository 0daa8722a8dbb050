// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/state_series.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

namespace stiction::runtime {
namespace {

constexpr int kOrder = 12;

/// x_i'' = -(i + 1) x_i from x_i = 1 at rest; the states are x_0, v_0, x_1, v_1 and so on.
struct Oscillators {
  SsaGraph graph;
  std::vector<Node> leaves, rates;
  Kernel kernel;
  StateSeries series;
  std::vector<double> start;

  explicit Oscillators(int count) : kernel(Make(count)), series(kernel, IndicesOf(leaves), IndicesOf(rates), kNoSlot) {
    for (int i = 0; i < count; ++i) start.insert(start.end(), {1, 0});
    for (size_t i = 0; i < leaves.size(); ++i) kernel.values()[kernel.IndexOf(leaves[i])] = start[i];
    kernel.RunStage(0);
    series.MeasureBy(std::vector<double>(start.size(), 0.5), 0.25);
    series.Begin(start.data());
    for (int k = 1; k < kOrder; ++k) series.Expand(k);
  }
  Kernel Make(int count) {
    for (int i = 0; i < 2 * count; ++i) leaves.push_back(graph.Leaf(i, Rank::kVarying, 0));
    for (int i = 0; i < count; ++i) {
      const size_t x = 2 * static_cast<size_t>(i);
      rates.push_back(leaves[x + 1]);
      rates.push_back(graph.Apply(OpCode::kMul, graph.Constant(-(i + 1)), leaves[x]));
    }
    NodeShapes shapes;
    shapes.Extend(graph);
    return Kernel(graph, shapes, rates, 1);
  }
  std::vector<int32_t> IndicesOf(const std::vector<Node>& nodes) const {
    std::vector<int32_t> indices;
    for (const Node node : nodes) indices.push_back(kernel.IndexOf(node));
    return indices;
  }
};

class StatesSideBySide : public ::testing::TestWithParam<int> {};

TEST_P(StatesSideBySide, SumToTheSolution) {
  Oscillators of(GetParam());
  const size_t count = of.start.size();
  const double s = 0.05;
  std::vector<int32_t> all(count);
  std::iota(all.begin(), all.end(), 0);
  std::vector<double> x(count), one_by_one(count), rates(count);
  of.series.Evaluate(kOrder, s, x.data());
  of.series.Evaluate(kOrder, s, all, one_by_one.data());
  EXPECT_EQ(x, one_by_one);
  double square = 1;
  for (size_t i = 0; i < count; i += 2, ++square) {
    const double omega = std::sqrt(square);
    EXPECT_NEAR(x[i], std::cos(omega * s), 1e-8) << i;
    EXPECT_NEAR(x[i + 1], -omega * std::sin(omega * s), 1e-8) << i;
    rates[i] = x[i + 1];
    rates[i + 1] = -square * x[i];
  }
  EXPECT_LT(of.series.SlopeError(kOrder, s, rates.data()), 1e-6);
  rates.back() += 0.5;  // of a speed, whose unit is 0.5
  EXPECT_NEAR(of.series.SlopeError(kOrder, s, rates.data()), 1, 1e-6);
}

TEST_P(StatesSideBySide, TheLargestTellsTheSize) {
  Oscillators of(GetParam());
  const double* const c = of.series.of_kernel().Orders()[2];
  double largest = 0;
  for (const int32_t index : of.IndicesOf(of.leaves)) largest = std::max(largest, std::fabs(c[index]) / 0.75);
  EXPECT_NEAR(of.series.SizeOf(2), largest, 1e-15 * largest);
  of.series.of_kernel().Coefficients(2)[of.kernel.IndexOf(of.leaves[0])] = std::nan("");
  EXPECT_TRUE(std::isnan(of.series.SizeOf(2)));
}

INSTANTIATE_TEST_SUITE_P(Counts, StatesSideBySide, ::testing::Values(1, 3, 8, 9, 21, 100));

// The terms of x = cos t and of v = -sin t, and of what is faster.
TEST(StateSeries, HasDecayedWhereEachElementHas) {
  Oscillators one(1), four(4);
  const double last = std::pow(0.5, 11) / std::tgamma(12), largest = 0.5;  // of v at 0.5
  EXPECT_TRUE(one.series.HasDecayed(kOrder, 0.5, 1.01 * last / largest));
  EXPECT_FALSE(one.series.HasDecayed(kOrder, 0.5, 0.99 * last / largest));
  EXPECT_FALSE(four.series.HasDecayed(kOrder, 0.5, 1.01 * last / largest)) << "the fourth has twice the frequency";
  EXPECT_FALSE(one.series.HasDecayed(kOrder, 30, 1)) << "the terms grow";
  EXPECT_FALSE(one.series.HasDecayed(kOrder, 1e40, 1)) << "their powers overflow";
}

/// The series of x' = f(x, y), y' = g(x, y) about a point.
struct Plane {
  SsaGraph graph;
  Node x = graph.Leaf(0, Rank::kVarying, 0), y = graph.Leaf(1, Rank::kVarying, 0);

  bool LargestGrows(Node f, Node g, double x0, double y0) {
    NodeShapes shapes;
    shapes.Extend(graph);
    Kernel kernel(graph, shapes, {f, g}, 1);
    StateSeries series(kernel, {kernel.IndexOf(x), kernel.IndexOf(y)}, {kernel.IndexOf(f), kernel.IndexOf(g)}, kNoSlot);
    const std::vector<double> start = {x0, y0};
    for (const auto& [leaf, value] : {std::pair(x, x0), std::pair(y, y0)}) {
      kernel.values()[kernel.IndexOf(leaf)] = value;
    }
    kernel.RunStage(0);
    series.MeasureBy({1e-6, 1e-6}, 1e-6);
    series.Begin(start.data());
    for (int k = 1; k < kOrder; ++k) series.Expand(k);
    return series.LargestGrows(kOrder);
  }
  Node Times(double factor, Node of) { return graph.Apply(OpCode::kMul, graph.Constant(factor), of); }
  Node Sum(Node a, Node b) { return graph.Apply(OpCode::kAdd, a, b); }
};

/// x' = a x - b y, y' = b x + a y: exp((a + i b) t) of a point at any angle.
TEST(LargestGrows, OfNothingThatDecays) {
  for (const double b : {0.0, 1e-3, 0.3, 1.0, 30.0}) {
    for (int angle = 0; angle < 360; angle += 5) {
      Plane plane;
      const double a = -1, phi = angle * std::numbers::pi / 180;
      EXPECT_FALSE(plane.LargestGrows(plane.Sum(plane.Times(a, plane.x), plane.Times(-b, plane.y)),
                                      plane.Sum(plane.Times(b, plane.x), plane.Times(a, plane.y)), std::cos(phi),
                                      std::sin(phi)))
          << b << " at " << angle;
    }
  }
}

/// x' = x, and x' = x^2, which has a pole at 1 / x ahead.
TEST(LargestGrows, OfGrowthAndBeforeASingularity) {
  Plane plane;
  EXPECT_TRUE(plane.LargestGrows(plane.Times(3, plane.x), plane.Times(-1, plane.y), 1, 1));
  Plane other;
  EXPECT_TRUE(other.LargestGrows(other.graph.Apply(OpCode::kMul, other.x, other.x), other.Times(-0.1, other.y), 2, 1));
}

}  // namespace
}  // namespace stiction::runtime
