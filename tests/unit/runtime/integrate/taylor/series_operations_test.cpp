// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/series_operations.h"

#include <gtest/gtest.h>

#include <vector>

namespace stiction::runtime {
namespace {

/// (2 (x + held) - y) + 3 time, and x + held on the way.
struct Formula {
  SsaGraph graph;
  Node time = graph.Leaf(0, Rank::kVarying, 0), x = graph.Leaf(1, Rank::kVarying, 0),
       y = graph.Leaf(2, Rank::kVarying, 0), held = graph.Leaf(3, Rank::kHeld, 0);
  Node sum = graph.Apply(OpCode::kAdd, x, held);
  Node twice = graph.Apply(OpCode::kMul, graph.Constant(2), sum);
  Node rest = graph.Apply(OpCode::kSub, twice, y);
  Node line = graph.Apply(OpCode::kMul, graph.Constant(3), time);
  Node root = graph.Apply(OpCode::kAdd, rest, line);
  Kernel kernel;

  Formula() : kernel(Make()) {}
  Kernel Make() {
    NodeShapes shapes;
    shapes.Extend(graph);
    return Kernel(graph, shapes, {root}, 1);
  }
  int32_t operator[](Node node) const { return kernel.IndexOf(node); }
};

TEST(SeriesOperations, HigherOrdersDoWithoutWhatIsConstantOrEnds) {
  Formula f;
  const SeriesOperations operations(f.kernel, f[f.time]);
  EXPECT_EQ(operations.all().size(), 5U);
  const SeriesOperations::OfOrder first = operations.From(1, {f[f.root]}, {});
  ASSERT_EQ(first.operations.size(), 4U);  // without x + held
  const SeriesOperations::OfOrder further = operations.From(2, {f[f.root]}, {});
  ASSERT_EQ(further.operations.size(), 3U);  // without 3 time; its sum is a copy
  EXPECT_EQ(further.operations[0].rule, SeriesRule::kScale);
  EXPECT_EQ(further.operations[0].b, f[f.x]);
  EXPECT_EQ(further.operations[2].rule, SeriesRule::kCopy);
  EXPECT_EQ(further.operations[2].dst, f[f.root]);
}

TEST(SeriesOperations, OnlyWhatIsWantedIsComputed) {
  Formula f;
  const SeriesOperations operations(f.kernel, f[f.time]);
  const SeriesOperations::OfOrder sum = operations.From(2, {f[f.sum]}, {});
  ASSERT_EQ(sum.operations.size(), 1U);
  EXPECT_EQ(sum.operations[0].rule, SeriesRule::kCopy);
  // An integral reads what a copy would.
  const SeriesOperations::OfOrder integral = operations.From(2, {}, {{f[f.x], f[f.root]}, {f[f.y], f[f.line]}});
  EXPECT_EQ(integral.operations.size(), 2U);
  ASSERT_EQ(integral.integrals.size(), 1U);
  EXPECT_EQ(integral.integrals[0].rate, f[f.rest]);
}

// The terms of a product are of all orders, and x + held is not x at order 0.
TEST(SeriesOperations, WhatAProductReadsStands) {
  Formula f;
  f.root = f.graph.Apply(OpCode::kSquare, f.sum);
  Kernel kernel = f.Make();
  const SeriesOperations operations(kernel, kernel.IndexOf(f.time));
  const SeriesOperations::OfOrder further = operations.From(2, {kernel.IndexOf(f.root)}, {});
  ASSERT_EQ(further.operations.size(), 2U);
  EXPECT_EQ(further.operations[0].rule, SeriesRule::kCopy);
  EXPECT_EQ(further.operations[1].a, kernel.IndexOf(f.sum));
}

}  // namespace
}  // namespace stiction::runtime
