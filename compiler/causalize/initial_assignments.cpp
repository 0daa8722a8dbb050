// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/initial_assignments.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "compiler/causalize/occurrences.h"
#include "compiler/ir/dae/print.h"
#include "compiler/ir/flat/fallback_value.h"

namespace stiction {
namespace {

class Assigning {
 public:
  Assigning(InitialProblem& problem, size_t declared)
      : problem_(problem), dae_(problem.dae), pool_(*problem.dae.pool), kinds_(problem.kinds), declared_(declared) {}

  InitialAssignments Run() {
    found_.is_assignment.assign(dae_.initial_equations.size(), 0);
    is_assigned_.assign(dae_.variables.size(), 0);
    found_.given.assign(dae_.variables.size(), {});
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (problem_.IsFixed(v) && kinds_.IsDiscrete(v))
        found_.given[i] = {ir::StartOf(pool_, problem_.Variable(v)), true};
    }
    std::vector<DiscreteInitial> assignments;
    std::vector<size_t> conditions;
    for (size_t i = 0; i < declared_; ++i) {
      const ir::DaeEquation& equation = dae_.initial_equations[i];
      if (DeterminesFreeReal(equation)) continue;
      if (auto assignment = ReadAssignment(i)) {
        assignments.push_back(*assignment);
      } else if (equation.is_discrete || pool_[equation.left].type != ir::ScalarType::kReal) {
        conditions.push_back(i);
      }
    }
    std::stable_sort(assignments.begin(), assignments.end(), [](const DiscreteInitial& a, const DiscreteInitial& b) {
      const auto rank = [](const DiscreteInitial& e) { return std::pair(static_cast<bool>(e.alternative), !e.is_pre); };
      return rank(a) < rank(b);
    });
    for (DiscreteInitial& assignment : assignments) {
      if (assignment.alternative && found_.given[assignment.variable.index()].value) SwapSides(assignment);
      Assign(assignment);
    }
    for (const size_t i : conditions) AppendCondition(i);
    AppendDiscreteStarts();
    RefuseUndetermined();
    return std::move(found_);
  }

 private:
  /// An initial equation as an assignment, to a free parameter or a discrete variable.
  struct DiscreteInitial {
    size_t equation;  // index in Dae::initial_equations
    ir::VariableId variable;
    bool is_pre;                 // of pre(variable)
    ir::ExprId right;            // the other side
    ir::VariableId alternative;  // the variable that is the other side, if it is one
  };

  std::optional<ir::VariableId> LoneVariable(ir::ExprId e, ir::Op op) const {
    const ir::ExprNode& node = pool_[e];
    if (node.op != op) return std::nullopt;
    return ir::VariableId(node.payload);
  }
  bool DependsOnKnownParametersOnly(ir::ExprId e) const {
    const Occurrences found = FindOccurrences(pool_, e);
    return found.pre.empty() && found.relations.empty() && found.held.empty() && !found.reads_time &&
           std::all_of(found.variables.begin(), found.variables.end(),
                       [this](ir::VariableId v) { return kinds_.IsParameter(v) && !problem_.IsFree(v); });
  }

  /// The discrete variable or free parameter of discrete type that an expression is, by itself or under pre().
  std::optional<ir::VariableId> DiscreteUnknown(ir::ExprId e) const {
    for (const ir::Op op : {ir::Op::kVariable, ir::Op::kPre}) {
      const std::optional<ir::VariableId> v = LoneVariable(e, op);
      if (v && (kinds_.IsDiscrete(*v) || (problem_.IsFree(*v) && !problem_.IsReal(*v)))) return v;
    }
    return std::nullopt;
  }

  /// True if one side is a Real that changes at events and has a fixed start value, and the other depends on a free
  /// parameter, which the equation then determines.
  bool DeterminesFreeReal(const ir::DaeEquation& equation) const {
    for (const auto& [side, other] : {std::pair(equation.left, equation.right), {equation.right, equation.left}}) {
      const std::optional<ir::VariableId> v = DiscreteUnknown(side);
      if (!v || !problem_.IsReal(*v) || !found_.given[v->index()].value) continue;
      const std::vector<ir::VariableId> free = problem_.FreeParametersIn(other);
      if (std::ranges::any_of(free, [this](ir::VariableId p) { return problem_.IsReal(p); })) return true;
    }
    return false;
  }

  std::optional<DiscreteInitial> ReadAssignment(size_t i) {
    const ir::DaeEquation& equation = dae_.initial_equations[i];
    ir::ExprId left = equation.left;
    ir::ExprId right = equation.right;
    if (!DiscreteUnknown(left) && DiscreteUnknown(right)) std::swap(left, right);
    const std::optional<ir::VariableId> v = DiscreteUnknown(left);
    if (!v) return std::nullopt;
    found_.is_assignment[i] = 1;
    return DiscreteInitial{i, *v, pool_[left].op == ir::Op::kPre, right,
                           DiscreteUnknown(right).value_or(ir::VariableId())};
  }

