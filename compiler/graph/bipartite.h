// SPDX-License-Identifier: BSD-3-Clause
// The bipartite graph of a system: rows are equations, columns are unknowns, an edge says that the unknown occurs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace stiction::graph {

inline size_t Index(int32_t i) { return static_cast<size_t>(i); }

/// Rows and their columns in compressed row form. Rows are appended; an edge has a number: its place in `columns()`.
class BipartiteGraph {
 public:
  explicit BipartiteGraph(int32_t column_count = 0) : column_count_(column_count) {}

  int32_t row_count() const { return static_cast<int32_t>(row_start_.size()) - 1; }
  int32_t column_count() const { return column_count_; }
  int32_t edge_count() const { return static_cast<int32_t>(columns_.size()); }

  /// Appends a row. @param columns distinct, each in [0, column_count)
  /// @returns the number of the row
  int32_t AddRow(std::span<const int32_t> columns);
  /// Adds a column without edges. @returns its number
  int32_t AddColumn() { return column_count_++; }

  /// columns_of_row: the columns of one row, in the order they were given.
  std::span<const int32_t> Row(int32_t row) const {
    return {columns_.data() + row_start_[static_cast<size_t>(row)],
            columns_.data() + row_start_[static_cast<size_t>(row) + 1]};
  }
  /// The number of the row's first edge.
  int32_t FirstEdge(int32_t row) const { return row_start_[static_cast<size_t>(row)]; }
  const std::vector<int32_t>& columns() const { return columns_; }

  /// Rows and columns exchanged; the rows of each column ascend.
  BipartiteGraph Transposed() const;

 private:
  int32_t column_count_;
  std::vector<int32_t> row_start_ = {0};
  std::vector<int32_t> columns_;
};

}  // namespace stiction::graph
