// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/blocks.h"

#include <gtest/gtest.h>

#include <random>

namespace stiction::graph {
namespace {

using Components = std::vector<std::vector<int32_t>>;

BipartiteGraph Graph(const std::vector<std::vector<int32_t>>& rows) {
  BipartiteGraph graph(static_cast<int32_t>(rows.size()));
  for (const std::vector<int32_t>& row : rows) graph.AddRow(row);
  return graph;
}

TEST(StrongComponents, OrdersAChainAgainstItsNumbers) {
  EXPECT_EQ(StrongComponents(Graph({{1}, {2}, {}})), (Components{{2}, {1}, {0}}));
}

TEST(StrongComponents, KeepsTheNumbersWhereNothingDepends) {
  EXPECT_EQ(StrongComponents(Graph({{}, {}, {}})), (Components{{0}, {1}, {2}}));
}

TEST(StrongComponents, FindsLoops) {
  EXPECT_EQ(StrongComponents(Graph({{3}, {2}, {1, 0}, {0}})), (Components{{0, 3}, {1, 2}}));
}

TEST(StrongComponents, OfRandomGraphsAreMutuallyReachableAndOrdered) {
  std::mt19937 random(4);
  for (int trial = 0; trial < 100; ++trial) {
    const int32_t n = 8;
    std::vector<std::vector<int32_t>> rows(n);
    bool reach[8][8] = {};
    for (int32_t i = 0; i < n; ++i) {
      reach[i][i] = true;
      for (int32_t j = 0; j < n; ++j) {
        if (random() % 6 == 0) {
          rows[static_cast<size_t>(i)].push_back(j);
          reach[i][j] = true;
        }
      }
    }
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);
      }
    }
    std::vector<int32_t> place(n, -1);
    const Components components = StrongComponents(Graph(rows));
    for (size_t b = 0; b < components.size(); ++b) {
      for (const int32_t node : components[b]) place[static_cast<size_t>(node)] = static_cast<int32_t>(b);
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        const bool together = place[static_cast<size_t>(i)] == place[static_cast<size_t>(j)];
        EXPECT_EQ(together, reach[i][j] && reach[j][i]);
        if (reach[i][j] && !together) {
          EXPECT_GT(place[static_cast<size_t>(i)], place[static_cast<size_t>(j)]);
        }
      }
    }
  }
}

}  // namespace
}  // namespace stiction::graph
