// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "compiler/graph/dulmage_mendelsohn.h"

namespace stiction::graph {
namespace {

BipartiteGraph RandomGraph(std::mt19937& random, int32_t rows, int32_t columns, double density) {
  BipartiteGraph graph(columns);
  std::bernoulli_distribution edge(density);
  for (int32_t row = 0; row < rows; ++row) {
    std::vector<int32_t> of_row;
    for (int32_t column = 0; column < columns; ++column) {
      if (edge(random)) of_row.push_back(column);
    }
    graph.AddRow(of_row);
  }
  return graph;
}

// The size of a maximum matching of the rows from `row` on, by trying everything.
int BruteForce(const BipartiteGraph& graph, int32_t row, uint32_t used) {
  if (row == graph.row_count()) return 0;
  int best = BruteForce(graph, row + 1, used);
  for (const int32_t column : graph.Row(row)) {
    if (used >> column & 1) continue;
    best = std::max(best, 1 + BruteForce(graph, row + 1, used | 1u << column));
  }
  return best;
}

void ExpectConsistent(const BipartiteGraph& graph, const Matching& matching) {
  int32_t size = 0;
  for (int32_t row = 0; row < graph.row_count(); ++row) {
    const int32_t column = matching.column_of_row[static_cast<size_t>(row)];
    if (column < 0) continue;
    ++size;
    EXPECT_EQ(matching.row_of_column[static_cast<size_t>(column)], row);
    EXPECT_NE(std::find(graph.Row(row).begin(), graph.Row(row).end(), column), graph.Row(row).end());
  }
  EXPECT_EQ(size, matching.size);
}

TEST(Matching, IsAsLargeAsBruteForceFinds) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const BipartiteGraph graph = RandomGraph(random, 1 + trial % 7, 1 + trial % 6, 0.3);
    const Matching matching = MaximumMatching(graph);
    ExpectConsistent(graph, matching);
    EXPECT_EQ(matching.size, BruteForce(graph, 0, 0)) << "trial " << trial;
  }
}

TEST(Matching, PriorityOfColumnsIsLexicographicallyBest) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 200; ++trial) {
    const BipartiteGraph graph = RandomGraph(random, 4, 6, 0.3);
    std::vector<int32_t> order = {3, 0, 5, 1, 4, 2};
    const Matching matching = ColumnPriorityMatching(graph, order);
    ExpectConsistent(graph, matching);
    // Greedy by definition: a column belongs to the best set iff it can be matched together with those before it.
    std::vector<int32_t> taken;
    for (const int32_t column : order) {
      BipartiteGraph part(6);
      std::vector<int32_t> wanted = taken;
      wanted.push_back(column);
      for (int32_t row = 0; row < graph.row_count(); ++row) {
        std::vector<int32_t> kept;
        for (const int32_t c : graph.Row(row)) {
          if (std::find(wanted.begin(), wanted.end(), c) != wanted.end()) kept.push_back(c);
        }
        part.AddRow(kept);
      }
      const bool fits = BruteForce(part, 0, 0) == static_cast<int>(wanted.size());
      EXPECT_EQ(matching.row_of_column[static_cast<size_t>(column)] >= 0, fits) << "trial " << trial;
      if (fits) taken = wanted;
    }
  }
}

TEST(Matching, RowsMatchedFirstStayMatched) {
  BipartiteGraph graph(1);
  graph.AddRow(std::vector<int32_t>{0});
  graph.AddRow(std::vector<int32_t>{0});
  Matcher matcher(graph);
  EXPECT_TRUE(matcher.Augment(1));
  EXPECT_FALSE(matcher.Augment(0));
  EXPECT_EQ(matcher.matching().row_of_column[0], 1);
}

TEST(DulmageMendelsohn, SeparatesTooManyFromTooFew) {
  // Rows 0, 1 fight for column 0; row 2 is sound with column 1; row 3 leaves one of columns 2, 3 open.
  BipartiteGraph graph(4);
  graph.AddRow(std::vector<int32_t>{0});
  graph.AddRow(std::vector<int32_t>{0});
  graph.AddRow(std::vector<int32_t>{0, 1});
  graph.AddRow(std::vector<int32_t>{1, 2, 3});
  const DulmageMendelsohn parts = Decompose(graph, MaximumMatching(graph));
  EXPECT_EQ(parts.over_rows, (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(parts.over_columns, (std::vector<int32_t>{0}));
  EXPECT_EQ(parts.under_rows, (std::vector<int32_t>{3}));
  EXPECT_EQ(parts.under_columns, (std::vector<int32_t>{2, 3}));
}

TEST(DulmageMendelsohn, DoesNotDependOnTheMatching) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const BipartiteGraph graph = RandomGraph(random, 6, 6, 0.25);
    Matcher backwards(graph);
    for (int32_t row = 5; row >= 0; --row) backwards.Augment(row);
    const DulmageMendelsohn a = Decompose(graph, MaximumMatching(graph));
    const DulmageMendelsohn b = Decompose(graph, backwards.matching());
    EXPECT_EQ(a.over_rows, b.over_rows);
    EXPECT_EQ(a.over_columns, b.over_columns);
    EXPECT_EQ(a.under_rows, b.under_rows);
    EXPECT_EQ(a.under_columns, b.under_columns);
  }
}

}  // namespace
}  // namespace stiction::graph
