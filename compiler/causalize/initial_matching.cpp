// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/initial_matching.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <tuple>

#include "compiler/graph/matching.h"
#include "compiler/ir/flat/fallback_value.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"

namespace stiction {
namespace {

class InitialMatching {
 public:
  InitialMatching(InitialProblem& problem, const AppendedEquations& appended)
      : problem_(problem), dae_(problem.dae), pool_(*problem.dae.pool), kinds_(problem.kinds), appended_(appended) {}

  std::vector<MatchedUnknown> Run(const std::vector<char>& is_assignment,
                                  const std::vector<ir::EquationId>& equation_of_variable) {
    NumberUnknowns();
    MatchModelEquations(equation_of_variable);
    MatchInitialEquations(is_assignment);
    MatchFixedStarts();
    MatchHiddenConstraints();
    MatchChosenStarts();
    return Matched();
  }

 private:
  static constexpr int32_t kNone = -1;

  void NumberUnknowns() {
    column_of_variable_.assign(dae_.variables.size(), kNone);
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (!kinds_.IsContinuous(v) && !(problem_.IsFree(v) && problem_.IsReal(v))) continue;
      column_of_variable_[i] = graph_.AddColumn();
      variable_of_column_.push_back(v);
    }
  }

  int32_t AddRow(ir::EquationId id, std::span<const ir::VariableId> variables) {
    std::vector<int32_t>& columns = columns_of_row_;
    columns.clear();
    for (const ir::VariableId v : variables) {
      if (column_of_variable_[v.index()] >= 0) columns.push_back(column_of_variable_[v.index()]);
    }
    equation_of_row_.push_back(id);
    return graph_.AddRow(columns);
  }

  // An edge for each variable of the equation itself, so that its matching holds for the path.
  std::vector<ir::VariableId> VariablesAlongPath(ir::EquationId id) {
    const ir::DaeEquation& equation = dae_.equations[id.index()];
    const std::span<const ir::VariableId> at_end = problem_.shared.occurrences().In(id).variables;
    std::vector<ir::VariableId> variables(at_end.begin(), at_end.end());
    for (const ir::VariableId v : problem_.shared.occurrences().In(equation.path_left, equation.path_right).variables) {
      if (!std::ranges::binary_search(at_end, v)) variables.push_back(v);
    }
    return variables;
  }

  void MatchModelEquations(const std::vector<ir::EquationId>& equation_of_variable) {
    std::vector<int32_t> row_of_equation(dae_.equations.size(), kNone);
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      const ir::DaeEquation& equation = dae_.equations[i];
      if (equation.is_discrete || equation.holds_at_events_only) continue;
      const ir::EquationId id(static_cast<int64_t>(i));
      const auto path = appended_.path_of_equation.find(i);
      row_of_equation[i] = path == appended_.path_of_equation.end()
                               ? AddRow(id, problem_.shared.occurrences().In(id).variables)
                               : AddRow(path->second, VariablesAlongPath(id));
    }
    matcher_ = std::make_unique<graph::Matcher>(graph_);
    for (size_t v = 0; v < equation_of_variable.size(); ++v) {
      if (!equation_of_variable[v]) continue;
      const int32_t row = row_of_equation[equation_of_variable[v].index()];
      if (row >= 0) matcher_->Match(row, column_of_variable_[v]);
    }
    for (const ir::InvariantSet& set : problem_.model.invariants) {
      for (const ir::EquationId id : set.equations) {
        if (!matcher_->Augment(row_of_equation[id.index()])) problem_.redundant.push_back(id);
      }
    }
    for (size_t k = 0; k < appended_.restarting.size(); ++k) {
      const ir::DaeEquation& equation = dae_.initial_equations[appended_.first_restart + k];
      const int32_t row = AddRow(problem_.EquationOfInitial(appended_.first_restart + k),
                                 problem_.shared.occurrences().In(equation.left, equation.right).variables);
      matcher_->Match(row, column_of_variable_[appended_.restarting[k].index()]);
    }
  }

  void MatchInitialEquations(const std::vector<char>& is_assignment) {
    for (size_t i = 0; i < appended_.first_restart; ++i) {
      if (is_assignment[i]) continue;
      const ir::DaeEquation& equation = dae_.initial_equations[i];
      const ir::EquationId id = problem_.EquationOfInitial(i);
      const int32_t row = AddRow(id, problem_.shared.occurrences().In(equation.left, equation.right).variables);
      if (!matcher_->Augment(row)) problem_.redundant.push_back(id);
    }
  }

