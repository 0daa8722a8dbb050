// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/kernel_series.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace stiction::runtime {
namespace {

constexpr int kOrder = 14;
constexpr std::array<double, 5> kX = {0.7, 0.4, -0.3, 0.2, 0.1};  // x(s), y(s) and time = 0.3 + s
constexpr std::array<double, 5> kY = {1.3, -0.2, 0.5, 0, 0.3};

double Value(const std::array<double, 5>& c, double s) {
  return c[0] + s * (c[1] + s * (c[2] + s * (c[3] + s * c[4])));
}

/// A graph with the leaves time, x and y, and a parameter that is held.
struct Formulas {
  SsaGraph graph;
  Node time = graph.Leaf(0, Rank::kVarying, 0), x = graph.Leaf(1, Rank::kVarying, 0),
       y = graph.Leaf(2, Rank::kVarying, 0), held = graph.Leaf(3, Rank::kHeld, 0);
};

struct Case {
  std::string name;
  std::function<Node(Formulas&)> formula;
  std::function<double(double t, double x, double y)> truth;
};

// All functions with a rule are there, by the table of operators.
std::vector<Case> Cases() {
  const auto of = [](OpCode op) { return [op](Formulas& f) { return f.graph.Apply(op, f.x); }; };
  std::vector<Case> cases = {
      {"Negation", of(OpCode::kNeg), [](double, double x, double) { return -x; }},
      {"Sum", [](Formulas& f) { return f.graph.Apply(OpCode::kAdd, f.x, f.y); },
       [](double, double x, double y) { return x + y; }},
      {"Difference", [](Formulas& f) { return f.graph.Apply(OpCode::kSub, f.held, f.y); },
       [](double, double, double y) { return 2.5 - y; }},
      {"Multiple", [](Formulas& f) { return f.graph.Apply(OpCode::kMul, f.x, f.held); },
       [](double, double x, double) { return 2.5 * x; }},
      {"Product", [](Formulas& f) { return f.graph.Apply(OpCode::kMul, f.x, f.y); },
       [](double, double x, double y) { return x * y; }},
      {"Share", [](Formulas& f) { return f.graph.Apply(OpCode::kDiv, f.x, f.held); },
       [](double, double x, double) { return x / 2.5; }},
      {"Quotient", [](Formulas& f) { return f.graph.Apply(OpCode::kDiv, f.x, f.y); },
       [](double, double x, double y) { return x / y; }},
      {"Inverse", [](Formulas& f) { return f.graph.Apply(OpCode::kDiv, f.held, f.y); },
       [](double, double, double y) { return 2.5 / y; }},
      {"Reciprocal", of(OpCode::kReciprocal), [](double, double x, double) { return 1 / x; }},
      {"Square", of(OpCode::kSquare), [](double, double x, double) { return x * x; }},
      {"Power", [](Formulas& f) { return f.graph.Apply(OpCode::kPow, f.x, f.held); },
       [](double, double x, double) { return std::pow(x, 2.5); }},
      {"Choice",
       [](Formulas& f) {
         const Node is_above = f.graph.Apply(OpCode::kGt, f.held, f.graph.Constant(1));
         return f.graph.Apply(OpCode::kSelect, is_above, f.graph.Apply(OpCode::kSin, f.x), f.y);
       },
       [](double, double x, double) { return std::sin(x); }},
      {"SineOfTime",
       [](Formulas& f) {
         const Node phase = f.graph.Apply(OpCode::kAdd, f.graph.Apply(OpCode::kMul, f.held, f.time), f.held);
         return f.graph.Apply(OpCode::kSin, phase);
       },
       [](double t, double, double) { return std::sin(2.5 * t + 2.5); }},
      {"CosineOfTime", [](Formulas& f) { return f.graph.Apply(OpCode::kCos, f.time); },
       [](double t, double, double) { return std::cos(t); }},
      {"SineOfSquareOfTime",
       [](Formulas& f) { return f.graph.Apply(OpCode::kSin, f.graph.Apply(OpCode::kSquare, f.time)); },
       [](double t, double, double) { return std::sin(t * t); }},
  };
  using std::sin;
#define STICTION_UNARY_FUNCTION(id, name, failure, value, derivative, formal, result, continuity, unit, series) \
  if (SeriesRule::series != SeriesRule::kNone) {                                                                \
    cases.push_back({#id, of(OpCode::k##id), [](double, double x, double) -> double { return value; }});        \
  }
#include "runtime/operators/operators.def"
  return cases;
}

class Series : public ::testing::TestWithParam<Case> {};

// The series of f(t, x(s), y(s)) against f itself, for one such value and for several side by side.
TEST_P(Series, SumsToTheFunction) {
  for (const Executor executor : {Executor::kThreaded, Executor::kBatched}) {
    Formulas f;
    const Node root = GetParam().formula(f);
    NodeShapes shapes;
    shapes.Extend(f.graph);
    Kernel kernel(f.graph, shapes, {root}, 1, executor);
    ASSERT_TRUE(KernelSeries::IsPossible(kernel));
    KernelSeries series(kernel, kernel.IndexOf(f.time), {kernel.IndexOf(root)});
    const auto set = [&](int k, Node node, double value) {
      if (kernel.IndexOf(node) != kNoSlot) series.Coefficients(k)[kernel.IndexOf(node)] = value;
    };
    set(0, f.held, 2.5);
    set(0, f.time, 0.3);
    set(0, f.x, kX[0]);
    set(0, f.y, kY[0]);
    kernel.RunHeld();
    kernel.RunStage(0);
    series.Begin();
    for (int k = 1; k <= kOrder; ++k) {
      set(k, f.time, k == 1 ? 1 : 0);
      set(k, f.x, k < 5 ? kX[static_cast<size_t>(k)] : 0);
      set(k, f.y, k < 5 ? kY[static_cast<size_t>(k)] : 0);
      series.Run(k);
    }
    const double* const* c = series.Orders();
    for (const double s : {-0.05, 0.02, 0.07}) {
      double sum = 0;
      for (int k = kOrder; k >= 0; --k) sum = sum * s + c[k][kernel.IndexOf(root)];
      EXPECT_NEAR(sum, GetParam().truth(0.3 + s, Value(kX, s), Value(kY, s)), 1e-13) << s;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operations, Series, ::testing::ValuesIn(Cases()),
                         [](const auto& of) { return of.param.name; });

// sin(t + i) x_i - y_i for many i: loops and single operations give the same bits.
TEST(KernelSeries, LoopsGiveTheSameBits) {
  SsaGraph graph;
  const Node time = graph.Leaf(0, Rank::kVarying, 0);
  std::vector<Node> roots, leaves;
  for (int i = 0; i < 21; ++i) {
    const Node x = graph.Leaf(1 + 2 * i, Rank::kVarying, 0), y = graph.Leaf(2 + 2 * i, Rank::kVarying, 0);
    leaves.insert(leaves.end(), {x, y});
    const Node sine = graph.Apply(OpCode::kSin, graph.Apply(OpCode::kAdd, time, graph.Constant(i)));
    roots.push_back(graph.Apply(OpCode::kSub, graph.Apply(OpCode::kMul, sine, x), graph.Apply(OpCode::kNeg, y)));
  }
  NodeShapes shapes;
  shapes.Extend(graph);
  std::vector<std::vector<double>> results;
  for (const Executor executor : {Executor::kThreaded, Executor::kBatched}) {
    Kernel kernel(graph, shapes, roots, 1, executor);
    std::vector<int32_t> wanted;
    for (const Node root : roots) wanted.push_back(kernel.IndexOf(root));
    KernelSeries series(kernel, kernel.IndexOf(time), wanted);
    for (int k = 0; k <= 6; ++k) {
      for (const Node leaf : leaves) series.Coefficients(k)[kernel.IndexOf(leaf)] = std::sin(leaf + k);
      if (k == 0) kernel.RunStage(0);
      if (k == 0) series.Begin();
      if (k == 1) series.Coefficients(1)[kernel.IndexOf(time)] = 1;
      if (k > 0) series.Run(k);
    }
    std::vector<double>& result = results.emplace_back();
    for (int k = 0; k <= 6; ++k) {
      for (const Node root : roots) result.push_back(series.Coefficients(k)[kernel.IndexOf(root)]);
    }
  }
  EXPECT_EQ(results[0], results[1]);
}

TEST(KernelSeries, NeedsSmoothOperations) {
  for (const OpCode op : {OpCode::kAbs, OpCode::kFloor, OpCode::kSign}) {
    Formulas f;
    const Node root = f.graph.Apply(op, f.x);
    NodeShapes shapes;
    shapes.Extend(f.graph);
    EXPECT_FALSE(KernelSeries::IsPossible(Kernel(f.graph, shapes, {root}, 1)));
  }
  Formulas f;
  const Node is_above = f.graph.Apply(OpCode::kGt, f.x, f.graph.Constant(0));
  const Node root = f.graph.Apply(OpCode::kSelect, is_above, f.x, f.y);
  NodeShapes shapes;
  shapes.Extend(f.graph);
  EXPECT_FALSE(KernelSeries::IsPossible(Kernel(f.graph, shapes, {root}, 1)));
}

// x' = y, y' = held (x + sin time) + (held = 2 ? time : 0)
TEST(KernelSeries, StandsStillWhereTimeReachesNoRate) {
  Formulas f;
  const Node load = f.graph.Apply(OpCode::kAdd, f.x, f.graph.Apply(OpCode::kSin, f.time));
  const Node is_two = f.graph.Apply(OpCode::kEq, f.held, f.graph.Constant(2));
  const Node rest = f.graph.Apply(OpCode::kSelect, is_two, f.time, f.graph.Constant(0));
  const Node rate = f.graph.Apply(OpCode::kAdd, f.graph.Apply(OpCode::kMul, f.held, load), rest);
  NodeShapes shapes;
  shapes.Extend(f.graph);
  Kernel kernel(f.graph, shapes, {f.y, rate}, 1);
  const int32_t x = kernel.IndexOf(f.x), y = kernel.IndexOf(f.y);
  KernelSeries series(kernel, kernel.IndexOf(f.time), {}, {{x, y}, {y, kernel.IndexOf(rate)}});
  const auto stands_still = [&](double of_x, double of_y, double held) {
    kernel.values()[x] = of_x;
    kernel.values()[y] = of_y;
    kernel.values()[kernel.IndexOf(f.held)] = held;
    kernel.values()[kernel.IndexOf(f.time)] = 0;
    kernel.RunHeld();
    kernel.RunStage(0);
    series.Begin();
    return series.StandsStill();
  };
  for (int round = 0; round < 2; ++round) {
    EXPECT_TRUE(stands_still(3, 0, 0));
    EXPECT_FALSE(stands_still(3, 1, 0));
    EXPECT_FALSE(stands_still(0, 0, 1));  // all rates are 0 now
    EXPECT_FALSE(stands_still(0, 0, 2));
  }
}

// x' = x sin(time)
TEST(KernelSeries, AProductWithWhatStaysZeroStandsStill) {
  Formulas f;
  const Node rate = f.graph.Apply(OpCode::kMul, f.x, f.graph.Apply(OpCode::kSin, f.time));
  NodeShapes shapes;
  shapes.Extend(f.graph);
  Kernel kernel(f.graph, shapes, {rate}, 1);
  const int32_t x = kernel.IndexOf(f.x);
  KernelSeries series(kernel, kernel.IndexOf(f.time), {}, {{x, kernel.IndexOf(rate)}});
  const auto stands_still = [&](double of_x) {
    kernel.values()[x] = of_x;
    kernel.values()[kernel.IndexOf(f.time)] = 0;
    kernel.RunStage(0);
    series.Begin();
    return series.StandsStill();
  };
  EXPECT_TRUE(stands_still(0));
  EXPECT_FALSE(stands_still(1));
}

constexpr int kAsked = 3;

/// What `ask` says of the series of op(x), the rate of another integral, to order kAsked, where x' = slope.
template <class Ask>
auto AskSeries(Formulas& f, OpCode op, double of_x, double slope, const Ask& ask) {
  const Node root = f.graph.Apply(op, f.x);
  NodeShapes shapes;
  shapes.Extend(f.graph);
  Kernel kernel(f.graph, shapes, {f.y, f.time, root}, 1);
  const int32_t x = kernel.IndexOf(f.x), y = kernel.IndexOf(f.y);
  KernelSeries series(kernel, kNoSlot, {}, {{x, y}, {kernel.IndexOf(f.time), kernel.IndexOf(root)}});
  kernel.values()[x] = of_x;
  kernel.values()[y] = slope;
  kernel.RunStage(0);
  series.Begin();
  series.Coefficients(1)[y] = 0;
  series.Run(1, kAsked);
  return ask(series);
}

// x' = y of functions of x.
TEST(KernelSeries, SeesAsFarAsAFunctionIsFlatOrItsArgumentVariesALittle) {
  Formulas f;
  const auto in_sight = [&](OpCode op, double of_x, double slope, double step) {
    return AskSeries(f, op, of_x, slope,
                     [&](KernelSeries& series) { return series.FindDefects(kAsked, step).InSight(step); });
  };
  for (const double slope : {1.0, -1.0}) {
    EXPECT_NEAR(in_sight(OpCode::kExp, -100, slope, 200), slope > 0 ? 60 : 148.2406, 1e-4);  // e^-100 d^30 / 30!
    EXPECT_EQ(in_sight(OpCode::kExp, -800, -1, 1e6), 1e6);                                   // 0 from the start
    EXPECT_EQ(in_sight(OpCode::kExp, -100, slope, 59), 59);
    EXPECT_NEAR(in_sight(OpCode::kExp, -45, slope, 40), 16, 1e-6);
    EXPECT_NEAR(in_sight(OpCode::kExp, -10, slope, 20), 16, 1e-6);
    EXPECT_EQ(in_sight(OpCode::kExp, -10, slope, 16), 16);
    EXPECT_NEAR(in_sight(OpCode::kTanh, 100 * slope, -slope, 200), 80, 1e-6);
    EXPECT_EQ(in_sight(OpCode::kTanh, 100 * slope, slope, 200), 200);
    EXPECT_NEAR(in_sight(OpCode::kTanh, 10, slope, 40), 16, 1e-6);
    EXPECT_EQ(in_sight(OpCode::kExp, 1000, slope, 200), 200);  // infinite throughout
    EXPECT_NEAR(in_sight(OpCode::kExp, 800, -slope, 200), slope > 0 ? 89 : 200, 1e-6);
    EXPECT_NEAR(in_sight(OpCode::kCosh, 100, slope, 64), 16, 1e-6);  // what is divided by it is flat
    EXPECT_NEAR(in_sight(OpCode::kSinh, 100, slope, 64), 16, 1e-6);
    EXPECT_EQ(in_sight(OpCode::kCosh, -1000 * slope, slope, 200), 200);
  }
  EXPECT_EQ(in_sight(OpCode::kSin, 0, 1, 200), 200);
}

// Another run of the kernel does not change them.
TEST(KernelSeries, KeepsValues) {
  Formulas f;
  const Node root = f.graph.Apply(OpCode::kSquare, f.x);
  NodeShapes shapes;
  shapes.Extend(f.graph);
  Kernel kernel(f.graph, shapes, {root}, 1);
  KernelSeries series(kernel, kNoSlot, {kernel.IndexOf(root)});
  kernel.values()[kernel.IndexOf(f.x)] = 3;
  kernel.RunStage(0);
  series.Begin();
  kernel.values()[kernel.IndexOf(f.x)] = 5;
  kernel.RunStage(0);
  EXPECT_EQ(series.Orders()[0][kernel.IndexOf(root)], 9);
  EXPECT_EQ(kernel.values()[kernel.IndexOf(root)], 25);
  series.Begin();
  EXPECT_EQ(series.Orders()[0][kernel.IndexOf(root)], 25);
}

}  // namespace
}  // namespace stiction::runtime
