#include "runtime/solve/state_series.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
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

}  // namespace
}  // namespace stiction::runtime
