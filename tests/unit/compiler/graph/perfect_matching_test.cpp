// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/perfect_matching.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "compiler/graph/matching.h"

namespace stiction::graph {
namespace {

TEST(PerfectMatching, IsThereWhereAMaximumMatchingIsPerfect) {
  std::mt19937 random(1);
  int perfect = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const int32_t size = 1 + trial % 12;
    BipartiteGraph graph(size);
    std::bernoulli_distribution edge(2.0 / size);
    for (int32_t row = 0; row < size; ++row) {
      std::vector<int32_t> columns;
      for (int32_t column = 0; column < size; ++column) {
        if (edge(random)) columns.push_back(column);
      }
      graph.AddRow(columns);
    }
    const bool expected = MaximumMatching(graph).IsPerfect();
    perfect += expected ? 1 : 0;
    EXPECT_EQ(HasPerfectMatching(graph), expected) << "trial " << trial;
  }
  EXPECT_GT(perfect, 50);
  EXPECT_LT(perfect, 450);
}

TEST(PerfectMatching, NeedsAsManyRowsAsColumns) {
  BipartiteGraph graph(2);
  graph.AddRow(std::vector<int32_t>{0, 1});
  EXPECT_FALSE(HasPerfectMatching(graph));
  graph.AddRow(std::vector<int32_t>{0});
  EXPECT_TRUE(HasPerfectMatching(graph));
}

// The last row is matched only if all others move on by one.
TEST(PerfectMatching, FindsOneLongPath) {
  constexpr int32_t kSize = 1000;
  BipartiteGraph graph(kSize);
  for (int32_t row = 0; row + 1 < kSize; ++row) graph.AddRow(std::vector<int32_t>{row, row + 1});
  graph.AddRow(std::vector<int32_t>{0});
  EXPECT_TRUE(HasPerfectMatching(graph));
}

}  // namespace
}  // namespace stiction::graph
