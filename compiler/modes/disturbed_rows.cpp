// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/modes/disturbed_rows.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "compiler/graph/matching.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::VariableId;

class Search {
 public:
  Search(ir::Dae& dae, const ModeStructure& structure, const std::vector<int32_t>& changing)
      : dae_(dae),
        structure_(structure),
        changing_(changing),
        graph_(static_cast<int32_t>(structure.variable_of_column.size())),
        rows_of_column_(structure.variable_of_column.size()),
        is_disturbed_(structure.equation_of_row.size(), 0) {}

  std::vector<DisturbedRows> Run() {
    LinkRows();
    Disturb();
    DropIllDefined();
    DropOutputs();
    return Connected();
  }

 private:
  static size_t Index(int32_t i) { return static_cast<size_t>(i); }

  /// The highest derivatives that the rows hold, in any branch, and which of them each row determines.
  void LinkRows() {
    const size_t n = structure_.equation_of_row.size();
    for (size_t row = 0; row < n; ++row) {
      std::vector<int32_t> columns;
      const std::vector<graph::SignatureRow>& branches = structure_.system.branches[row];
      for (size_t b = 0; b < branches.size(); ++b) {
        for (const graph::Signature& entry : branches[b]) {
          if (!structure_.IsTight(static_cast<int32_t>(row), static_cast<int32_t>(b), entry)) continue;
          columns.push_back(entry.column);
        }
      }
      std::ranges::sort(columns);
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      for (const int32_t column : columns) rows_of_column_[Index(column)].push_back(static_cast<int32_t>(row));
      graph_.AddRow(columns);
    }
    matching_ = graph::MaximumMatching(graph_);
  }

  void Disturb() {
    std::vector<int32_t> queue;
    const auto disturb = [&](int32_t row) {
      if (std::exchange(is_disturbed_[Index(row)], char{1}) == 0) queue.push_back(row);
    };
    for (const int32_t row : changing_) disturb(row);
    for (size_t next = 0; next < queue.size(); ++next) {
      const int32_t column = matching_.column_of_row[Index(queue[next])];
      if (column < 0) continue;
      for (const int32_t row : rows_of_column_[Index(column)]) disturb(row);
    }
  }

  void DropIllDefined() {
    const size_t n = is_disturbed_.size();
    std::set<VariableId> jumping;
    std::vector<std::vector<size_t>> sources(n);  // by row: disturbed rows of which it reads the column
    for (size_t row = 0; row < n; ++row) {
      const int32_t column = matching_.column_of_row[row];
      if (is_disturbed_[row] == 0 || column < 0) continue;
      const int32_t order = structure_.offsets.of_column[Index(column)];
      if (order > 0) jumping.insert(DerivativeOf(dae_, structure_, column, order - 1));
      for (const int32_t other : rows_of_column_[Index(column)]) sources[Index(other)].push_back(row);
    }
    std::vector<char> is_needed(n, 0);
    std::vector<size_t> queue;
    for (const int32_t row : changing_) queue.push_back(Index(row));
    while (!queue.empty()) {
      const size_t row = queue.back();
      queue.pop_back();
      if (std::exchange(is_needed[row], char{1}) != 0) continue;
      queue.insert(queue.end(), sources[row].begin(), sources[row].end());
    }
    for (size_t row = 0; row < n; ++row) {
      if (is_disturbed_[row] == 0 || is_needed[row] != 0) continue;
      if (IsIllDefined(static_cast<int32_t>(row), jumping)) is_disturbed_[row] = 0;
    }
  }

  /// True if the coefficient of an impulse or jump reads a variable that jumps.
  bool IsIllDefined(int32_t row, const std::set<VariableId>& jumping) {
    const std::vector<graph::SignatureRow>& branches = structure_.system.branches[Index(row)];
    for (size_t b = 0; b < branches.size(); ++b) {
      std::vector<VariableId> highest;
      for (const graph::Signature& entry : branches[b]) {
        if (structure_.IsTight(row, static_cast<int32_t>(b), entry))
          highest.push_back(DerivativeOf(dae_, structure_, entry.column, entry.order));
      }
      for (const ExprId coefficient :
           symbolic::Gradient(*dae_.pool, ResidualOf(dae_, structure_, row, static_cast<int32_t>(b)), highest)) {
        for (const VariableId v : symbolic::Variables(*dae_.pool, coefficient)) {
          if (jumping.contains(v)) return true;
        }
      }
    }
    return false;
  }