  void MatchFixedStarts() {
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (column_of_variable_[i] < 0 || problem_.IsFree(v) || !problem_.IsFixed(v)) continue;
      const ir::EquationId id = problem_.AddStart(v, false);
      std::vector<ir::VariableId> variables = problem_.FreeParametersIn(problem_.Variable(v).attributes.start);
      variables.insert(variables.begin(), v);
      if (!matcher_->Augment(AddRow(id, variables))) problem_.redundant.push_back(id);
    }
  }

  // Those that nothing else determines: one more unknown follows from the constraint, in the modes that have it, and
  // from its start value in the others. The rest is checked: no impulse is allowed at the initial time.
  void MatchHiddenConstraints() {
    for (size_t k = 0; k < dae_.hidden_constraints.size(); ++k) {
      const ir::HiddenConstraint& hidden = dae_.hidden_constraints[k];
      const ir::EquationId id = problem_.EquationOfInitial(appended_.first_hidden + k);
      const std::vector<int32_t> before = matcher_->matching().row_of_column;
      const std::span<const ir::VariableId> variables = problem_.shared.occurrences().In({}, hidden.residual).variables;
      if (!matcher_->Augment(AddRow(id, variables))) {
        problem_.redundant.push_back(id);
        dae_.initial_equations[appended_.first_hidden + k].origin.derivation =
            kHiddenConstraint + FixedAmong(variables);
        continue;
      }
      for (size_t column = 0; column < variable_of_column_.size(); ++column) {
        if (before[column] >= 0 || matcher_->matching().row_of_column[column] < 0) continue;
        const ir::VariableId v = variable_of_column_[column];
        const ir::ExprId start = ir::StartOf(pool_, problem_.Variable(v));
        dae_.initial_equations[appended_.first_hidden + k].right =
            symbolic::If(pool_, hidden.is_active, hidden.residual,
                         symbolic::Sub(pool_, pool_.Variable(v, ir::ScalarType::kReal), start));
      }
    }
  }

  /// " on the fixed start values of a, b"; nothing if none of these is fixed.
  std::string FixedAmong(std::span<const ir::VariableId> variables) const {
    std::vector<std::string> names;
    for (const ir::VariableId v : variables) {
      if (problem_.IsFixed(v)) names.push_back(problem_.Variable(v).name);
    }
    if (names.empty()) return {};
    return fmt::format(" on the fixed start value{} of {}", names.size() == 1 ? "" : "s", fmt::join(names, ", "));
  }

  // States with start values come first, then others with one, which the modeller meant, then states without.
  void MatchChosenStarts() {
    std::vector<ir::VariableId> candidates = problem_.model.states;
    for (const ir::DummyDerivative& dummy : problem_.model.dummies) {
      const ir::VariableId v = problem_.Variable(dummy.derivative).integral;
      if (problem_.Variable(v).attributes.start) candidates.push_back(v);
    }
    std::ranges::stable_sort(candidates, std::greater<>(), [this](ir::VariableId v) {
      const ir::Attributes& attributes = problem_.Variable(v).attributes;
      return std::tuple(static_cast<bool>(attributes.start), std::ranges::binary_search(problem_.model.states, v),
                        attributes.state_select);
    });
    for (const ir::VariableId p : problem_.parameter_unknowns) {
      if (problem_.IsReal(p)) candidates.push_back(p);
    }
    std::vector<ir::VariableId> without_start;
    const int32_t unknowns = graph_.column_count();
    for (const ir::VariableId v : candidates) {
      if (matcher_->matching().size == unknowns) break;
      const int32_t row = AddRow({}, std::span(&v, 1));
      if (!matcher_->Augment(row)) continue;
      equation_of_row_[static_cast<size_t>(row)] = problem_.AddStart(v, true);
      if (!problem_.Variable(v).attributes.start) without_start.push_back(v);
    }
    CHECK(matcher_->matching().size == unknowns, "{} of {} initial unknowns matched", matcher_->matching().size,
          unknowns);
    WarnUnderdetermined(without_start);
  }

  void WarnUnderdetermined(std::vector<ir::VariableId> variables) {
    if (variables.empty()) return;
    std::sort(variables.begin(), variables.end());
    problem_.diagnostics
        .Warning(DiagnosticKind::InitialUnderdetermined, problem_.Variable(variables.front()).origin.span,
                 fmt::format("nothing determines the initial value{} of {}: 0 is taken",
                             variables.size() == 1 ? "" : "s", problem_.NamesOf(variables)))
        .hint = "give a start value with fixed = true, or an initial equation";
  }

  std::vector<MatchedUnknown> Matched() const {
    std::vector<MatchedUnknown> matched;
    const graph::Matching& matching = matcher_->matching();
    for (size_t column = 0; column < variable_of_column_.size(); ++column) {
      MatchedUnknown m;
      m.variable = variable_of_column_[column];
      m.equation = equation_of_row_[static_cast<size_t>(matching.row_of_column[column])];
      std::tie(m.left, m.right) = problem_.model.Sides(m.equation);
      matched.push_back(m);
    }
    return matched;
  }

  InitialProblem& problem_;
  ir::Dae& dae_;
  ir::ExprPool& pool_;
  const ir::VariableKinds& kinds_;
  const AppendedEquations& appended_;
  graph::BipartiteGraph graph_;  // rows: Real equations; columns: Real unknowns
  std::vector<ir::EquationId> equation_of_row_;
  std::vector<ir::VariableId> variable_of_column_;
  std::vector<int32_t> column_of_variable_;
  std::vector<int32_t> columns_of_row_;  // while a row is added
  std::unique_ptr<graph::Matcher> matcher_;
};

}  // namespace

std::vector<MatchedUnknown> MatchInitially(InitialProblem& problem, const AppendedEquations& appended,
                                           const std::vector<char>& is_assignment,
                                           const std::vector<ir::EquationId>& equation_of_variable) {
  return InitialMatching(problem, appended).Run(is_assignment, equation_of_variable);
}

}  // namespace stiction
