// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/series_defects.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "runtime/integrate/taylor/kernel_series.h"

namespace stiction::runtime {
namespace {

constexpr double kHeld = 2.5;

/// A graph with the leaves x and y, and a parameter that is held.
struct Formulas {
  SsaGraph graph;
  Node x = graph.Leaf(0, Rank::kVarying, 0), y = graph.Leaf(1, Rank::kVarying, 0), held = graph.Leaf(2, Rank::kHeld, 0);
};

using Coefficients = std::vector<double>;

/// What a formula is of polynomials x(s) and y(s), as series to their order.
class Expansion {
 public:
  Expansion(Formulas& f, Node root, const Coefficients& x, const Coefficients& y)
      : shapes_(Shapes(f)),
        kernel_(f.graph, shapes_, {root}, 1),
        root_(kernel_.IndexOf(root)),
        series(kernel_, kNoSlot, {root_}) {
    const auto set = [&](int k, Node node, double value) {
      if (kernel_.IndexOf(node) != kNoSlot) series.Coefficients(k)[kernel_.IndexOf(node)] = value;
    };
    set(0, f.held, kHeld);
    const int order = static_cast<int>(x.size()) - 1;
    for (int k = 0; k <= order; ++k) {
      set(k, f.x, x[static_cast<size_t>(k)]);
      set(k, f.y, y[static_cast<size_t>(k)]);
      if (k > 0) {
        series.Run(k);
        continue;
      }
      kernel_.RunHeld();
      kernel_.RunStage(0);
      series.Begin();
    }
    order_ = order;
  }

  double Sum(double s) const {
    double sum = 0;
    for (int k = order_; k >= 0; --k) sum = sum * s + series.Orders()[k][root_];
    return sum;
  }
  /// Sum of the sizes of the terms.
  double Size(double s) const {
    double sum = 0;
    for (int k = order_; k >= 0; --k) sum = sum * s + std::fabs(series.Orders()[k][root_]);
    return sum;
  }
  double Defect(double step) { return series.FindAllDefects(order_, step).Of(root_); }

 private:
  static NodeShapes Shapes(Formulas& f) {
    NodeShapes shapes;
    shapes.Extend(f.graph);
    return shapes;
  }
  NodeShapes shapes_;
  Kernel kernel_;
  int32_t root_;
  int order_ = 0;