  // What is no assignment can be checked, but determines nothing.
  void AppendCondition(size_t i) {
    found_.is_assignment[i] = 1;
    problem_.redundant.push_back(problem_.EquationOfInitial(i));
    const ir::DaeEquation& equation = dae_.initial_equations[i];
    const OccurrenceLists found = problem_.shared.occurrences().In(equation.left, equation.right);
    const auto is_open = [this](ir::VariableId v) {
      const bool is_free = problem_.IsFree(v) && !problem_.IsReal(v);
      return (kinds_.IsDiscrete(v) || is_free) && !found_.given[v.index()].value;
    };
    if (!std::ranges::any_of(found.variables, is_open) && !std::ranges::any_of(found.pre, is_open)) return;
    const ir::ExprNames names = ir::NamesOf(dae_);
    problem_.diagnostics
        .Error(DiagnosticKind::DiscreteEquationNotSolvable, equation.origin.span,
               fmt::format("neither `{}` nor `{}` is a variable that this discrete equation could determine",
                           ir::ToString(pool_, equation.left, names), ir::ToString(pool_, equation.right, names)))
        .hint = "write it as `variable = expression`";
  }

  void SwapSides(DiscreteInitial& assignment) const {
    const ir::DaeEquation& equation = dae_.initial_equations[assignment.equation];
    const ir::ExprId left = assignment.right == equation.right ? equation.left : equation.right;
    assignment.is_pre = pool_[assignment.right].op == ir::Op::kPre;
    std::swap(assignment.variable, assignment.alternative);
    assignment.right = left;
  }

  void Assign(const DiscreteInitial& assignment) {
    const auto [i, v, is_pre, right, alternative] = assignment;
    const ir::EquationId id = problem_.EquationOfInitial(i);
    const InitialAssignments::Given first = found_.given[v.index()];
    if (first.value) {
      if (is_pre && first.value == right) return;
      problem_.redundant.push_back(id);
      const bool are_known = ir::IsLiteral(pool_[first.value].op) && ir::IsLiteral(pool_[right].op);
      if (are_known && is_pre == first.is_pre && !problem_.IsReal(v) && first.value != right) RefuseSecond(assignment);
      return;
    }
    found_.given[v.index()] = {right, is_pre};
    if (problem_.IsFree(v)) return AddDiscrete(MatchedUnknown::Kind::kDiscrete, v, id, right);
    if (DependsOnKnownParametersOnly(right)) {
      dae_.variables[v.index()].attributes.start = right;
      dae_.variables[v.index()].attributes.fixed = pool_.Boolean(true);
    } else {
      is_assigned_[v.index()] = 1;
      AddDiscrete(MatchedUnknown::Kind::kPre, v, id, right);
    }
    if (!is_pre) problem_.redundant.push_back(id);
  }

  // A start value that depends on a free parameter is known when that is.
  void AppendDiscreteStarts() {
    if (problem_.parameter_unknowns.empty()) return;
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (!kinds_.IsDiscrete(v) || is_assigned_[i] ||
          problem_.FreeParametersIn(problem_.Variable(v).attributes.start).empty())
        continue;
      AddDiscrete(MatchedUnknown::Kind::kPre, v, problem_.AddStart(v, false), problem_.Variable(v).attributes.start);
    }
  }

  void RefuseSecond(const DiscreteInitial& second) {
    const ir::ExprNames names = ir::NamesOf(dae_);
    Diagnostic& d = problem_.diagnostics.Error(
        DiagnosticKind::InitialValuesContradict, dae_.initial_equations[second.equation].origin.span,
        fmt::format("second initial value of `{}` is {}, not {}", problem_.Variable(second.variable).name,
                    ir::ToString(pool_, second.right, names),
                    ir::ToString(pool_, found_.given[second.variable.index()].value, names)));
    d.hint = "remove one of them, or make them agree";
  }

  void RefuseUndetermined() {
    for (const ir::VariableId p : problem_.parameter_unknowns) {
      if (problem_.IsReal(p) || found_.given[p.index()].value) continue;
      problem_.diagnostics
          .Error(DiagnosticKind::NotYetSupported, problem_.Variable(p).origin.span,
                 fmt::format("parameter `{}` with fixed = false and no initial equation `{} = ...`",
                             problem_.Variable(p).name, problem_.Variable(p).name))
          .hint = "give the parameter a value, or an initial equation with it alone on the left side";
    }
  }

  void AddDiscrete(MatchedUnknown::Kind kind, ir::VariableId v, ir::EquationId equation, ir::ExprId right) {
    MatchedUnknown m;
    m.kind = kind;
    m.variable = v;
    m.equation = equation;
    m.right = right;
    found_.matched.push_back(m);
  }

  InitialProblem& problem_;
  ir::Dae& dae_;
  ir::ExprPool& pool_;
  const ir::VariableKinds& kinds_;
  size_t declared_;
  InitialAssignments found_;
  std::vector<char> is_assigned_;  // by variable: that is computed by the initial system
};

}  // namespace

InitialAssignments AssignDiscreteInitially(InitialProblem& problem, size_t declared) {
  return Assigning(problem, declared).Run();
}

}  // namespace stiction
