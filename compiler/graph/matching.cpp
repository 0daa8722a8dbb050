// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/matching.h"

#include <utility>

#include "compiler/support/check.h"

namespace stiction::graph {
namespace {

// Matches while some row or column has exactly one open partner: such an edge is in some maximum matching.
void MatchForcedEdges(const BipartiteGraph& rows, const BipartiteGraph& columns, Matcher& matcher) {
  std::vector<int32_t> row_degree(Index(rows.row_count()));
  std::vector<int32_t> column_degree(Index(columns.row_count()));
  std::vector<std::pair<int32_t, bool>> queue;  // node, whether it is a row
  for (int32_t row = 0; row < rows.row_count(); ++row) {
    row_degree[Index(row)] = static_cast<int32_t>(rows.Row(row).size());
    if (row_degree[Index(row)] == 1) queue.emplace_back(row, true);
  }
  for (int32_t column = 0; column < columns.row_count(); ++column) {
    column_degree[Index(column)] = static_cast<int32_t>(columns.Row(column).size());
    if (column_degree[Index(column)] == 1) queue.emplace_back(column, false);
  }
  const Matching& matching = matcher.matching();
  for (size_t head = 0; head < queue.size(); ++head) {
    const auto [node, is_row] = queue[head];
    int32_t row = -1;
    int32_t column = -1;
    if (is_row) {
      if (matching.column_of_row[Index(node)] >= 0) continue;
      row = node;
      for (const int32_t c : rows.Row(row)) {
        if (matching.row_of_column[Index(c)] < 0) column = c;
      }
    } else {
      if (matching.row_of_column[Index(node)] >= 0) continue;
      column = node;
      for (const int32_t r : columns.Row(column)) {
        if (matching.column_of_row[Index(r)] < 0) row = r;
      }
    }
    if (row < 0 || column < 0) continue;
    matcher.Match(row, column);
    for (const int32_t c : rows.Row(row)) {
      if (--column_degree[Index(c)] == 1 && matching.row_of_column[Index(c)] < 0) queue.emplace_back(c, false);
    }
    for (const int32_t r : columns.Row(column)) {
      if (--row_degree[Index(r)] == 1 && matching.column_of_row[Index(r)] < 0) queue.emplace_back(r, true);
    }
  }
}

}  // namespace

Matcher::Matcher(const BipartiteGraph& graph) : graph_(graph) { Fit(); }

void Matcher::Fit() {
  matching_.column_of_row.resize(Index(graph_.row_count()), -1);
  matching_.row_of_column.resize(Index(graph_.column_count()), -1);
  visited_.resize(Index(graph_.column_count()), 0);
  lookahead_.resize(Index(graph_.row_count()), 0);
}

void Matcher::Match(int32_t row, int32_t column) {
  Fit();
  CHECK(matching_.column_of_row[Index(row)] < 0, "row {} is matched", row);
  CHECK(matching_.row_of_column[Index(column)] < 0, "column {} is matched", column);
  matching_.column_of_row[Index(row)] = column;
  matching_.row_of_column[Index(column)] = row;
  ++matching_.size;
}

bool Matcher::Augment(int32_t start) {
  Fit();
  if (matching_.column_of_row[Index(start)] >= 0) return true;
  ++search_;
  struct Step {
    int32_t row;
    size_t next = 0;   // the next edge to follow
    int32_t via = -1;  // the column followed last
  };
  std::vector<Step> path{{start}};
  while (!path.empty()) {
    Step& step = path.back();
    const std::span<const int32_t> columns = graph_.Row(step.row);
    int32_t free_column = -1;
    for (int32_t& at = lookahead_[Index(step.row)]; Index(at) < columns.size(); ++at) {
      if (matching_.row_of_column[Index(columns[Index(at)])] < 0) {
        free_column = columns[Index(at)];
        break;
      }
    }
    if (free_column >= 0) {
      step.via = free_column;
      for (const Step& s : path) {
        matching_.column_of_row[Index(s.row)] = s.via;
        matching_.row_of_column[Index(s.via)] = s.row;
      }
      ++matching_.size;
      return true;
    }
    bool descended = false;
    while (step.next < columns.size()) {
      const int32_t column = columns[step.next++];
      if (visited_[Index(column)] == search_) continue;
      visited_[Index(column)] = search_;
      step.via = column;
      path.push_back({matching_.row_of_column[Index(column)]});
      descended = true;
      break;
    }
    if (!descended) path.pop_back();
  }
  return false;
}

Matching MaximumMatching(const BipartiteGraph& graph) {
  Matcher matcher(graph);
  MatchForcedEdges(graph, graph.Transposed(), matcher);
  for (int32_t row = 0; row < graph.row_count(); ++row) matcher.Augment(row);
  return matcher.matching();
}

Matching ColumnPriorityMatching(const BipartiteGraph& graph, const std::vector<int32_t>& column_order) {
  const BipartiteGraph transposed = graph.Transposed();
  Matcher matcher(transposed);
  for (const int32_t column : column_order) matcher.Augment(column);
  Matching result = matcher.matching();
  std::swap(result.column_of_row, result.row_of_column);
  return result;
}

}  // namespace stiction::graph
