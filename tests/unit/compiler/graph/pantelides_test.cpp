// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/pantelides.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace stiction::graph {
namespace {

// The structural derivative: each variable stays and brings its derivative.
std::vector<int32_t> Differentiate(DifferentiationGraph& graph, int32_t equation, int32_t /*wanted*/) {
  std::vector<int32_t> result = graph.variables_of_equation[static_cast<size_t>(equation)];
  for (const int32_t v : graph.variables_of_equation[static_cast<size_t>(equation)]) {
    if (graph.derivative_of_variable[static_cast<size_t>(v)] < 0) {
      graph.derivative_of_variable[static_cast<size_t>(v)] = static_cast<int32_t>(graph.derivative_of_variable.size());
      graph.derivative_of_variable.push_back(-1);
    }
    result.push_back(graph.derivative_of_variable[static_cast<size_t>(v)]);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

int TimesDifferentiated(const DifferentiationGraph& graph, int32_t equation) {
  int times = 0;
  while ((equation = graph.derivative_of_equation[static_cast<size_t>(equation)]) >= 0) ++times;
  return times;
}

// Pantelides 1988, the pendulum in Cartesian coordinates: der(x) = w, der(y) = z, der(w) = T x, der(z) = T y - g,
// x^2 + y^2 = L^2. The paper differentiates the constraint twice and the two kinematic equations once.
TEST(Pantelides, Pendulum) {
  enum { kX, kY, kW, kZ, kDx, kDy, kDw, kDz, kT };
  DifferentiationGraph graph;
  graph.variables_of_equation = {{kDx, kW}, {kDy, kZ}, {kDw, kT, kX}, {kDz, kT, kY}, {kX, kY}};
  graph.derivative_of_variable = {kDx, kDy, kDw, kDz, -1, -1, -1, -1, -1};
  Pantelides pantelides(graph, Differentiate);
  EXPECT_EQ(pantelides.Run(), -1);
  EXPECT_EQ(TimesDifferentiated(graph, 0), 1);
  EXPECT_EQ(TimesDifferentiated(graph, 1), 1);
  EXPECT_EQ(TimesDifferentiated(graph, 2), 0);
  EXPECT_EQ(TimesDifferentiated(graph, 3), 0);
  EXPECT_EQ(TimesDifferentiated(graph, 4), 2);
  // Each equation that is not differentiated itself determines one highest derivative.
  int matched = 0;
  for (size_t v = 0; v < graph.derivative_of_variable.size(); ++v) {
    const int32_t e = pantelides.equation_of_variable()[v];
    if (graph.derivative_of_variable[v] >= 0) {
      EXPECT_EQ(e, -1);
    }
    if (e < 0) continue;
    ++matched;
    EXPECT_EQ(graph.derivative_of_equation[static_cast<size_t>(e)], -1);
  }
  EXPECT_EQ(matched, 5);
}

TEST(Pantelides, LeavesIndexOneAlone) {
  DifferentiationGraph graph;
  graph.variables_of_equation = {{1, 2}, {0, 2}};  // der(x) = y, y = x
  graph.derivative_of_variable = {1, -1, -1};
  Pantelides pantelides(graph, Differentiate);
  EXPECT_EQ(pantelides.Run(), -1);
  EXPECT_EQ(graph.variables_of_equation.size(), 2u);
  EXPECT_EQ(pantelides.equation_of_variable(), (std::vector<int32_t>{-1, 0, 1}));
}

// der(n) = c, c = n: c is to be differentiated too.
TEST(Pantelides, ADerivativeThatIsWantedBesidesCanBeTakenBack) {
  enum { kN, kDn, kC, kDc };
  DifferentiationGraph graph;
  graph.variables_of_equation = {{kDn, kC}, {kN, kC}};
  graph.derivative_of_variable = {kDn, -1, -1};
  Pantelides pantelides(graph, Differentiate);
  ASSERT_EQ(pantelides.Run(), -1);
  const DifferentiationGraph before = graph;
  const std::vector<int32_t> matching = pantelides.equation_of_variable();
  graph.derivative_of_variable[kC] = kDc;
  graph.derivative_of_variable.push_back(-1);
  EXPECT_EQ(pantelides.Extend(kC), -1);
  EXPECT_EQ(TimesDifferentiated(graph, 0), 0);
  EXPECT_EQ(TimesDifferentiated(graph, 1), 1);
  EXPECT_EQ(pantelides.equation_of_variable(), (std::vector<int32_t>{-1, 0, -1, 2}));
  pantelides.TakeBack(3, 2, matching);
  EXPECT_EQ(graph.variables_of_equation, before.variables_of_equation);
  EXPECT_EQ(graph.derivative_of_variable, before.derivative_of_variable);
  EXPECT_EQ(graph.derivative_of_equation, before.derivative_of_equation);
  EXPECT_EQ(pantelides.equation_of_variable(), matching);
}

TEST(Pantelides, TellsWhichEquationHasNoDerivative) {
  DifferentiationGraph graph;
  graph.variables_of_equation = {{1, 2}, {0}};  // der(x) = y, x = s(t)
  graph.derivative_of_variable = {1, -1, -1};
  Pantelides pantelides(graph, [](DifferentiationGraph&, int32_t, int32_t) { return std::vector<int32_t>(); });
  EXPECT_EQ(pantelides.Run(), 1);
}

}  // namespace
}  // namespace stiction::graph