  /// Columns of which a relation reads an algebraic variable.
  std::vector<char> Deciding() const {
    std::vector<char> decides(structure_.variable_of_column.size(), 0);
    std::set<VariableId> read;
    for (const ir::Relation& relation : dae_.relations) {
      for (const ExprId side : {relation.left, relation.right}) {
        for (const VariableId v : symbolic::Variables(*dae_.pool, side)) read.insert(v);
      }
    }
    for (size_t column = 0; column < decides.size(); ++column) {
      decides[column] = read.contains(structure_.variable_of_column[column]) ? 1 : 0;
    }
    return decides;
  }

  /// Algebraic variables that neither another disturbed row nor a relation reads need no impulse.
  void DropOutputs() {
    const std::vector<char> decides = Deciding();
    for (bool is_done = false; !is_done;) {
      is_done = true;
      for (size_t row = 0; row < is_disturbed_.size(); ++row) {
        const int32_t column = matching_.column_of_row[row];
        if (is_disturbed_[row] == 0 || column < 0 || IsChanging(static_cast<int32_t>(row))) continue;
        if (structure_.offsets.of_column[Index(column)] > 0 || decides[Index(column)] != 0) continue;
        const bool is_read = std::ranges::any_of(rows_of_column_[Index(column)], [&](int32_t other) {
          return other != static_cast<int32_t>(row) && is_disturbed_[Index(other)] != 0;
        });
        if (is_read) continue;
        is_disturbed_[row] = 0;
        is_done = false;
      }
    }
  }

  std::vector<DisturbedRows> Connected() const {
    const size_t n = is_disturbed_.size();
    std::vector<size_t> parent(n);
    std::iota(parent.begin(), parent.end(), size_t{0});
    const auto root = [&](size_t row) {
      while (parent[row] != row) row = parent[row] = parent[parent[row]];
      return row;
    };
    for (size_t row = 0; row < n; ++row) {
      if (is_disturbed_[row] == 0) continue;
      for (const int32_t column : graph_.Row(static_cast<int32_t>(row))) {
        const int32_t other = matching_.row_of_column[Index(column)];
        if (other < 0 || is_disturbed_[Index(other)] == 0) continue;
        parent[std::max(root(row), root(Index(other)))] = std::min(root(row), root(Index(other)));
      }
    }
    std::map<size_t, DisturbedRows> members;
    for (size_t row = 0; row < n; ++row) {
      const int32_t column = matching_.column_of_row[row];
      if (is_disturbed_[row] == 0 || column < 0) continue;
      DisturbedRows& set = members[root(row)];
      set.rows.push_back(static_cast<int32_t>(row));
      set.columns.push_back(column);
    }
    std::vector<DisturbedRows> sets;
    for (auto& [first, set] : members) {
      const auto changes = [this](int32_t row) { return IsChanging(row); };
      if (std::ranges::any_of(set.rows, changes)) sets.push_back(std::move(set));
    }
    return sets;
  }

  bool IsChanging(int32_t row) const { return std::ranges::binary_search(changing_, row); }

  ir::Dae& dae_;
  const ModeStructure& structure_;
  const std::vector<int32_t>& changing_;
  graph::BipartiteGraph graph_;
  std::vector<std::vector<int32_t>> rows_of_column_;
  graph::Matching matching_;
  std::vector<char> is_disturbed_;  // by row
};

}  // namespace

std::vector<DisturbedRows> FindDisturbedRows(ir::Dae& dae, const ModeStructure& structure,
                                             const std::vector<int32_t>& changing) {
  return Search(dae, structure, changing).Run();
}

}  // namespace stiction
