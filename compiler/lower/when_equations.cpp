// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/when_equations.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/lower/effects.h"
#include "compiler/symbolic/build.h"

namespace stiction {

using ir::ExprId;
using ir::FlatBranch;
using ir::FlatEquation;
using ir::Op;
using ir::Variability;
using ir::VariableId;
using Kind = FlatEquation::Kind;

namespace {

void MarkTargets(const std::vector<FlatEquation>& body, LowerContext& context) {
  for (const FlatEquation& equation : body) {
    for (const FlatBranch& branch : equation.branches) MarkTargets(branch.body, context);
    if (equation.kind != Kind::kEquality || !IsVariable(context.pool(), equation.left)) continue;
    const VariableId v(context.pool()[equation.left].payload);
    if (context.IsUnknown(v)) context.At(v).variability = Variability::kDiscrete;
  }
}

bool HasReinit(const FlatEquation& equation) {
  if (equation.kind == Kind::kReinit) return true;
  for (const FlatBranch& branch : equation.branches) {
    if (std::any_of(branch.body.begin(), branch.body.end(), HasReinit)) return true;
  }
  return false;
}

/// True if a when-clause is active at the initial time.
/// @param active from ExpressionLowering::Active
bool ActsAtStart(const ir::ExprPool& pool, ExprId active) {
  const ir::ExprNode& node = pool[active];
  return node.op == Op::kInitial || (node.op == Op::kOr && pool[node.args[0]].op == Op::kInitial);
}

}  // namespace

void MarkAssignedInWhen(const std::vector<FlatEquation>& equations, LowerContext& context) {
  for (const FlatEquation& equation : equations) {
    if (equation.kind != Kind::kWhen) continue;
    for (const FlatBranch& branch : equation.branches) MarkTargets(branch.body, context);
  }
}

void WhenLowering::Run(const FlatEquation& when) {
  ir::ExprPool& pool = context_.pool();
  std::vector<ExprId> active;
  std::vector<Assignments> branches;
  ExprId earlier = pool.Boolean(false);
  bool may_start_earlier = false;
  for (const FlatBranch& branch : when.branches) {
    context_.origin = when.origin;
    active.push_back(lower_.Active(lower_(branch.condition, EventMode::kDiscrete)));
    const ExprId guard = symbolic::And(pool, active.back(), symbolic::Not(pool, earlier));
    earlier = symbolic::Or(pool, earlier, active.back());
    starts_ = ActsAtStart(pool, active.back()) && !may_start_earlier;
    may_start_earlier = may_start_earlier || starts_;
    path_.emplace_back(&when, branches.size());
    branches.push_back(Body(branch.body, guard));
    path_.pop_back();
    starts_ = false;
  }
  if (branches.empty() || !AssignTheSame(branches, when.origin)) return;
  for (const Assignment& first : branches[0]) {
    ExprId value = context_.PreLeaf(first.variable);
    for (size_t i = branches.size(); i-- > 0;) {
      const auto here = std::find_if(branches[i].begin(), branches[i].end(),
                                     [&](const Assignment& a) { return a.variable == first.variable; });
      value = symbolic::If(pool, active[i], here->value, value);
    }
    ir::DaeEquation equation;
    equation.left = context_.Leaf(first.variable);
    equation.right = value;
    equation.is_discrete = true;
    equation.origin = first.origin;
    context_.dae.equations.push_back(equation);
  }
}

WhenLowering::Assignments WhenLowering::Body(const std::vector<FlatEquation>& body, ExprId guard) {
  Assignments assignments;
  for (const FlatEquation& equation : body) {
    context_.origin = equation.origin;
    switch (equation.kind) {
      case Kind::kEquality:
        Assign(equation, assignments);
        break;
      case Kind::kIf:
        If(equation, guard, assignments);
        break;
      case Kind::kReinit:
        Reinit(equation, guard);
        break;
      case Kind::kAssert: {
        const ExprId condition = lower_(equation.left, EventMode::kLiteral);
        context_.dae.assertions.push_back({Guarded(context_, guard, condition),
                                           lower_(equation.right, EventMode::kLiteral), equation.warning_level,
                                           equation.origin, true});
        break;
      }
      case Kind::kTerminate:
        context_.dae.terminations.push_back({guard, lower_(equation.right, EventMode::kLiteral), equation.origin});
        break;
      case Kind::kWhen:
        context_.diagnostics
            .Error(DiagnosticKind::WhenNotAllowedHere, equation.origin.span,
                   "a when-equation stands inside a when-equation (MLS 8.3.5.1)")
            .hint = "write two when-equations side by side";
        break;
    }
  }
  return assignments;
}

void WhenLowering::Assign(const FlatEquation& equation, Assignments& assignments) {
  ir::ExprPool& pool = context_.pool();
  const bool to_variable =
      IsVariable(pool, equation.left) && context_.IsUnknown(VariableId(pool[equation.left].payload));
  if (!to_variable) {
    context_.diagnostics
        .Error(DiagnosticKind::WhenEquationNotAssignment, equation.origin.span,
               fmt::format("the left side `{}` of an equation in a when-equation is no variable to be determined "
                           "(MLS 8.3.5.1)",
                           context_.Text(equation.left)))
        .hint = "solve the equation for the variable that it determines at the event";
    return;
  }
  const VariableId v(pool[equation.left].payload);
  Append({v, lower_(equation.right, EventMode::kLiteral), equation.origin}, assignments);
}

void WhenLowering::Append(Assignment assignment, Assignments& assignments) {
  for (const Assignment& earlier : assignments) {
    if (earlier.variable != assignment.variable) continue;
    Diagnostic& error = context_.diagnostics.Error(
        DiagnosticKind::DiscreteAssignedTwice, assignment.origin.span,
        fmt::format("`{}` is determined twice in one branch of a when-equation", context_.At(earlier.variable).name));
    error.labels.push_back({earlier.origin.span, "first determined here"});
    error.hint = "remove one of the two equations";
    return;
  }
  assignments.push_back(assignment);
}

void WhenLowering::If(const FlatEquation& equation, ExprId guard, Assignments& assignments) {
  ir::ExprPool& pool = context_.pool();
  std::vector<ExprId> conditions;
  std::vector<Assignments> branches;
  ExprId remaining = guard;
  if (starts_ && HasReinit(equation)) {
    context_.diagnostics
        .Error(DiagnosticKind::NotYetSupported, equation.origin.span,
               "`reinit` in an if-equation of `when initial()` is not supported yet")
        .hint = "write an initial equation";
  }
  for (const FlatBranch& branch : equation.branches) {
    ExprId here = remaining;
    if (branch.condition) {
      context_.origin = equation.origin;
      const ExprId condition = lower_(branch.condition, EventMode::kLiteral);
      conditions.push_back(condition);
      here = symbolic::And(pool, remaining, condition);
      remaining = symbolic::And(pool, remaining, symbolic::Not(pool, condition));
    }
    path_.emplace_back(&equation, branches.size());
    branches.push_back(Body(branch.body, here));
    path_.pop_back();
  }
  if (conditions.size() == branches.size()) branches.emplace_back();
  if (!AssignTheSame(branches, equation.origin)) return;
  for (const Assignment& first : branches[0]) {
    ExprId value;
    for (size_t i = branches.size(); i-- > 0;) {
      const auto part = std::find_if(branches[i].begin(), branches[i].end(),
                                     [&](const Assignment& a) { return a.variable == first.variable; });
      value = value ? symbolic::If(pool, conditions[i], part->value, value) : part->value;
    }
    Append({first.variable, value, first.origin}, assignments);
  }
}

void WhenLowering::Reinit(const FlatEquation& equation, ExprId guard) {
  const VariableId v(context_.pool()[equation.left].payload);
  RequireOneReinit(equation, v);
  const ExprId value = lower_(equation.right, EventMode::kLiteral);
  context_.dae.reinits.push_back({v, value, guard, equation.origin});
  // At the initial time it is an initial equation (MLS 8.3.6).
  if (!starts_) return;
  ir::DaeEquation initial;
  initial.left = context_.Leaf(v);
  initial.right = value;
  initial.origin = equation.origin;
  context_.dae.initial_equations.push_back(initial);
}

// The specification allows several in the branches of one equation only, of which one at most is taken.
void WhenLowering::RequireOneReinit(const FlatEquation& equation, VariableId state) {
  std::vector<SeenReinit>& earlier = reinits_of_[state];
  for (const SeenReinit& seen : earlier) {
    const auto [mine, other] = std::mismatch(path_.begin(), path_.end(), seen.path.begin(), seen.path.end());
    if (mine != path_.end() && other != seen.path.end() && mine->first == other->first) continue;
    Diagnostic& error = context_.diagnostics.Error(
        DiagnosticKind::ReinitTwice, equation.origin.span,
        fmt::format("`{}` is reinitialised in another equation, too (MLS 8.3.6)", context_.At(state).name));
    error.labels.push_back({seen.origin.span, "first here"});
    error.hint = "join the when-equations with elsewhen, or the values in one reinit";
    return;
  }
  earlier.push_back({path_, equation.origin});
}

bool WhenLowering::AssignTheSame(const std::vector<Assignments>& branches, const Origin& origin) {
  const auto assigns = [](const Assignments& branch, VariableId v) {
    return std::any_of(branch.begin(), branch.end(), [v](const Assignment& a) { return a.variable == v; });
  };
  for (const Assignments& one : branches) {
    for (const Assignment& a : one) {
      for (const Assignments& other : branches) {
        if (assigns(other, a.variable)) continue;
        const std::string& name = context_.At(a.variable).name;
        Diagnostic& error =
            context_.diagnostics.Error(DiagnosticKind::WhenBranchesDiffer, origin.span,
                                       fmt::format("one branch determines `{}`, another does not (MLS 8.3.5.1)", name));
        error.hint = fmt::format("add `{} = pre({});` to the branch that leaves it as it is", name, name);
        error.labels.push_back({a.origin.span, "determined here"});
        return false;
      }
    }
  }
  return true;
}

}  // namespace stiction
