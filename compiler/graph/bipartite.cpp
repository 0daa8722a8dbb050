// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/bipartite.h"

#include "compiler/support/check.h"

namespace stiction::graph {

int32_t BipartiteGraph::AddRow(std::span<const int32_t> columns) {
  for (const int32_t column : columns) {
    CHECK(column >= 0 && column < column_count_, "column {} of {}", column, column_count_);
    columns_.push_back(column);
  }
  row_start_.push_back(static_cast<int32_t>(columns_.size()));
  return row_count() - 1;
}

BipartiteGraph BipartiteGraph::Transposed() const {
  BipartiteGraph result(row_count());
  result.row_start_.assign(static_cast<size_t>(column_count_) + 1, 0);
  for (const int32_t column : columns_) ++result.row_start_[static_cast<size_t>(column) + 1];
  for (size_t i = 1; i < result.row_start_.size(); ++i) result.row_start_[i] += result.row_start_[i - 1];
  result.columns_.resize(columns_.size());
  std::vector<int32_t> next(result.row_start_.begin(), result.row_start_.end() - 1);
  for (int32_t row = 0; row < row_count(); ++row) {
    for (const int32_t column : Row(row)) {
      result.columns_[static_cast<size_t>(next[static_cast<size_t>(column)]++)] = row;
    }
  }
  return result;
}

}  // namespace stiction::graph
