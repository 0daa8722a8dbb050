// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/select_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <tuple>

#include "compiler/causalize/independent_columns.h"
#include "compiler/graph/matching.h"
#include "compiler/symbolic/differentiate.h"

namespace stiction {
namespace {

using Entry = IndependentColumns::Entry;
using Remainder = IndependentColumns::Remainder;

/// One choice. The members beyond the usual number are the rows and columns of its matrix.
class Selector {
 public:
  Selector(ir::Dae& dae, ModelOccurrences& occurrences, const std::vector<char>& is_fixed,
           const std::vector<char>& is_differentiated, Diagnostics& diagnostics)
      : dae_(dae),
        occurrences_(occurrences),
        kinds_(occurrences.kinds()),
        is_fixed_(is_fixed),
        is_differentiated_(is_differentiated),
        diagnostics_(diagnostics),
        coefficients_(dae, kinds_),
        constraint_of_(dae.variables.size()) {}

  StateSelection Run() {
    StateSelection result;
    FindConstraints();
    if (constraint_count_ > 0) {
      AddRowsBehind();
      IndependentColumns independent(rows_.size());
      EliminateAlgebraic(independent);
      ChooseDummies(independent);
      result.invariants = Rest(independent);
    }
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      const ir::DaeVariable& variable = dae_.variables[i];
      if (variable.integral && IsDummy(variable.integral))
        result.dummies.push_back({v, constraint_of_[variable.integral.index()]});
      if (!IsCandidate(v)) continue;
      if (!IsDummy(v)) {
        result.states.push_back(v);
        result.derivatives.push_back(variable.derivative);
      }
      CheckWish(v, !IsDummy(v), result);
    }
    return result;
  }

 private:
  bool IsCandidate(ir::VariableId v) const {
    return kinds_.IsContinuous(v) && static_cast<bool>(dae_.variables[v.index()].derivative);
  }
  bool IsDummy(ir::VariableId v) const { return static_cast<bool>(constraint_of_[v.index()]); }
  bool IsConstraint(int32_t row) const { return static_cast<size_t>(row) < constraint_count_; }

  void FindConstraints() {
    is_constraint_.assign(dae_.equations.size(), 0);
    for (const ir::DaeEquation& equation : dae_.equations) {
      if (equation.derivative_of) is_constraint_[equation.derivative_of.index()] = 1;
    }
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      if (is_constraint_[i]) rows_.emplace_back(static_cast<int64_t>(i));
    }
    constraint_count_ = rows_.size();
  }

  // And those of the algebraic variables that constraints depend on, with their equations, in turn.
  void AddRowsBehind() {
    column_of_variable_.assign(dae_.variables.size(), -1);
    std::vector<ir::EquationId> determined_by;  // by variable; made when first needed
    std::vector<ir::VariableId> variables;
    for (size_t row = 0; row < rows_.size(); ++row) {
      const ir::EquationId id = rows_[row];
      occurrences_.ContinuousUnknowns(id, variables);
      for (const ir::VariableId v : variables) {
        if (column_of_variable_[v.index()] >= 0) continue;
        column_of_variable_[v.index()] = static_cast<int32_t>(columns_.size());
        columns_.push_back({v, {}});
        if (IsCandidate(v)) continue;
        if (determined_by.empty()) determined_by = MatchAlgebraic();
        const ir::EquationId behind = determined_by[v.index()];
        if (behind) rows_.push_back(behind);
      }
      AddEntries(static_cast<int32_t>(row), variables);
    }
  }

