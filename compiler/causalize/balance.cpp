// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/balance.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "compiler/graph/dulmage_mendelsohn.h"
#include "compiler/graph/matching.h"
#include "compiler/graph/perfect_matching.h"

namespace stiction {
namespace {

constexpr size_t kMaxReported = 5;
constexpr size_t kMaxLabels = 3;

std::string Plural(int32_t n, const char* word) { return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s"); }

/// Equations against unknowns: a row for each equation of the model, a column for each discrete variable and for each
/// continuous one without integral, which stands for its derivatives too.
struct Incidence {
  graph::BipartiteGraph graph;
  std::vector<ir::VariableId> variable_of_column;
  std::vector<int32_t> column_of_variable;
};

/// @param known variables that are no unknowns here
Incidence BuildIncidence(const ir::Dae& dae, ModelOccurrences& occurrences, const std::set<ir::VariableId>& known) {
  Incidence result;
  result.column_of_variable.assign(dae.variables.size(), -1);
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const ir::VariableId v(static_cast<int64_t>(i));
    if (!occurrences.kinds().IsContinuous(v) && !occurrences.kinds().IsDiscrete(v)) continue;
    if (dae.variables[i].integral || known.contains(v)) continue;
    result.column_of_variable[i] = result.graph.AddColumn();
    result.variable_of_column.push_back(v);
  }
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    if (result.column_of_variable[i] < 0) continue;
    for (ir::VariableId d = dae.variables[i].derivative; d; d = dae.variables[d.index()].derivative) {
      result.column_of_variable[d.index()] = result.column_of_variable[i];
    }
  }
  std::vector<int32_t> columns;
  std::vector<ir::VariableId> variables;
  for (size_t i = 0; i < dae.equations.size(); ++i) {
    const ir::DaeEquation& equation = dae.equations[i];
    columns.clear();
    if (equation.is_discrete) {
      columns.push_back(result.column_of_variable[static_cast<size_t>((*dae.pool)[equation.left].payload)]);
    } else {
      occurrences.ContinuousUnknowns(ir::EquationId(static_cast<int64_t>(i)), variables);
      for (const ir::VariableId v : variables) {
        columns.push_back(result.column_of_variable[v.index()]);
      }
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    std::erase(columns, -1);
    result.graph.AddRow(columns);
  }
  return result;
}

class Reporter {
 public:
  Reporter(const ir::Dae& dae, const Incidence& incidence, Diagnostics& diagnostics)
      : dae_(dae), incidence_(incidence), diagnostics_(diagnostics) {}

  void Report() {
    // In the order of the text, so that of competing equations the last one written is the one too many.
    graph::Matcher matcher(incidence_.graph);
    for (int32_t row = 0; row < incidence_.graph.row_count(); ++row) matcher.Augment(row);
    const graph::Matching& by_row = matcher.matching();
    const graph::Matching by_column = graph::ColumnPriorityMatching(incidence_.graph, ColumnOrder());
    for (size_t row = 0; row < by_row.column_of_row.size(); ++row) {
      if (by_row.column_of_row[row] < 0) unmatched_.push_back(static_cast<int32_t>(row));
    }
    for (size_t column = 0; column < by_column.row_of_column.size(); ++column) {
      if (by_column.row_of_column[column] < 0) undetermined_.push_back(static_cast<int32_t>(column));
    }
    Summary(by_row);
    for (size_t i = 0; i < std::min(unmatched_.size(), kMaxReported); ++i) ReportEquation(by_row, unmatched_[i]);
    for (size_t i = 0; i < std::min(undetermined_.size(), kMaxReported); ++i)
      ReportVariable(by_column, undetermined_[i]);
  }

