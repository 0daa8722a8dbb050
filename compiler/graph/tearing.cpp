// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/tearing.h"

#include <algorithm>
#include <deque>
#include <queue>
#include <tuple>

#include "compiler/support/check.h"

namespace stiction::graph {
namespace {

constexpr size_t kFewTearing = 24;    // columns: a dense matrix is as good
constexpr size_t kManyTearing = 256;  // columns: a dense matrix is no good
constexpr size_t kMostNeeds = 4;      // tearing columns that an assigned one may depend on

using Needs = std::vector<std::vector<int32_t>>;  // by column: the tearing columns that it depends on, ascending

std::vector<int32_t> NeedsOf(const BipartiteGraph& graph, int32_t row, const Needs& needs) {
  std::vector<int32_t> all;
  for (const int32_t column : graph.Row(row)) {
    all.insert(all.end(), needs[Index(column)].begin(), needs[Index(column)].end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Of the residual rows in the tearing columns.
size_t CountEntries(const BipartiteGraph& graph, const Tearing& tearing) {
  Needs needs(Index(graph.column_count()));
  for (const int32_t column : tearing.tearing_columns) needs[Index(column)] = {column};
  for (const auto& [row, column] : tearing.assignments) needs[Index(column)] = NeedsOf(graph, row, needs);
  size_t entries = 0;
  for (const int32_t row : tearing.residual_rows) entries += NeedsOf(graph, row, needs).size();
  return entries;
}

class GreedyTearing {
 public:
  /// @param is_sparse assigned columns depend on few tearing columns each
  GreedyTearing(const BipartiteGraph& graph, const std::vector<char>& solvable, bool is_sparse)
      : graph_(graph), solvable_(solvable), is_sparse_(is_sparse), rows_of_column_(graph.Transposed()) {
    CHECK(solvable.size() == Index(graph.edge_count()), "{} flags for {} edges", solvable.size(), graph.edge_count());
    open_columns_.resize(Index(graph.row_count()));
    row_done_.assign(Index(graph.row_count()), 0);
    column_done_.assign(Index(graph.column_count()), 0);
    solvable_rows_.assign(Index(graph.column_count()), 0);
    open_rows_.assign(Index(graph.column_count()), 0);
    gain_.assign(Index(graph.column_count()), 0);
    needs_.resize(Index(graph.column_count()));
  }

  Tearing Run() {
    for (int32_t row = 0; row < graph_.row_count(); ++row) {
      open_columns_[Index(row)] = static_cast<int32_t>(graph_.Row(row).size());
      for (size_t k = 0; k < graph_.Row(row).size(); ++k) {
        const int32_t column = graph_.Row(row)[k];
        if (graph_.Row(row).size() > 1) ++open_rows_[Index(column)];
        if (Solvable(row, k)) ++solvable_rows_[Index(column)];
      }
    }
    for (int32_t row = 0; row < graph_.row_count(); ++row) Count(row);
    for (int32_t column = 0; column < graph_.column_count(); ++column) Offer(column);
    while (true) {
      if (!forced_.empty()) {
        const int32_t column = forced_.front();
        forced_.pop_front();
        if (!column_done_[Index(column)]) Tear(column);
      } else if (!ready_.empty()) {
        const int32_t row = ready_.top();
        ready_.pop();
        Assign(row);
      } else if (const int32_t column = Best(); column >= 0) {
        Tear(column);
      } else {
        break;
      }
    }
    for (int32_t row = 0; row < graph_.row_count(); ++row) {
      if (!row_done_[Index(row)]) result_.residual_rows.push_back(row);
    }
    std::sort(result_.tearing_columns.begin(), result_.tearing_columns.end());
    return std::move(result_);
  }

 private:
  using Score = std::tuple<int32_t, int32_t, int32_t, int32_t>;  // gain, occurrences, -solvable rows, -column

  bool Solvable(int32_t row, size_t k) const { return solvable_[Index(graph_.FirstEdge(row)) + k] != 0; }

  Score ScoreOf(int32_t column) const {
    return {gain_[Index(column)], open_rows_[Index(column)], -solvable_rows_[Index(column)], -column};
  }
  // Puts an open column up for choice under its score of now; older entries are skipped when they surface.
  void Offer(int32_t column) {
    if (column_done_[Index(column)]) return;
    if (solvable_rows_[Index(column)] == 0) {
      forced_.push_back(column);
    } else {
      candidates_.push(ScoreOf(column));
    }
  }
  int32_t Best() {
    while (!candidates_.empty()) {
      const Score top = candidates_.top();
      candidates_.pop();
      const int32_t column = -std::get<3>(top);
      if (!column_done_[Index(column)] && top == ScoreOf(column)) return column;
    }
    return -1;
  }
  // The gain of a row that has few open columns: with one, it may determine it; with two, tearing one may determine
  // the other.
  void Count(int32_t row) {
    const std::span<const int32_t> columns = graph_.Row(row);
    if (open_columns_[Index(row)] == 1) {
      for (size_t k = 0; k < columns.size(); ++k) {
        if (!column_done_[Index(columns[k])] && Solvable(row, k)) ready_.push(row);
      }
    } else if (open_columns_[Index(row)] == 2) {
      std::vector<size_t> open;
      for (size_t k = 0; k < columns.size(); ++k) {
        if (!column_done_[Index(columns[k])]) open.push_back(k);
      }
      for (const int side : {0, 1}) {
        if (!Solvable(row, open[Index(1 - side)])) continue;
        const int32_t column = columns[open[Index(side)]];
        ++gain_[Index(column)];
        Offer(column);
      }
    }
  }
  void Tear(int32_t column) {
    result_.tearing_columns.push_back(column);
    needs_[Index(column)] = {column};
    Close(column);
  }
  void Assign(int32_t row) {
    if (row_done_[Index(row)] || open_columns_[Index(row)] != 1) return;
    for (const int32_t column : graph_.Row(row)) {
      if (column_done_[Index(column)]) continue;
      if (is_sparse_) {
        needs_[Index(column)] = NeedsOf(graph_, row, needs_);
        if (needs_[Index(column)].size() > kMostNeeds && EdgeOf(row, column) != kDefining) return Tear(column);
      }
      result_.assignments.emplace_back(row, column);
      row_done_[Index(row)] = 1;
      Close(column);
      return;
    }
  }
  // The column is known from here on.
  void Close(int32_t column) {
    column_done_[Index(column)] = 1;
    for (const int32_t row : rows_of_column_.Row(column)) {
      if (row_done_[Index(row)]) continue;
      const int32_t open = --open_columns_[Index(row)];
      const std::span<const int32_t> columns = graph_.Row(row);
      if (open == 1) {
        // The pair this row may have offered is broken up: the column left has no partner to gain.
        for (size_t k = 0; k < columns.size(); ++k) {
          if (column_done_[Index(columns[k])]) continue;
          --open_rows_[Index(columns[k])];
          if (gain_[Index(columns[k])] > 0 && EdgeOf(row, column) != 0) --gain_[Index(columns[k])];
          Offer(columns[k]);
        }
      }
      Count(row);
    }
  }
  char EdgeOf(int32_t row, int32_t column) const {
    const std::span<const int32_t> columns = graph_.Row(row);
    for (size_t k = 0; k < columns.size(); ++k) {
      if (columns[k] == column) return solvable_[Index(graph_.FirstEdge(row)) + k];
    }
    return 0;
  }

  const BipartiteGraph& graph_;
  const std::vector<char>& solvable_;
  bool is_sparse_;
  BipartiteGraph rows_of_column_;
  Tearing result_;
  std::vector<int32_t> open_columns_;   // by row: unknowns not yet known
  std::vector<int32_t> open_rows_;      // by column: rows with at least two open unknowns
  std::vector<int32_t> solvable_rows_;  // by column: rows not used up that can be solved for it
  std::vector<int32_t> gain_;           // by column: rows that would determine another unknown if it were torn
  std::vector<char> row_done_, column_done_;
  Needs needs_;
  std::deque<int32_t> forced_;
  std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> ready_;
  std::priority_queue<Score> candidates_;
};

}  // namespace

Tearing ChooseTearing(const BipartiteGraph& graph, const std::vector<char>& solvable) {
  Tearing dense = GreedyTearing(graph, solvable, false).Run();
  const size_t count = dense.tearing_columns.size();
  if (count <= kFewTearing) return dense;
  Tearing sparse = GreedyTearing(graph, solvable, true).Run();
  const bool pays = count > kManyTearing || 2 * CountEntries(graph, sparse) < CountEntries(graph, dense);
  return pays ? sparse : dense;
}

}  // namespace stiction::graph