  /// By variable without a derivative: an equation that is no constraint; each its own.
  std::vector<ir::EquationId> MatchAlgebraic() {
    graph::BipartiteGraph graph(static_cast<int32_t>(dae_.variables.size()));
    std::vector<ir::EquationId> equation_of_row;
    std::vector<ir::VariableId> variables;
    std::vector<int32_t> columns;
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      if (is_constraint_[i] || dae_.equations[i].is_discrete) continue;
      equation_of_row.emplace_back(static_cast<int64_t>(i));
      occurrences_.ContinuousUnknowns(equation_of_row.back(), variables);
      columns.clear();
      for (const ir::VariableId v : variables) {
        if (!IsCandidate(v)) columns.push_back(v.value);
      }
      graph.AddRow(columns);
    }
    const graph::Matching matching = graph::MaximumMatching(graph);
    std::vector<ir::EquationId> determined_by(dae_.variables.size());
    for (size_t v = 0; v < determined_by.size(); ++v) {
      const int32_t row = matching.row_of_column[v];
      if (row >= 0) determined_by[v] = equation_of_row[static_cast<size_t>(row)];
    }
    return determined_by;
  }

  void AddEntries(int32_t row, const std::vector<ir::VariableId>& variables) {
    const ir::DaeEquation& equation = dae_.equations[rows_[static_cast<size_t>(row)].index()];
    const ir::ExprId residual = dae_.pool->Binary(ir::Op::kSub, equation.left, equation.right);
    const std::vector<ir::ExprId> gradient = symbolic::Gradient(*dae_.pool, residual, variables);
    for (size_t k = 0; k < variables.size(); ++k) {
      const Coefficient coefficient = coefficients_.Of(gradient[k]);
      if (coefficient.value == 0) continue;
      ColumnOf(variables[k]).entries.push_back({row, coefficient});
    }
  }

  struct Column {
    ir::VariableId variable;
    std::vector<Entry> entries;
  };
  Column& ColumnOf(ir::VariableId v) { return columns_[static_cast<size_t>(column_of_variable_[v.index()])]; }

  // The constraints become those of the candidates alone.
  void EliminateAlgebraic(IndependentColumns& independent) const {
    std::vector<const Column*> algebraic;
    for (const Column& column : columns_) {
      if (!IsCandidate(column.variable)) algebraic.push_back(&column);
    }
    std::ranges::stable_sort(algebraic, {}, [](const Column* column) { return column->entries.size(); });
    for (const Column* column : algebraic) {
      const Remainder remainder = independent.Reduce(column->entries);
      const int32_t row =
          independent.PivotOf(remainder, [this](int32_t r, const Coefficient&) { return !IsConstraint(r); });
      if (row >= 0) independent.Take(remainder, row);
    }
  }

  // The least wanted state first. A pivot may turn out less sure than thought: then its column queues again.
  void ChooseDummies(IndependentColumns& independent) {
    using Candidate = std::pair<Wanted, size_t>;
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
    for (size_t c = 0; c < columns_.size(); ++c) {
      if (IsCandidate(columns_[c].variable)) queue.emplace(WantedAsState(columns_[c], Sureness::kConstant), c);
    }
    while (!queue.empty()) {
      const auto [wanted, c] = queue.top();
      queue.pop();
      const Column& column = columns_[c];
      const bool is_never = StateSelectOf(column.variable) == ir::StateSelect::kNever;
      const Remainder remainder = independent.Reduce(column.entries);
      const int32_t row = independent.PivotOf(remainder, [&](int32_t r, const Coefficient& coefficient) {
        return IsConstraint(r) && (is_never || coefficient.sureness != Sureness::kVarying);
      });
      if (row < 0) continue;
      const Wanted now = WantedAsState(column, remainder.at(row).sureness);
      if (now > wanted) {
        queue.emplace(now, c);
        continue;
      }
      independent.Take(remainder, row);
      constraint_of_[column.variable.index()] = rows_[static_cast<size_t>(row)];
    }
  }

  ir::StateSelect StateSelectOf(ir::VariableId v) const { return dae_.variables[v.index()].attributes.state_select; }

  using Wanted = std::tuple<int, int, int, int, int, int, int32_t>;
  Wanted WantedAsState(const Column& column, Sureness sureness) const {
    const ir::VariableId v = column.variable;
    const ir::DaeVariable& variable = dae_.variables[v.index()];
    const bool is_differentiated = v.index() < is_differentiated_.size() && is_differentiated_[v.index()];
    const auto wish = static_cast<int>(variable.attributes.state_select);
    const bool is_wish = variable.attributes.state_select >= ir::StateSelect::kPrefer;
    return {variable.attributes.state_select == ir::StateSelect::kNever ? -1
            : is_differentiated || is_wish                              ? 1
                                                                        : 0,
            wish,
            v.index() < is_fixed_.size() && is_fixed_[v.index()],
            static_cast<bool>(variable.attributes.start),
            sureness == Sureness::kParameter,
            !variable.is_generated && !variable.integral,
            -v.value};
  }

  /// The constraints that took no variable from the states, each set with the variables that it holds together.
  std::vector<ir::InvariantSet> Rest(const IndependentColumns& independent) {
    std::vector<int32_t> first_column(constraint_count_, -1);  // by row
    std::vector<int32_t> set_of(columns_.size());              // of columns joined by a row: one of them
    std::iota(set_of.begin(), set_of.end(), 0);
    const auto find = [&](int32_t c) {
      while (set_of[static_cast<size_t>(c)] != c) c = set_of[static_cast<size_t>(c)];
      return c;
    };
    for (size_t c = 0; c < columns_.size(); ++c) {
      const ir::VariableId v = columns_[c].variable;
      if (!IsCandidate(v) || IsDummy(v)) continue;
      for (const auto& [row, coefficient] : independent.Reduce(columns_[c].entries)) {
        if (!IsConstraint(row) || independent.HasPivot(row)) continue;
        int32_t& first = first_column[static_cast<size_t>(row)];
        if (first < 0) first = static_cast<int32_t>(c);
        set_of[static_cast<size_t>(find(static_cast<int32_t>(c)))] = find(first);
      }
    }
    std::vector<ir::InvariantSet> result;
    std::map<int32_t, ir::InvariantSet> sets;
    for (size_t row = 0; row < constraint_count_; ++row) {
      if (independent.HasPivot(static_cast<int32_t>(row))) continue;
      if (first_column[row] < 0 && IsSure(static_cast<int32_t>(row))) {
        ReportDependent(rows_[row]);
      } else if (first_column[row] < 0) {
        result.push_back({{rows_[row]}, {}});
      } else {
        sets[find(first_column[row])].equations.push_back(rows_[row]);
      }
    }
    for (size_t c = 0; c < columns_.size(); ++c) {
      const auto set = sets.find(find(static_cast<int32_t>(c)));
      if (set != sets.end()) set->second.states.push_back(columns_[c].variable);
    }
    for (auto& [first, set] : sets) {
      std::ranges::sort(set.equations);
      std::ranges::sort(set.states);
      result.push_back(std::move(set));
    }
    return result;
  }

  /// True if no entry of a row varies with the motion.
  bool IsSure(int32_t row) const {
    return std::ranges::all_of(columns_, [row](const Column& column) {
      return std::ranges::all_of(column.entries, [row](const Entry& entry) {
        return entry.row != row || entry.coefficient.sureness != Sureness::kVarying;
      });
    });
  }

  void ReportDependent(ir::EquationId constraint) {
    diagnostics_
        .Error(DiagnosticKind::ConstraintsDependent, dae_.equations[constraint.index()].origin.span,
               "constraint between states follows from other constraints, or contradicts them")
        .hint = "remove the redundant constraint, or replace a rigid connection in the closed loop by an elastic one";
  }

  /// `never` of what has to be a state. Among the states of an invariant another tool may choose, and of a derivative
  /// an alias may stand for it: a warning.
  void ReportNever(const ir::DaeVariable& variable, bool has_to_be) {
    const std::string message =
        fmt::format("`{}` has StateSelect.never but no constraint determines it: it is a state", variable.name);
    const Span span = variable.origin.span;
    auto& told = has_to_be ? diagnostics_.Error(DiagnosticKind::StateSelectIgnored, span, message)
                           : diagnostics_.Warning(DiagnosticKind::StateSelectIgnored, span, message);
    told.hint = "use StateSelect.avoid, or add the constraint that determines it from the states";
  }

  /// True if the constraint that determines a variable holds another candidate.
  bool HasRivals(ir::VariableId id) const {
    const auto at = std::ranges::find(rows_, constraint_of_[id.index()]);
    const auto row = static_cast<int32_t>(at - rows_.begin());
    return at != rows_.end() && 1 < std::ranges::count_if(columns_, [row](const Column& column) {
                                  return std::ranges::find(column.entries, row, &Entry::row) != column.entries.end();
                                });
  }

  /// True of v in `v = der(x)`: another tool may make der(x) the state.
  bool IsADerivative(ir::VariableId id) const {
    if (dae_.variables[id.index()].integral) return true;
    const auto is_derivative = [this](ir::ExprId e) {
      const ir::ExprNode& node = (*dae_.pool)[e];
      return node.op == ir::Op::kVariable && dae_.variables[ir::VariableId(node.payload).index()].integral;
    };
    const ir::ExprId own = dae_.pool->Variable(id, ir::ScalarType::kReal);
    return std::ranges::any_of(dae_.equations, [&](const ir::DaeEquation& equation) {
      return (equation.left == own && is_derivative(equation.right)) ||
             (equation.right == own && is_derivative(equation.left));
    });
  }

  /// Reports a wish that cannot be fulfilled: `always` of what is no state, as of what is reinitialised (MLS 8.3.6),
  /// and `never` of what has to be one.
  void CheckWish(ir::VariableId id, bool is_state, const StateSelection& selection) {
    const ir::DaeVariable& variable = dae_.variables[id.index()];
    const ir::StateSelect wish = variable.attributes.state_select;
    if (wish == ir::StateSelect::kNever && is_state) {
      const auto has = [id](const ir::InvariantSet& set) { return std::ranges::binary_search(set.states, id); };
      ReportNever(variable, !IsADerivative(id) && std::ranges::none_of(selection.invariants, has));
    }
    if (wish != ir::StateSelect::kAlways || is_state) return;
    const auto reinit = std::ranges::find(dae_.reinits, id, &ir::Reinit::state);
    if (reinit != dae_.reinits.end()) {
      auto& error = diagnostics_.Error(DiagnosticKind::ReinitNotState, reinit->origin.span,
                                       fmt::format("`{}` is reinitialised but is no state", variable.name));
      error.labels = {{variable.origin.span, "declared here"}};
      error.hint = "reinitialise a variable that has a derivative and that nothing else determines";
      return;
    }
    // Of several candidates another tool may choose this one.
    const std::string message =
        fmt::format("`{}` has StateSelect.always but is no state: constraints determine it from others", variable.name);
    const Span span = variable.origin.span;
    auto& told = HasRivals(id) ? diagnostics_.Warning(DiagnosticKind::StateSelectIgnored, span, message)
                               : diagnostics_.Error(DiagnosticKind::StateSelectIgnored, span, message);
    told.hint = "use StateSelect.prefer, or StateSelect.avoid for the variables chosen instead";
  }

  ir::Dae& dae_;
  ModelOccurrences& occurrences_;
  const ir::VariableKinds& kinds_;
  const std::vector<char>& is_fixed_;
  const std::vector<char>& is_differentiated_;
  Diagnostics& diagnostics_;
  Coefficients coefficients_;
  std::vector<char> is_constraint_;   // by equation
  std::vector<ir::EquationId> rows_;  // constraints first
  size_t constraint_count_ = 0;
  std::vector<Column> columns_;
  std::vector<int32_t> column_of_variable_;    // -1: none
  std::vector<ir::EquationId> constraint_of_;  // by variable: that it is determined by, though it has a derivative
};

}  // namespace

StateSelection SelectStates(ir::Dae& dae, ModelOccurrences& occurrences, const std::vector<char>& is_fixed,
                            const std::vector<char>& is_differentiated, Diagnostics& diagnostics) {
  return Selector(dae, occurrences, is_fixed, is_differentiated, diagnostics).Run();
}

}  // namespace stiction
