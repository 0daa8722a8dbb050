// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/dulmage_mendelsohn.h"

#include <algorithm>

namespace stiction::graph {
namespace {

struct Reached {
  std::vector<int32_t> rows, columns;  // ascending
};

// All rows and columns on alternating paths from `starts`: from a row along any edge, from a column along its match.
Reached Alternate(const BipartiteGraph& graph, const std::vector<int32_t>& row_of_column, std::vector<int32_t> starts) {
  std::vector<char> row_seen(static_cast<size_t>(graph.row_count()), 0);
  std::vector<char> column_seen(static_cast<size_t>(graph.column_count()), 0);
  for (const int32_t row : starts) row_seen[static_cast<size_t>(row)] = 1;
  Reached reached;
  for (size_t head = 0; head < starts.size(); ++head) {
    for (const int32_t column : graph.Row(starts[head])) {
      if (column_seen[static_cast<size_t>(column)]) continue;
      column_seen[static_cast<size_t>(column)] = 1;
      reached.columns.push_back(column);
      const int32_t next = row_of_column[static_cast<size_t>(column)];
      if (next < 0 || row_seen[static_cast<size_t>(next)]) continue;
      row_seen[static_cast<size_t>(next)] = 1;
      starts.push_back(next);
    }
  }
  reached.rows = std::move(starts);
  std::sort(reached.rows.begin(), reached.rows.end());
  std::sort(reached.columns.begin(), reached.columns.end());
  return reached;
}

std::vector<int32_t> Unmatched(const std::vector<int32_t>& partner) {
  std::vector<int32_t> result;
  for (size_t i = 0; i < partner.size(); ++i) {
    if (partner[i] < 0) result.push_back(static_cast<int32_t>(i));
  }
  return result;
}

}  // namespace

DulmageMendelsohn Decompose(const BipartiteGraph& graph, const Matching& matching) {
  DulmageMendelsohn result;
  Reached over = Alternate(graph, matching.row_of_column, Unmatched(matching.column_of_row));
  result.over_rows = std::move(over.rows);
  result.over_columns = std::move(over.columns);
  Reached under = Alternate(graph.Transposed(), matching.column_of_row, Unmatched(matching.row_of_column));
  result.under_rows = std::move(under.columns);
  result.under_columns = std::move(under.rows);
  return result;
}

std::vector<int32_t> CompetingRows(const BipartiteGraph& graph, const Matching& matching, int32_t row) {
  return Alternate(graph, matching.row_of_column, {row}).rows;
}

}  // namespace stiction::graph
