// SPDX-License-Identifier: BSD-3-Clause
// Equations and statements with bound names (MLS 8, 11), and the experiment annotation (MLS 18.4).
#include <fmt/format.h>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/builder.h"

namespace stiction {

void Builder::BindEqualityConstraint(ir::InstanceId id) {
  bool in_connector = false;
  for (ir::InstanceId at = At(id).parent; at && !in_connector; at = At(at).parent) {
    in_connector = At(at).class_kind == ast::ClassKind::kConnector;
  }
  if (!in_connector || At(id).flow != ast::FlowPrefix::kNone) return;
  Group* group = WorkOf(id).group;
  if (At(id).kind == ir::InstanceKind::kBuiltin && WorkOf(id).element) {
    const ComponentElement& element = *WorkOf(id).element;
    const ast::Name& type = element.declaration->type;
    if (type.parts.size() == 1 && !type.global &&
        LookUp(element.scope, type.parts[0].text).kind == Found::Kind::kNothing)
      return;
    ClassElement* cls = FindClass(element.scope, type);
    if (!cls || !cls->definition || cls->definition->elements.empty()) return;
    group = Enter(*cls);
  }
  if (!group) return;
  const auto function = group->classes.find("equalityConstraint");
  if (function == group->classes.end()) return;
  if (const auto bound = FunctionOf(function->second, At(id).span)) At(id).equality_constraint = *bound;
}

void Builder::BindEquations(ir::InstanceId id) {
  if (At(id).original) {
    At(id).equality_constraint = At(At(id).original).equality_constraint;
  } else {
    BindEqualityConstraint(id);
  }
  const Group* group = WorkOf(id).group;
  if (group && !At(id).original) {
    std::vector<ir::BoundEquation> equations, initial_equations;
    std::vector<ir::BoundAlgorithm> algorithms, initial_algorithms;
    for (Scope* part : group->parts) {
      for (const ast::EquationSection& section : part->definition->equations) {
        Context context;
        context.scope = part;
        BindEquationList(section.equations, section.initial ? initial_equations : equations, context);
      }
      for (const ast::AlgorithmSection& section : part->definition->algorithms) {
        Context context;
        context.scope = part;
        context.in_model = true;
        ir::BoundAlgorithm algorithm;
        BindStatements(section.statements, algorithm.statements, context);
        (section.initial ? initial_algorithms : algorithms).push_back(std::move(algorithm));
      }
    }
    At(id).equations = std::move(equations);
    At(id).initial_equations = std::move(initial_equations);
    At(id).algorithms = std::move(algorithms);
    At(id).initial_algorithms = std::move(initial_algorithms);
  }
  const std::vector<ir::InstanceId> children = At(id).children, elements = At(id).elements;
  for (const ir::InstanceId child : children) BindEquations(child);
  for (const ir::InstanceId element : elements) BindEquations(element);
}

void Builder::BindEquationList(const std::vector<ast::EquationPtr>& from, std::vector<ir::BoundEquation>& to,
                               Context& context) {
  for (const ast::EquationPtr& equation : from) {
    if (auto bound = BindEquation(*equation, context)) to.push_back(std::move(*bound));
  }
}

std::optional<ir::BoundEquation> Builder::BindEquation(const ast::Equation& equation, Context& context) {
  ir::BoundEquation bound;
  bound.kind = equation.kind;
  bound.span = equation.span;
  switch (equation.kind) {
    case ast::EquationKind::kEquality:
      bound.left = BindExpression(*equation.left, context);
      bound.right = BindExpression(*equation.right, context);
      if (!bound.left || !bound.right) return std::nullopt;
      break;
    case ast::EquationKind::kCall:
      bound.left = BindExpression(*equation.left, context);
      if (!bound.left) return std::nullopt;
      break;
    case ast::EquationKind::kConnect: {
      Context ends = context;
      ends.drop_removed = true;
      bound.from = BindReference(equation.from, ends);
      bound.to = BindReference(equation.to, ends);
      if (!bound.from || !bound.to) return std::nullopt;
      for (const ir::BoundPtr& end : {bound.from, bound.to}) {
        if (end->kind == ir::BoundKind::kComponent) continue;
        Report(DiagnosticKind::ConnectNotConnector, end->span, "connect needs two connectors");
        return std::nullopt;
      }
      break;
    }
    case ast::EquationKind::kIf:
    case ast::EquationKind::kWhen:
      for (const auto& branch : equation.branches) {
        ir::BoundBranch<ir::BoundEquation> to;
        if (branch.condition) {
          to.condition = BindExpression(*branch.condition, context);
          if (!to.condition) return std::nullopt;
        }
        BindEquationList(branch.body, to.body, context);
        bound.branches.push_back(std::move(to));
      }
      break;
    case ast::EquationKind::kFor: {
      std::vector<const ast::ComponentReference*> used;
      for (const ast::EquationPtr& inner : equation.body) CollectReferences(*inner, used);
      const size_t depth = context.iterators.size();
      const bool good = BindIterators(equation.indices, bound.indices, context, used);
      if (good) BindEquationList(equation.body, bound.body, context);
      context.iterators.resize(depth);
      if (!good) return std::nullopt;
      break;
    }
  }
  return bound;
}

void Builder::BindStatements(const std::vector<ast::StatementPtr>& from, std::vector<ir::BoundStatement>& to,
                             Context& context) {
  for (const ast::StatementPtr& statement : from) {
    if (auto bound = BindStatement(*statement, context)) to.push_back(std::move(*bound));
  }
}

std::optional<ir::BoundStatement> Builder::BindStatement(const ast::Statement& statement, Context& context) {
  ir::BoundStatement bound;
  bound.kind = statement.kind;
  bound.span = statement.span;
  if (statement.kind == ast::StatementKind::kReturn && context.in_model) {
    Report(DiagnosticKind::StatementNotAllowedHere, statement.span,
           "`return` stands outside of a function (MLS 12.1.2)");
    return std::nullopt;
  }
  if (statement.kind == ast::StatementKind::kBreak && context.loops == 0) {
    Report(DiagnosticKind::StatementNotAllowedHere, statement.span, "`break` stands outside of a loop (MLS 11.2.5)");
    return std::nullopt;
  }
  if (statement.kind == ast::StatementKind::kWhen && !context.in_model) {
    Report(DiagnosticKind::WhenInFunction, statement.span, "a when-statement cannot stand in a function (MLS 12.2)");
    return std::nullopt;
  }
  if (statement.target) {
    bound.target = BindExpression(*statement.target, context);
    if (!bound.target) return std::nullopt;
    const auto check = [&](const ir::BoundPtr& target) {
      if (!target || target->kind == ir::BoundKind::kLocal) return true;
      if (context.in_model) {
        if (target->kind == ir::BoundKind::kComponent && At(target->instance).parent) return true;
        Report(DiagnosticKind::AssignmentTarget, target->span, "only variables of the model can be assigned");
        return false;
      }
      Report(DiagnosticKind::AssignmentTarget, target->span,
             "only outputs and local variables of the function can be assigned");
      return false;
    };
    if (bound.target->kind == ir::BoundKind::kTuple) {
      for (const ir::BoundPtr& operand : bound.target->operands) {
        if (!check(operand)) return std::nullopt;
      }
    } else if (!check(bound.target)) {
      return std::nullopt;
    }
  }
  if (statement.value) {
    bound.value = BindExpression(*statement.value, context);
    if (!bound.value) return std::nullopt;
  }
  for (const auto& branch : statement.branches) {
    ir::BoundBranch<ir::BoundStatement> to;
    if (branch.condition) {
      to.condition = BindExpression(*branch.condition, context);
      if (!to.condition) return std::nullopt;
    }
    const bool is_loop = statement.kind == ast::StatementKind::kWhile;
    context.loops += is_loop ? 1 : 0;
    BindStatements(branch.body, to.body, context);
    context.loops -= is_loop ? 1 : 0;
    bound.branches.push_back(std::move(to));
  }
  std::vector<const ast::ComponentReference*> used;
  for (const ast::StatementPtr& inner : statement.body) CollectReferences(*inner, used);
  const size_t depth = context.iterators.size();
  const bool good = BindIterators(statement.indices, bound.indices, context, used);
  ++context.loops;
  if (good) BindStatements(statement.body, bound.body, context);
  --context.loops;
  context.iterators.resize(depth);
  if (!good) return std::nullopt;
  return bound;
}

void Builder::ReadExperiment(const ast::Class& model, Scope* scope) {
  if (!model.annotation) return;
  for (const ast::ModificationArgument& argument : model.annotation->arguments) {
    if (argument.name.parts.size() != 1 || argument.name.parts[0].text != "experiment" || !argument.modification) {
      continue;
    }
    for (const ast::ModificationArgument& setting : argument.modification->arguments) {
      if (setting.name.parts.empty() || !setting.modification || !setting.modification->value) continue;
      const std::string& name = setting.name.parts[0].text;
      std::optional<double>* target = name == "StartTime"   ? &tree_.experiment.start_time
                                      : name == "StopTime"  ? &tree_.experiment.stop_time
                                      : name == "Interval"  ? &tree_.experiment.interval
                                      : name == "Tolerance" ? &tree_.experiment.tolerance
                                                            : nullptr;
      if (!target) continue;
      Context context;
      context.scope = scope;
      const ir::BoundPtr bound = BindExpression(*setting.modification->value, context);
      if (!bound) continue;
      Ready(*bound);
      const auto value = Evaluate(tree_, *bound);
      const bool is_number = value && (value->type == ir::ScalarType::kReal || value->type == ir::ScalarType::kInteger);
      if (is_number && value->dims.empty()) {
        *target = value->numbers[0];
      } else {
        Report(DiagnosticKind::ExperimentNotConstant, bound->span,
               fmt::format("`{}` of the experiment annotation must be a number known when translating", name));
      }
    }
  }
}

}  // namespace stiction