 private:
  // Declared variables before generated ones: what stays unmatched comes last.
  std::vector<int32_t> ColumnOrder() const {
    std::vector<int32_t> order(incidence_.variable_of_column.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int32_t>(i);
    std::stable_partition(order.begin(), order.end(), [this](int32_t column) { return Variable(column).is_generated; });
    return order;
  }
  const ir::DaeVariable& Variable(int32_t column) const {
    return dae_.variables[incidence_.variable_of_column[static_cast<size_t>(column)].index()];
  }
  const ir::DaeEquation& Equation(int32_t row) const { return dae_.equations[static_cast<size_t>(row)]; }

  void Summary(const graph::Matching& matching) {
    const int32_t equations = incidence_.graph.row_count();
    const int32_t unknowns = incidence_.graph.column_count();
    const Span span =
        !unmatched_.empty() ? Equation(unmatched_.front()).origin.span : Variable(undetermined_.front()).origin.span;
    if (equations != unknowns) {
      diagnostics_
          .Error(DiagnosticKind::ModelUnbalanced, span,
                 fmt::format("model `{}` has {} but {}", dae_.name, Plural(equations, "equation"),
                             Plural(unknowns, "unknown")))
          .hint = equations > unknowns
                      ? fmt::format("remove {}", Plural(equations - unknowns, "equation"))
                      : fmt::format("add {}, or make a variable a parameter", Plural(unknowns - equations, "equation"));
      return;
    }
    const graph::DulmageMendelsohn parts = graph::Decompose(incidence_.graph, matching);
    diagnostics_
        .Error(DiagnosticKind::StructurallySingular, span,
               fmt::format("model `{}` is singular: it has {} for {}, and {} for {}", dae_.name,
                           Plural(static_cast<int32_t>(parts.over_rows.size()), "equation"),
                           Plural(static_cast<int32_t>(parts.over_columns.size()), "unknown"),
                           Plural(static_cast<int32_t>(parts.under_rows.size()), "equation"),
                           Plural(static_cast<int32_t>(parts.under_columns.size()), "unknown")))
        .hint = "replace each equation that determines nothing by one for a variable that nothing determines";
  }

  void ReportEquation(const graph::Matching& matching, int32_t row) {
    const std::span<const int32_t> columns = incidence_.graph.Row(row);
    std::string message = "equation determines no unknown";
    if (Equation(row).left == Equation(row).right) {
      message += ": both sides are the same";
    } else if (columns.empty()) {
      message += ": it holds only known quantities";
    } else {
      message += fmt::format("; {} already determined by {}", Names(columns),
                             columns.size() == 1 ? "another equation" : "other equations");
    }
    const ir::DaeEquation& equation = Equation(row);
    if (!equation.origin.derivation.empty()) message += fmt::format(" ({})", equation.origin.derivation);
    Diagnostic& d = diagnostics_.Error(DiagnosticKind::EquationUnmatched, equation.origin.span, std::move(message));
    for (const int32_t other : graph::CompetingRows(incidence_.graph, matching, row)) {
      if (other == row || d.labels.size() == kMaxLabels) continue;
      const int32_t column = matching.column_of_row[static_cast<size_t>(other)];
      d.labels.push_back({Equation(other).origin.span, fmt::format("determines `{}`", Variable(column).name)});
    }
    d.hint = columns.empty() ? "remove the equation, or use an assert to check it"
                             : "remove one of these equations, or declare the variable that is missing in them";
  }

  void ReportVariable(const graph::Matching& matching, int32_t column) {
    const ir::DaeVariable& variable = Variable(column);
    const graph::BipartiteGraph& transposed = Transposed();
    graph::Matching swapped = matching;
    std::swap(swapped.column_of_row, swapped.row_of_column);
    const std::vector<int32_t> competing = graph::CompetingRows(transposed, swapped, column);
    const bool occurs = !transposed.Row(column).empty();
    Diagnostic& d = diagnostics_.Error(DiagnosticKind::VariableUndetermined, variable.origin.span,
                                       fmt::format("no equation determines `{}`", variable.name));
    for (const int32_t other : competing) {
      if (other == column || d.labels.size() == kMaxLabels || Variable(other).is_generated) continue;
      d.labels.push_back({Variable(other).origin.span, fmt::format("`{}` takes the equation", Variable(other).name)});
    }
    d.hint = ir::KindOf(variable) == ir::VariableKind::kDiscrete
                 ? fmt::format("assign `{}` in an equation or a when-equation", variable.name)
             : occurs ? fmt::format("add an equation for `{}` or for a variable named here", variable.name)
                      : fmt::format("add an equation in which `{}` occurs, or remove its declaration", variable.name);
  }

  std::string Names(std::span<const int32_t> columns) const {
    std::string names;
    const size_t shown = std::min(columns.size(), kMaxLabels);
    for (size_t i = 0; i < shown; ++i) names += fmt::format("{}`{}`", i == 0 ? "" : ", ", Variable(columns[i]).name);
    if (columns.size() > shown) names += ", ...";
    return names + (columns.size() == 1 ? " is" : " are");
  }

  const graph::BipartiteGraph& Transposed() {
    if (transposed_.row_count() == 0) transposed_ = incidence_.graph.Transposed();
    return transposed_;
  }

  const ir::Dae& dae_;
  const Incidence& incidence_;
  Diagnostics& diagnostics_;
  graph::BipartiteGraph transposed_;
  std::vector<int32_t> unmatched_;     // rows
  std::vector<int32_t> undetermined_;  // columns
};

/// The open inputs of components without which other unknowns would be determined, as variables of the incidence.
/// @returns by such a variable the input, which may be an alias of it
std::map<ir::VariableId, ir::VariableId> CulpableInputs(const ir::Dae& dae, const Incidence& incidence) {
  graph::BipartiteGraph graph = incidence.graph;
  graph::Matcher matcher(graph);
  for (int32_t row = 0; row < incidence.graph.row_count(); ++row) matcher.Augment(row);
  std::map<ir::VariableId, ir::VariableId> inputs;
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const ir::DaeVariable& variable = dae.variables[i];
    if (!variable.open_input_of) continue;
    const ir::VariableId input(static_cast<int64_t>(i));
    const ir::VariableId unknown = variable.alias ? variable.alias->target : input;
    const int32_t column = incidence.column_of_variable[unknown.index()];
    if (column < 0) continue;
    const std::vector<int32_t> columns{column};
    if (matcher.Augment(graph.AddRow(columns))) inputs.emplace(unknown, input);
  }
  return inputs;
}

void ReportInputs(const ir::Dae& dae, const Incidence& incidence,
                  const std::map<ir::VariableId, ir::VariableId>& inputs, Diagnostics& diagnostics) {
  std::vector<ir::VariableId> open;
  for (const auto& [unknown, input] : inputs) open.push_back(input);
  std::sort(open.begin(), open.end());
  for (size_t i = 0; i < std::min(open.size(), kMaxReported); ++i) {
    const ir::DaeVariable& variable = dae.variables[open[i].index()];
    std::string message =
        fmt::format("nothing is connected to the input `{}`, and no equation gives it a value", variable.name);
    if (i == 0) {
      message += fmt::format(": model `{}` has {} but {}", dae.name, Plural(incidence.graph.row_count(), "equation"),
                             Plural(incidence.graph.column_count(), "unknown"));
    }
    if (i + 1 == kMaxReported && open.size() > kMaxReported) {
      message += fmt::format("; nor to {}", Plural(static_cast<int32_t>(open.size() - kMaxReported), "further input"));
    }
    Diagnostic& error = diagnostics.Error(DiagnosticKind::InputNotConnected, variable.origin.span, std::move(message));
    error.labels.push_back({variable.open_input_of, "of this component"});
    error.hint = fmt::format("connect `{0}`, or give it a value: `{0} = ...`", variable.name);
  }
}

}  // namespace

bool CheckBalance(const ir::Dae& dae, ModelOccurrences& occurrences, Diagnostics& diagnostics) {
  Incidence incidence = BuildIncidence(dae, occurrences, {});
  if (graph::HasPerfectMatching(incidence.graph)) return true;
  const std::map<ir::VariableId, ir::VariableId> inputs = CulpableInputs(dae, incidence);
  if (!inputs.empty()) {
    ReportInputs(dae, incidence, inputs, diagnostics);
    std::set<ir::VariableId> known;
    for (const auto& [unknown, input] : inputs) known.insert(unknown);
    incidence = BuildIncidence(dae, occurrences, known);
    if (graph::HasPerfectMatching(incidence.graph)) return false;
  }
  Reporter(dae, incidence, diagnostics).Report();
  return false;
}

}  // namespace stiction
