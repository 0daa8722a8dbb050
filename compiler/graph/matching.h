// SPDX-License-Identifier: BSD-3-Clause
// Maximum matching of a bipartite graph by augmenting paths.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/graph/bipartite.h"

namespace stiction::graph {

/// A set of edges without common ends. -1 stands for "unmatched".
struct Matching {
  std::vector<int32_t> column_of_row;  // by row
  std::vector<int32_t> row_of_column;  // by column
  int32_t size = 0;                    // number of edges

  bool IsPerfect() const {
    return static_cast<size_t>(size) == column_of_row.size() && column_of_row.size() == row_of_column.size();
  }
};

/// Grows a matching row by row along augmenting paths, found by depth-first search with lookahead (no recursion). The
/// rows that were matched once stay matched, so that trying rows in the order of their priority matches the best set of
/// rows: greedy is optimal on the transversal matroid.
/// @source Duff 1981, On algorithms for obtaining a maximum transversal, doi 10.1145/355958.355963;
///   Pothen & Fan 1990, doi 10.1145/98267.98287; Edmonds & Fulkerson 1965 (the matroid), doi 10.6028/jres.069b.016
class Matcher {
 public:
  /// @param graph must outlive the matcher. Rows may be appended to it between calls.
  explicit Matcher(const BipartiteGraph& graph);

  /// Fixes the edge (row, column) as a start. @pre both ends are free
  void Match(int32_t row, int32_t column);
  /// Matches `row`, rearranging others if need be. @returns false when no augmenting path exists
  bool Augment(int32_t row);

  const Matching& matching() const { return matching_; }

 private:
  void Fit();

  const BipartiteGraph& graph_;
  Matching matching_;
  std::vector<int32_t> visited_;    // by column: the last search that saw it
  std::vector<int32_t> lookahead_;  // by row: edges before this one lead to matched columns
  int32_t search_ = 0;
};

/// A maximum matching. Rows and columns with one open edge go first (Karp & Sipser 1981, doi 10.1109/SFCS.1981.21), the
/// rest by augmenting paths, rows ascending.
Matching MaximumMatching(const BipartiteGraph& graph);

/// A maximum matching whose matched columns are, in the order given, the greedy and hence best set.
/// @param column_order columns, most wanted first; those left out are never matched
Matching ColumnPriorityMatching(const BipartiteGraph& graph, const std::vector<int32_t>& column_order);

}  // namespace stiction::graph