 public:
  KernelSeries series;
};

double Value(const Coefficients& c, double s) {
  double sum = 0;
  for (size_t k = c.size(); k-- > 0;) sum = sum * s + c[k];
  return sum;
}

struct Case {
  std::string name;
  std::function<Node(Formulas&)> formula;
  std::function<double(double x, double y)> truth;
  bool is_positive = false;  // x > 0 is needed
  bool has_bound = true;
};

// All functions with a rule are there, by the table of operators.
std::vector<Case> Cases() {
  const auto of = [](OpCode op) { return [op](Formulas& f) { return f.graph.Apply(op, f.x); }; };
  const auto of_product = [](OpCode op) {
    return [op](Formulas& f) { return f.graph.Apply(op, f.graph.Apply(OpCode::kMul, f.x, f.y)); };
  };
  const auto of_exp = [](OpCode op) {
    return [op](Formulas& f) { return f.graph.Apply(op, f.graph.Apply(OpCode::kExp, f.x)); };
  };
  std::vector<Case> cases = {
      {"Product", [](Formulas& f) { return f.graph.Apply(OpCode::kMul, f.x, f.y); },
       [](double x, double y) { return x * y; }},
      {"Square", of(OpCode::kSquare), [](double x, double) { return x * x; }},
      {"FourthPower", of_product(OpCode::kSquare), [](double x, double y) { return x * x * y * y; }},
      {"Sum",
       [](Formulas& f) {
         const Node square = f.graph.Apply(OpCode::kSquare, f.x);
         return f.graph.Apply(OpCode::kSub, f.graph.Apply(OpCode::kMul, f.held, square),
                              f.graph.Apply(OpCode::kMul, f.x, f.y));
       },
       [](double x, double y) { return kHeld * x * x - x * y; }},
      {"Quotient", [](Formulas& f) { return f.graph.Apply(OpCode::kDiv, f.y, f.x); },
       [](double x, double y) { return y / x; }, true},
      {"QuotientOfProducts",
       [](Formulas& f) {
         const Node square = f.graph.Apply(OpCode::kSquare, f.x);
         return f.graph.Apply(OpCode::kDiv, f.graph.Apply(OpCode::kMul, f.x, f.y), square);
       },
       [](double x, double y) { return y / x; }, true},
      {"Reciprocal", of(OpCode::kReciprocal), [](double x, double) { return 1 / x; }, true},
      {"ReciprocalOfExponential", of_exp(OpCode::kReciprocal), [](double x, double) { return std::exp(-x); }},
      {"SquareRootOfExponential", of_exp(OpCode::kSqrt), [](double x, double) { return std::exp(x / 2); }},
      {"Power", [](Formulas& f) { return f.graph.Apply(OpCode::kPow, f.x, f.held); },
       [](double x, double) { return std::pow(x, kHeld); }, true},
      {"PowerOfExponential",
       [](Formulas& f) { return f.graph.Apply(OpCode::kPow, f.graph.Apply(OpCode::kExp, f.x), f.held); },
       [](double x, double) { return std::exp(kHeld * x); }},
      {"ExponentialOfProduct", of_product(OpCode::kExp), [](double x, double y) { return std::exp(x * y); }},
      {"Bell",
       [](Formulas& f) {
         return f.graph.Apply(OpCode::kExp, f.graph.Apply(OpCode::kNeg, f.graph.Apply(OpCode::kSquare, f.x)));
       },
       [](double x, double) { return std::exp(-x * x); }},
      {"LogarithmOfExponential",
       [](Formulas& f) {
         const Node exponential = f.graph.Apply(OpCode::kExp, f.x);
         return f.graph.Apply(OpCode::kLog, f.graph.Apply(OpCode::kAdd, exponential, f.held));
       },
       [](double x, double) { return std::log(std::exp(x) + kHeld); }},
      {"SineOfProduct", of_product(OpCode::kSin), [](double x, double y) { return std::sin(x * y); }},
      {"SinhOfProduct", of_product(OpCode::kSinh), [](double x, double y) { return std::sinh(x * y); }},
      {"CoshOfProduct", of_product(OpCode::kCosh), [](double x, double y) { return std::cosh(x * y); }},
      {"TanhOfProduct", of_product(OpCode::kTanh), [](double x, double y) { return std::tanh(x * y); }},
      {"ArctangentOfProduct", of_product(OpCode::kAtan), [](double x, double y) { return std::atan(x * y); }},
  };
  using std::sin;
#define STICTION_UNARY_FUNCTION(id, name, failure, value, derivative, formal, result, continuity, unit, series) \
  if (SeriesRule::series != SeriesRule::kNone) {                                                                \
    const auto truth = [](double x, double) -> double { return value; };                                        \
    cases.push_back(                                                                                            \
        {#id, of(OpCode::k##id), truth, std::isnan(truth(-1, 0)), SeriesRule::series != SeriesRule::kTan});     \
  }
#include "runtime/operators/operators.def"
  return cases;
}

class Defects : public ::testing::TestWithParam<Case> {};

// Of random polynomials, the truth against the series at many points of the step.
TEST_P(Defects, BoundWhatTheSeriesLacks) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0, 1);
  const auto sign = [&] { return part(random) < 0.5 ? -1.0 : 1.0; };
  const auto coefficients = [&](int order, double size) {
    const double decay = 0.1 + 0.7 * part(random);  // of the terms, in a step of 1
    Coefficients c{sign() * size * part(random)};
    for (int k = 1; k <= order; ++k) c.push_back(sign() * size * std::pow(decay, k) * part(random));
    return c;
  };
  constexpr int kTrials = 4000;
  int bounded = 0, near = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    const int order = 2 + static_cast<int>(part(random) * 20);
    const double size = std::pow(10, 2 * part(random) - 1), step = std::pow(10, 0.5 - 1.5 * part(random));
    Coefficients x = coefficients(order, size);
    const Coefficients y = coefficients(order, 1);
    if (GetParam().is_positive) x[0] = std::fabs(x[0]) + 0.3 * size;
    Formulas f;
    Expansion expansion(f, GetParam().formula(f), x, y);
    const double defect = expansion.Defect(step);
    ASSERT_GE(defect, 0);
    if (!std::isfinite(defect)) continue;
    const double rounding = 1e-13 * (expansion.Size(step) + defect);
    double largest = 0;
    constexpr int kPoints = 32;
    for (int i = 0; i <= kPoints; ++i) {
      const double s = step * i / kPoints, truth = GetParam().truth(Value(x, s), Value(y, s));
      const double error = std::fabs(truth - expansion.Sum(s));
      ASSERT_LE(error, defect + rounding + 1e-13 * std::fabs(truth))
          << "order " << order << ", at " << s << " of " << step;
      largest = std::max(largest, error);
    }
    if (defect > 1e3 * rounding && defect < 1e-3 * expansion.Size(step)) {  // what decides whether it is worth it
      ++bounded;
      if (defect <= 100 * largest) ++near;
    }
  }
  if (!GetParam().has_bound) {
    EXPECT_EQ(bounded, 0);
    return;
  }
  EXPECT_GT(bounded, kTrials / 20);
  EXPECT_GT(near, bounded / 2);
}

INSTANTIATE_TEST_SUITE_P(Operations, Defects, ::testing::ValuesIn(Cases()),
                         [](const auto& of) { return of.param.name; });

/// The defect of op(from + slope s) of order 3 in a step.
double DefectOf(OpCode op, double from, double slope, double step) {
  Formulas f;
  return Expansion(f, f.graph.Apply(op, f.x), {from, slope, 0, 0}, {0, 0, 0, 0}).Defect(step);
}

TEST(SeriesDefects, WhatDoesNotVaryHasNone) {
  for (const OpCode op :
       {OpCode::kNeg, OpCode::kSqrt, OpCode::kSquare, OpCode::kSin, OpCode::kExp, OpCode::kTan, OpCode::kReciprocal}) {
    EXPECT_EQ(DefectOf(op, 4, 0, 1), 0);
  }
  EXPECT_EQ(DefectOf(OpCode::kNeg, 4, -1, 1), 0);
}

// Where a function is 0 or 1 to all digits its coefficients are 0, though it bends further on.
TEST(SeriesDefects, WhatIsFlatIsKnownWhileItIs) {
  EXPECT_GT(DefectOf(OpCode::kTanh, 25, -1, 20), 1e-3);
  EXPECT_LT(DefectOf(OpCode::kTanh, 25, -1, 4), 1e-17);
  EXPECT_LT(DefectOf(OpCode::kTanh, -25, -1, 100), 1e-21);
  EXPECT_LT(DefectOf(OpCode::kExp, -100, -1, 1), 2e-43);
  EXPECT_LT(DefectOf(OpCode::kExp, -740, 1, 10), 1e-300);
  EXPECT_LT(DefectOf(OpCode::kExp, -750, 1, 700), 2e-22);
  EXPECT_GT(DefectOf(OpCode::kExp, -750, 1, 745), 1e3);
  EXPECT_GT(DefectOf(OpCode::kExp, 1000, 1, 1e-3), 1e300);  // infinite
  EXPECT_GT(DefectOf(OpCode::kCosh, 1000, 1, 1e-3), 1e300);
}

// Values of a product above the order, to the digits.
TEST(SeriesDefects, OfProductsAreTheirTerms) {
  Formulas f;
  const Node xy = f.graph.Apply(OpCode::kMul, f.x, f.y);
  EXPECT_NEAR(Expansion(f, xy, {2, -0.5}, {-0.5, 0.25}).Defect(0.1), 0.5 * 0.25 * 0.01, 1e-15);
  const Node three_squares = f.graph.Apply(OpCode::kMul, f.held, f.graph.Apply(OpCode::kSquare, f.x));
  EXPECT_NEAR(Expansion(f, three_squares, {2, -0.5}, {0, 0}).Defect(0.1), kHeld * 0.5 * 0.5 * 0.01, 1e-15);
  const Node both = f.graph.Apply(OpCode::kSub, three_squares, xy);
  EXPECT_NEAR(Expansion(f, both, {2, -0.5}, {-0.5, 0.25}).Defect(0.1), (kHeld * 0.25 + 0.125) * 0.01, 1e-15);
  // x^2 x: 2 * 2 * 0.5 * 0.5 + 0.5^2 (2 + 0.5 s) above order 1
  const Node cube = f.graph.Apply(OpCode::kMul, f.graph.Apply(OpCode::kSquare, f.x), f.x);
  const double of_square = 0.25 * 0.01, of_rest = 2 * 2 * 0.5 * 0.5 * 0.01;
  EXPECT_NEAR(Expansion(f, cube, {2, -0.5}, {0, 0}).Defect(0.1), of_rest + of_square * 2.05, 1e-15);
}

// What is 0 for all of a step leaves nothing of what it multiplies, known or not.
TEST(SeriesDefects, NothingTimesTheUnknownIsNothing) {
  Formulas f;
  const Node gate = f.graph.Apply(OpCode::kMul, f.y, f.graph.Apply(OpCode::kTan, f.x));
  EXPECT_EQ(Expansion(f, gate, {1, 1, 0}, {0, 0, 0}).Defect(1), 0);
  EXPECT_TRUE(std::isinf(Expansion(f, gate, {1, 1, 0}, {1, 0, 0}).Defect(1)));
}

}  // namespace
}  // namespace stiction::runtime
