// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/tearing.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace stiction::graph {
namespace {

void ExpectSound(const BipartiteGraph& graph, const std::vector<char>& solvable, const Tearing& tearing) {
  std::set<int32_t> known(tearing.tearing_columns.begin(), tearing.tearing_columns.end());
  for (const auto& [row, column] : tearing.assignments) {
    for (size_t k = 0; k < graph.Row(row).size(); ++k) {
      const int32_t c = graph.Row(row)[k];
      if (c == column) {
        EXPECT_TRUE(solvable[static_cast<size_t>(graph.FirstEdge(row)) + k]);
      } else {
        EXPECT_TRUE(known.contains(c));
      }
    }
    EXPECT_TRUE(known.insert(column).second);
  }
  EXPECT_EQ(known.size(), static_cast<size_t>(graph.column_count()));
  EXPECT_EQ(tearing.residual_rows.size() + tearing.assignments.size(), static_cast<size_t>(graph.row_count()));
}

TEST(Tearing, TearsWhatNoEquationMayBeSolvedFor) {
  // a = sa..., f = sa..., m a = u - f with unknowns a, f, sa: sa and m a never solvable.
  BipartiteGraph graph(3);
  graph.AddRow(std::vector<int32_t>{0, 2});
  graph.AddRow(std::vector<int32_t>{1, 2});
  graph.AddRow(std::vector<int32_t>{0, 1});
  const std::vector<char> solvable = {1, 0, 1, 0, 0, 1};
  const Tearing tearing = ChooseTearing(graph, solvable);
  EXPECT_EQ(tearing.tearing_columns, (std::vector<int32_t>{2}));
  EXPECT_EQ(tearing.assignments, (std::vector<std::pair<int32_t, int32_t>>{{0, 0}, {1, 1}}));
  EXPECT_EQ(tearing.residual_rows, (std::vector<int32_t>{2}));
}

TEST(Tearing, OneVariableOpensARing) {
  BipartiteGraph graph(5);
  for (int32_t i = 0; i < 5; ++i) graph.AddRow(std::vector<int32_t>{i, (i + 1) % 5});
  const std::vector<char> solvable(10, 1);
  const Tearing tearing = ChooseTearing(graph, solvable);
  EXPECT_EQ(tearing.tearing_columns.size(), 1u);
  ExpectSound(graph, solvable, tearing);
}

/// The entries of the Jacobian of residual rows by tearing columns.
size_t EntriesOf(const BipartiteGraph& graph, const Tearing& tearing) {
  std::vector<std::set<int32_t>> needs(static_cast<size_t>(graph.column_count()));
  for (const int32_t column : tearing.tearing_columns) needs[static_cast<size_t>(column)] = {column};
  const auto of_row = [&](int32_t row) {
    std::set<int32_t> all;
    for (const int32_t column : graph.Row(row)) all.merge(std::set(needs[static_cast<size_t>(column)]));
    return all;
  };
  for (const auto& [row, column] : tearing.assignments) needs[static_cast<size_t>(column)] = of_row(row);
  size_t entries = 0;
  for (const int32_t row : tearing.residual_rows) entries += of_row(row).size();
  return entries;
}

TEST(Tearing, LongRowsOfElementsKeepFewEntries) {
  // a[i] = a[i - 1] + g(s[i]), f[i] = h(s[i]), m a[i] = f[i] - f[i + 1]: all s are torn, and a[i] follows from i of
  // them.
  const int32_t n = 60;
  BipartiteGraph graph(3 * n);
  std::vector<char> solvable;
  const auto add = [&](const std::vector<int32_t>& columns, const std::vector<char>& flags) {
    graph.AddRow(columns);
    solvable.insert(solvable.end(), flags.begin(), flags.end());
  };
  for (int32_t i = 0; i < n; ++i) {
    i > 0 ? add({i - 1, i, n + i}, {1, 1, 0}) : add({i, n + i}, {1, 0});
    add({n + i, 2 * n + i}, {0, 1});
    i + 1 < n ? add({i, 2 * n + i, 2 * n + i + 1}, {0, 0, 0}) : add({i, 2 * n + i}, {0, 0});
  }
  const Tearing tearing = ChooseTearing(graph, solvable);
  ExpectSound(graph, solvable, tearing);
  EXPECT_LE(EntriesOf(graph, tearing), 8 * static_cast<size_t>(n));
}

TEST(Tearing, IsSoundOnRandomSystems) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 200; ++trial) {
    BipartiteGraph graph(9);
    std::vector<char> solvable;
    for (int32_t row = 0; row < 9; ++row) {
      std::vector<int32_t> columns;
      for (int32_t column = 0; column < 9; ++column) {
        if (column != row && random() % 4 != 0) continue;
        columns.push_back(column);
        solvable.push_back(random() % 2 == 0);
      }
      graph.AddRow(columns);
    }
    const Tearing tearing = ChooseTearing(graph, solvable);
    EXPECT_EQ(tearing.tearing_columns.size(), tearing.residual_rows.size());
    ExpectSound(graph, solvable, tearing);
  }
}

}  // namespace
}  // namespace stiction::graph
