// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/equations.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "compiler/instantiate/collect_references.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/functions.h"
#include "compiler/instantiate/iterators.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"

namespace stiction {

void Equations::BindAll(ir::InstanceId id) {
  ir::Instance& instance = data_.At(id);
  if (instance.original) {
    instance.equality_constraint = data_.At(instance.original).equality_constraint;
  } else {
    instance.equality_constraint = functions_.EqualityConstraintOf(id);
    if (const Group* group = data_.WorkOf(id).group) BindSections(*group, instance);
  }
  const std::vector<ir::InstanceId> children = instance.children, elements = instance.elements;
  for (const ir::InstanceId child : children) BindAll(child);
  for (const ir::InstanceId element : elements) BindAll(element);
}

void Equations::BindSections(const Group& group, ir::Instance& instance) {
  for (Scope* part : group.parts) {
    for (const ast::EquationSection& section : part->definition->equations) {
      Context context{.scope = part};
      BindList(section.equations, section.initial ? instance.initial_equations : instance.equations, context);
    }
    for (const ast::AlgorithmSection& section : part->definition->algorithms) {
      Context context{.scope = part, .in_model = true};
      ir::BoundAlgorithm algorithm;
      BindStatements(section.statements, algorithm.statements, context);
      (section.initial ? instance.initial_algorithms : instance.algorithms).push_back(std::move(algorithm));
    }
  }
}

void Equations::BindList(const std::vector<ast::EquationPtr>& from, std::vector<ir::BoundEquation>& to,
                         Context& context) {
  for (const ast::EquationPtr& equation : from) {
    if (auto bound = Bind(*equation, context)) to.push_back(std::move(*bound));
  }
}

// What a when-clause assigns is no variable of a model or block inside of this one: that would not be balanced.
void Equations::CheckAssignedInWhen(const ir::BoundExpression& target, const Context& context) {
  if (target.kind == ir::BoundKind::kTuple) {
    for (const ir::BoundPtr& one : target.operands) {
      if (one) CheckAssignedInWhen(*one, context);
    }
  }
  if (target.kind != ir::BoundKind::kComponent || !context.scope->group->instance) return;
  std::set<ir::InstanceId> around;
  for (ir::InstanceId at = context.scope->group->instance; at; at = data_.At(at).parent) around.insert(at);
  for (ir::InstanceId at = target.instance; at && !around.contains(at); at = data_.At(at).parent) {
    const ir::Instance& holder = data_.At(at);
    const bool is_model = holder.class_kind == ast::ClassKind::kModel || holder.class_kind == ast::ClassKind::kBlock;
    if (!is_model || holder.kind == ir::InstanceKind::kBuiltin) continue;
    reports_.Error(DiagnosticKind::WhenOfSubmodel, target.span,
                   fmt::format("a when-clause cannot assign a variable of the component `{}`, which is a {}",
                               ir::FullName(data_.tree, at), ast::ToString(holder.class_kind)),
                   Label{holder.span, "declared here"}, "assign it in the class of the component, or make it a record");
    return;
  }
}

std::optional<ir::BoundEquation> Equations::Bind(const ast::Equation& equation, Context& context) {
  ir::BoundEquation bound;
  bound.kind = equation.kind;
  bound.span = equation.span;
  switch (equation.kind) {
    case ast::EquationKind::kEquality:
      bound.left = expressions_.Bind(*equation.left, context);
      bound.right = expressions_.Bind(*equation.right, context);
      if (!bound.left || !bound.right) return std::nullopt;
      if (context.in_when) CheckAssignedInWhen(*bound.left, context);
      break;
    case ast::EquationKind::kCall:
      bound.left = expressions_.Bind(*equation.left, context);
      if (!bound.left) return std::nullopt;
      break;
    case ast::EquationKind::kConnect:
      return BindConnect(equation, context);
    case ast::EquationKind::kIf:
    case ast::EquationKind::kWhen:
      for (const auto& branch : equation.branches) {
        ir::BoundBranch<ir::BoundEquation> to;
        if (branch.condition) {
          to.condition = expressions_.Bind(*branch.condition, context);
          if (!to.condition) return std::nullopt;
        }
        const bool in_when =
            std::exchange(context.in_when, context.in_when || equation.kind == ast::EquationKind::kWhen);
        BindList(branch.body, to.body, context);
        context.in_when = in_when;
        bound.branches.push_back(std::move(to));
      }
      break;
    case ast::EquationKind::kFor: {
      UsedReferences used;
      for (const ast::EquationPtr& inner : equation.body) CollectReferences(*inner, used);
      const size_t depth = context.iterators.size();
      const bool good = iterators_.Bind(equation.indices, bound.indices, context, used);
      if (good) BindList(equation.body, bound.body, context);
      context.iterators.resize(depth);
      if (!good) return std::nullopt;
      break;
    }
  }
  return bound;
}

void Equations::BindStatements(const std::vector<ast::StatementPtr>& from, std::vector<ir::BoundStatement>& to,
                               Context& context) {
  for (const ast::StatementPtr& statement : from) {
    if (auto bound = BindStatement(*statement, context)) to.push_back(std::move(*bound));
  }
}

bool Equations::CheckPlace(const ast::Statement& statement, const Context& context) {
  if (statement.kind == ast::StatementKind::kReturn && context.in_model) {
    reports_.Error(DiagnosticKind::StatementNotAllowedHere, statement.span,
                   "`return` stands outside of a function (MLS 12.1.2)");
  } else if (statement.kind == ast::StatementKind::kBreak && context.loops == 0) {
    reports_.Error(DiagnosticKind::StatementNotAllowedHere, statement.span,
                   "`break` stands outside of a loop (MLS 11.2.4)");
  } else if (statement.kind == ast::StatementKind::kWhen && !context.in_model) {
    reports_.Error(DiagnosticKind::WhenInFunction, statement.span,
                   "a when-statement cannot stand in a function (MLS 12.2)");
  } else if (statement.kind == ast::StatementKind::kWhen && context.statements_around > 0) {
    reports_.Error(DiagnosticKind::StatementNotAllowedHere, statement.span,
                   "a when-statement cannot stand in a loop, in an if-statement or in another one (MLS 11.2.7.1)",
                   "put the condition into that of the when-statement, or the loop into its body");
  } else {
    return true;
  }
  return false;
}

bool Equations::CheckTarget(const ir::BoundPtr& target, bool in_model) {
  if (!target || target->kind == ir::BoundKind::kLocal) return true;
  if (in_model && target->kind == ir::BoundKind::kComponent && data_.At(target->instance).parent) return true;
  reports_.Error(DiagnosticKind::AssignmentTarget, target->span,
                 target->kind == ir::BoundKind::kIterator ? "the variable of a loop cannot be assigned (MLS 11.2.2)"
                 : in_model                               ? "only variables of the model can be assigned"
                            : "only outputs and local variables of the function can be assigned");
  return false;
}

std::optional<ir::BoundStatement> Equations::BindStatement(const ast::Statement& statement, Context& context) {
  if (!CheckPlace(statement, context)) return std::nullopt;
  ir::BoundStatement bound;
  bound.kind = statement.kind;
  bound.span = statement.span;
  if (statement.target) {
    bound.target = expressions_.Bind(*statement.target, context);
    if (!bound.target) return std::nullopt;
    const bool is_tuple = bound.target->kind == ir::BoundKind::kTuple;
    for (const ir::BoundPtr& target : is_tuple ? bound.target->operands : std::vector{bound.target}) {
      if (!CheckTarget(target, context.in_model)) return std::nullopt;
    }
    if (context.in_when) CheckAssignedInWhen(*bound.target, context);
  }
  if (statement.value) {
    bound.value = expressions_.Bind(*statement.value, context);
    if (!bound.value) return std::nullopt;
  }
  for (const auto& branch : statement.branches) {
    ir::BoundBranch<ir::BoundStatement> to;
    if (branch.condition) {
      to.condition = expressions_.Bind(*branch.condition, context);
      if (!to.condition) return std::nullopt;
    }
    const bool is_loop = statement.kind == ast::StatementKind::kWhile;
    context.loops += is_loop ? 1 : 0;
    ++context.statements_around;
    const bool in_when = std::exchange(context.in_when, context.in_when || statement.kind == ast::StatementKind::kWhen);
    BindStatements(branch.body, to.body, context);
    context.in_when = in_when;
    --context.statements_around;
    context.loops -= is_loop ? 1 : 0;
    bound.branches.push_back(std::move(to));
  }
  UsedReferences used;
  for (const ast::StatementPtr& inner : statement.body) CollectReferences(*inner, used);
  const size_t depth = context.iterators.size();
  const bool good = iterators_.Bind(statement.indices, bound.indices, context, used);
  ++context.loops;
  ++context.statements_around;
  if (good) BindStatements(statement.body, bound.body, context);
  --context.statements_around;
  --context.loops;
  context.iterators.resize(depth);
  if (!good) return std::nullopt;
  return bound;
}

}  // namespace stiction
