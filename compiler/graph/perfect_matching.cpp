// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/perfect_matching.h"

#include <algorithm>
#include <vector>

namespace stiction::graph {
namespace {

constexpr int32_t kNone = -1;

class HopcroftKarp {
 public:
  explicit HopcroftKarp(const BipartiteGraph& graph)
      : graph_(graph),
        column_of_row_(Index(graph.row_count()), kNone),
        row_of_column_(Index(graph.column_count()), kNone),
        layer_of_row_(Index(graph.row_count())),
        next_edge_(Index(graph.row_count())) {}

  bool MatchesAllRows() {
    MatchGreedily();
    for (;;) {
      const size_t free_rows = FindLayers();
      if (free_rows == 0) return true;
      std::fill(next_edge_.begin(), next_edge_.end(), 0);
      bool grown = false;
      for (size_t i = 0; i < free_rows; ++i) grown = Augment(rows_[i]) || grown;
      if (!grown) return false;
    }
  }

 private:
  void MatchGreedily() {
    for (int32_t row = 0; row < graph_.row_count(); ++row) {
      for (const int32_t column : graph_.Row(row)) {
        if (row_of_column_[Index(column)] != kNone) continue;
        Match(row, column);
        break;
      }
    }
  }

  void Match(int32_t row, int32_t column) {
    column_of_row_[Index(row)] = column;
    row_of_column_[Index(column)] = row;
  }

  // The distance of each row from the free ones over alternating paths. @returns how many are free; they are the first
  // of `rows_`
  size_t FindLayers() {
    std::fill(layer_of_row_.begin(), layer_of_row_.end(), kNone);
    rows_.clear();
    for (int32_t row = 0; row < graph_.row_count(); ++row) {
      if (column_of_row_[Index(row)] != kNone) continue;
      layer_of_row_[Index(row)] = 0;
      rows_.push_back(row);
    }
    const size_t free_rows = rows_.size();
    for (size_t next = 0; next < rows_.size(); ++next) {
      const int32_t row = rows_[next];
      for (const int32_t column : graph_.Row(row)) {
        const int32_t behind = row_of_column_[Index(column)];
        if (behind == kNone || layer_of_row_[Index(behind)] != kNone) continue;
        layer_of_row_[Index(behind)] = layer_of_row_[Index(row)] + 1;
        rows_.push_back(behind);
      }
    }
    return free_rows;
  }

  // Along the layers, each edge once in a phase.
  bool Augment(int32_t start) {
    path_.assign(1, start);
    while (!path_.empty()) {
      const int32_t row = path_.back();
      const std::span<const int32_t> columns = graph_.Row(row);
      size_t& next = next_edge_[Index(row)];
      if (next == columns.size()) {
        path_.pop_back();
        continue;
      }
      const int32_t behind = row_of_column_[Index(columns[next++])];
      if (behind == kNone) {
        for (const int32_t on_path : path_) Match(on_path, graph_.Row(on_path)[next_edge_[Index(on_path)] - 1]);
        return true;
      }
      if (layer_of_row_[Index(behind)] == layer_of_row_[Index(row)] + 1) path_.push_back(behind);
    }
    return false;
  }

  const BipartiteGraph& graph_;
  std::vector<int32_t> column_of_row_, row_of_column_;
  std::vector<int32_t> layer_of_row_;  // kNone: not reached
  std::vector<size_t> next_edge_;      // by row: the next one to follow in this phase
  std::vector<int32_t> rows_;          // as they were reached
  std::vector<int32_t> path_;
};

}  // namespace

bool HasPerfectMatching(const BipartiteGraph& graph) {
  return graph.row_count() == graph.column_count() && HopcroftKarp(graph).MatchesAllRows();
}

}  // namespace stiction::graph
