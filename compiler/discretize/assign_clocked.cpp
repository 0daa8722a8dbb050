// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/discretize/assign_clocked.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/discretize/discretize.h"
#include "compiler/graph/blocks.h"
#include "compiler/graph/matching.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"
#include "compiler/symbolic/solve.h"

namespace stiction {
namespace {

using ir::DaeEquation;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

/// The equations of one partition.
class Assignment {
 public:
  /// @param unknowns its variables
  /// @param column_of by variable, -1; as it was afterwards
  Assignment(ir::Dae& dae, int32_t partition, const std::vector<DaeEquation>& equations,
             const std::vector<VariableId>& unknowns, std::vector<int32_t>& column_of)
      : dae_(dae),
        pool_(*dae.pool),
        partition_(partition),
        equations_(equations),
        unknowns_(unknowns),
        column_of_(column_of) {
    for (const VariableId v : unknowns) column_of_[v.index()] = graph_.AddColumn();
  }
  Assignment(const Assignment&) = delete;
  Assignment& operator=(const Assignment&) = delete;
  ~Assignment() {
    for (const VariableId v : unknowns_) column_of_[v.index()] = -1;
  }

  void Run(Diagnostics& diagnostics) {
    for (const DaeEquation& equation : equations_) AddRow(equation);
    graph::Matcher matcher(graph_);
    MatchAsWritten(matcher);
    for (int32_t row = 0; row < graph_.row_count(); ++row) {
      if (matcher.matching().column_of_row[graph::Index(row)] >= 0 || matcher.Augment(row)) continue;
      diagnostics
          .Error(DiagnosticKind::EquationUnmatched, equations_[graph::Index(row)].origin.span,
                 "this clocked equation determines nothing: others determine all variables in it")
          .hint =
          "remove it, or one of the others; equations between Booleans, Integers or enumerations determine a "
          "variable that is one of their sides";
    }
    const graph::Matching& matching = matcher.matching();
    for (size_t column = 0; column < unknowns_.size(); ++column) {
      const int32_t row = matching.row_of_column[column];
      if (row >= 0) {
        Assign(unknowns_[column], equations_[graph::Index(row)]);
        continue;
      }
      const ir::DaeVariable& variable = dae_.variables[unknowns_[column].index()];
      diagnostics
          .Error(DiagnosticKind::VariableUndetermined, variable.origin.span,
                 fmt::format("no clocked equation determines `{}`", variable.name))
          .hint = "add an equation for it that is active with its clock";
    }
  }

 private:
  bool IsReal(const DaeEquation& equation) const {
    return pool_[equation.left].type == ScalarType::kReal || pool_[equation.right].type == ScalarType::kReal;
  }

  /// The column of a side that is a variable, or the negation of one.
  std::optional<int32_t> ColumnOf(ExprId side) const {
    const ir::ExprNode* node = &pool_[side];
    if (node->op == Op::kNot) node = &pool_[node->args[0]];
    if (node->op != Op::kVariable) return std::nullopt;
    const int32_t column = column_of_[static_cast<size_t>(node->payload)];
    return column >= 0 ? std::optional(column) : std::nullopt;
  }

  void AddRow(const DaeEquation& equation) {
    std::vector<int32_t> columns;
    const auto add = [&](int32_t column) {
      if (column >= 0 && std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
    };
    for (const ExprId side : {equation.left, equation.right}) {
      if (const auto column = ColumnOf(side)) add(*column);
    }
    if (IsReal(equation)) {
      for (const ExprId side : {equation.left, equation.right}) {
        for (const VariableId v : symbolic::Variables(pool_, side)) {
          if (dae_.variables[v.index()].type == ScalarType::kReal) add(column_of_[v.index()]);
        }
      }
    }
    graph_.AddRow(columns);
  }

  // `v = e` determines v, if nothing speaks against it.
  void MatchAsWritten(graph::Matcher& matcher) {
    for (int32_t row = 0; row < graph_.row_count(); ++row) {
      const DaeEquation& equation = equations_[graph::Index(row)];
      for (const auto& [side, other] : {std::pair(equation.left, equation.right), {equation.right, equation.left}}) {
        const auto column = ColumnOf(side);
        if (!column || matcher.matching().row_of_column[graph::Index(*column)] >= 0) continue;
        if (symbolic::Contains(pool_, other, unknowns_[graph::Index(*column)])) continue;
        matcher.Match(row, *column);
        break;
      }
    }
  }

  void Assign(VariableId v, const DaeEquation& equation) {
    ir::DaeVariable& variable = dae_.variables[v.index()];
    variable.variability = ir::Variability::kDiscrete;
    variable.attributes.fixed = pool_.Boolean(true);
    DaeEquation assignment = equation;
    assignment.partition = -1;
    assignment.is_discrete = true;
    assignment.left = pool_.Variable(v, variable.type, variable.enumeration);
    assignment.right = symbolic::If(pool_, dae_.partitions[static_cast<size_t>(partition_)].tick, ValueOf(v, equation),
                                    pool_.Pre(v, variable.type, variable.enumeration));
    dae_.equations.push_back(assignment);
  }

  ExprId ValueOf(VariableId v, const DaeEquation& equation) {
    for (const auto& [side, other] : {std::pair(equation.left, equation.right), {equation.right, equation.left}}) {
      const ir::ExprNode& node = pool_[side];
      const bool is_negated = node.op == Op::kNot;
      const ir::ExprNode& leaf = is_negated ? pool_[node.args[0]] : node;
      if (leaf.op != Op::kVariable || leaf.payload != v.value || symbolic::Contains(pool_, other, v)) continue;
      return is_negated ? symbolic::Not(pool_, other) : other;
    }
    const ExprId variable = pool_.Variable(v, dae_.variables[v.index()].type);
    if (dae_.variables[v.index()].type != ScalarType::kReal) return equation.left;
    const symbolic::Linearity linearity = symbolic::ClassifyLinearity(
        pool_, equation.left, equation.right, v,
        [this](VariableId other) { return dae_.variables[other.index()].variability <= ir::Variability::kParameter; });
    if (linearity == symbolic::Linearity::kUnit || linearity == symbolic::Linearity::kConstant) {
      if (const auto solution = symbolic::SolveLinear(pool_, equation.left, equation.right, v)) return *solution;
    }
    return symbolic::Add(pool_, variable, symbolic::Sub(pool_, equation.left, equation.right));
  }

  ir::Dae& dae_;
  ir::ExprPool& pool_;
  int32_t partition_;
  const std::vector<DaeEquation>& equations_;
  const std::vector<VariableId>& unknowns_;
  std::vector<int32_t>& column_of_;
  graph::BipartiteGraph graph_;
};

/// Takes the equations of partitions out of a list. @returns by partition
std::vector<std::vector<DaeEquation>> TakeClocked(std::vector<DaeEquation>& equations, size_t partitions) {
  std::vector<std::vector<DaeEquation>> clocked(partitions);
  for (const DaeEquation& equation : equations) {
    if (equation.partition >= 0) clocked[static_cast<size_t>(equation.partition)].push_back(equation);
  }
  std::erase_if(equations, [](const DaeEquation& equation) { return equation.partition >= 0; });
  return clocked;
}

/// Reports a loop in which a state machine decides by variables of the state that it decides on (MLS 17.3.1).
/// @param loop numbers of assignments, from `first` on
void RequireDecided(const ir::Dae& dae, const std::vector<int32_t>& loop, size_t first, Diagnostics& diagnostics) {
  const auto row_of = [&](VariableId v) {
    return std::find_if(loop.begin(), loop.end(), [&](int32_t row) {
      return (*dae.pool)[dae.equations[first + graph::Index(row)].left].payload == v.value;
    });
  };
  if (loop.size() < 2) return;
  for (const VariableId condition : dae.immediate_conditions) {
    if (row_of(condition) == loop.end()) continue;
    const DaeEquation& decides = dae.equations[first + graph::Index(*row_of(condition))];
    Diagnostic& error = diagnostics.Error(
        DiagnosticKind::TransitionLoop, decides.origin.span,
        "the condition of this immediate transition depends on which state is active at the tick at which it is to "
        "decide that (MLS 17.3.1)");
    for (const VariableId v : symbolic::Variables(*dae.pool, decides.right)) {
      const auto row = row_of(v);
      if (row == loop.end() || dae.variables[v.index()].is_generated) continue;
      error.labels.push_back({dae.equations[first + graph::Index(*row)].origin.span,
                              fmt::format("`{}` follows from the state", dae.variables[v.index()].name)});
      break;
    }
    error.hint = "make it a delayed one, `immediate = false`, or read the variables of states by previous()";
    return;
  }
}

/// Reports equations of two clocks that need each other at once: no sub-partition could be solved by itself
/// (MLS 16.7.4).
/// @param first of the assignments of clocked variables, the last equations of the model
void RequireSeparateClocks(const ir::Dae& dae, size_t first, Diagnostics& diagnostics) {
  std::vector<int32_t> row_of(dae.variables.size(), -1);
  for (size_t i = first; i < dae.equations.size(); ++i) {
    row_of[static_cast<size_t>((*dae.pool)[dae.equations[i].left].payload)] = static_cast<int32_t>(i - first);
  }
  graph::BipartiteGraph needs(static_cast<int32_t>(dae.equations.size() - first));
  for (size_t i = first; i < dae.equations.size(); ++i) {
    std::vector<int32_t> row;
    for (const VariableId v : symbolic::Variables(*dae.pool, dae.equations[i].right)) {
      if (row_of[v.index()] >= 0) row.push_back(row_of[v.index()]);
    }
    needs.AddRow(row);
  }
  for (const std::vector<int32_t>& loop : graph::StrongComponents(needs)) {
    const auto equation = [&](int32_t row) -> const DaeEquation& { return dae.equations[first + graph::Index(row)]; };
    const auto variable = [&](int32_t row) -> const ir::DaeVariable& {
      return dae.variables[static_cast<size_t>((*dae.pool)[equation(row).left].payload)];
    };
    RequireDecided(dae, loop, first, diagnostics);
    const auto clock = [&](int32_t row) { return dae.partitions[static_cast<size_t>(variable(row).partition)].clock; };
    const auto other =
        std::find_if(loop.begin(), loop.end(), [&](int32_t row) { return clock(row) != clock(loop.front()); });
    if (other == loop.end()) continue;
    Diagnostic& error = diagnostics.Error(
        DiagnosticKind::ClockedMixed, equation(loop.front()).origin.span,
        fmt::format("`{}` and `{}` have two clocks, but need each other at the same tick (MLS 16.7.4)",
                    variable(loop.front()).name, variable(*other).name));
    error.labels.push_back(
        {equation(*other).origin.span, fmt::format("`{}` is determined here", variable(*other).name)});
    error.hint = "read one of them by previous()";
  }
}

}  // namespace

ir::Dae AssignClocked(ir::Dae dae, Diagnostics& diagnostics) {
  const size_t count = dae.partitions.size();
  if (count == 0) return dae;
  std::vector<std::vector<DaeEquation>> equations = TakeClocked(dae.equations, count);
  const std::vector<std::vector<DaeEquation>> conditions = TakeClocked(dae.initial_equations, count);
  const size_t unclocked = dae.equations.size();
  std::vector<std::vector<VariableId>> unknowns(count);
  const auto collect = [&](size_t first) {
    for (size_t v = first; v < dae.variables.size(); ++v) {
      const int32_t partition = dae.variables[v].partition;
      if (partition >= 0) unknowns[static_cast<size_t>(partition)].emplace_back(static_cast<int64_t>(v));
    }
  };
  collect(0);
  for (size_t p = 0; p < count; ++p) {
    // Only a discretized partition needs to know its first tick.
    if (!dae.partitions[p].is_first) continue;
    const size_t before = dae.variables.size();
    Discretize(dae, static_cast<int32_t>(p), equations[p], conditions[p], diagnostics);
    if (diagnostics.HasErrors()) return dae;
    collect(before);
  }
  std::vector<int32_t> column_of(dae.variables.size(), -1);
  for (size_t p = 0; p < count; ++p) {
    Assignment(dae, static_cast<int32_t>(p), equations[p], unknowns[p], column_of).Run(diagnostics);
  }
  RequireSeparateClocks(dae, unclocked, diagnostics);
  dae.partitions.clear();
  dae.immediate_conditions.clear();
  for (ir::DaeVariable& variable : dae.variables) variable.partition = -1;
  return dae;
}

}  // namespace stiction
