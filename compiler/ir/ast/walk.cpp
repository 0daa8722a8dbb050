// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/ast/walk.h"

namespace stiction::ast {

void Walk::Through(const Class& definition) {
  for (const Element& element : definition.elements) Visit(element);
  Visit(definition.extends_arguments);
  Visit(definition.base_subscripts);
  Visit(definition.base_arguments);
  for (const EquationSection& section : definition.equations) {
    for (const EquationPtr& equation : section.equations) Visit(*equation);
  }
  for (const AlgorithmSection& section : definition.algorithms) {
    for (const StatementPtr& statement : section.statements) Visit(*statement);
  }
  if (!definition.external) return;
  for (const ExpressionPtr& argument : definition.external->arguments) Visit(argument.get());
}

void Walk::Visit(const Element& element) {
  if (element.component) Visit(*element.component);
  if (element.extends) Visit(element.extends->arguments);
  Visit(element.constraining_modification.get());
}

void Walk::Visit(const Component& component) {
  Visit(component.type_subscripts);
  Visit(component.subscripts);
  Visit(component.modification.get());
  Visit(component.condition.get());
}

void Walk::Visit(const Equation& equation) {
  At(equation);
  Visit(equation.left.get());
  Visit(equation.right.get());
  for (const Branch<Equation>& branch : equation.branches) {
    Visit(branch.condition.get());
    for (const EquationPtr& inner : branch.body) Visit(*inner);
  }
  Visit(equation.indices);
  for (const EquationPtr& inner : equation.body) Visit(*inner);
  Visit(equation.from);
  Visit(equation.to);
}

void Walk::Visit(const Statement& statement) {
  At(statement);
  Visit(statement.target.get());
  Visit(statement.value.get());
  for (const Branch<Statement>& branch : statement.branches) {
    Visit(branch.condition.get());
    for (const StatementPtr& inner : branch.body) Visit(*inner);
  }
  Visit(statement.indices);
  for (const StatementPtr& inner : statement.body) Visit(*inner);
}

void Walk::Visit(const std::vector<ModificationArgument>& arguments) {
  for (const ModificationArgument& argument : arguments) {
    Visit(argument.modification.get());
    Visit(argument.constraining_modification.get());
    if (argument.component) Visit(*argument.component);
    if (!argument.cls) continue;
    Visit(argument.cls->base_subscripts);
    Visit(argument.cls->base_arguments);
  }
}

void Walk::Visit(const Modification* modification) {
  if (!modification) return;
  At(*modification);
  Visit(modification->arguments);
  Visit(modification->value.get());
}

void Walk::Visit(const std::vector<Subscript>& subscripts) {
  for (const Subscript& subscript : subscripts) Visit(subscript.expression.get());
}

void Walk::Visit(const std::vector<ForIndex>& indices) {
  if (indices.empty()) return;
  At(indices);
  for (const ForIndex& index : indices) Visit(index.range.get());
}

void Walk::Visit(const ComponentReference& reference) {
  for (const ComponentReference::Part& part : reference.parts) Visit(part.subscripts);
}

void Walk::Visit(const Expression* expression) {
  if (!expression) return;
  At(*expression);
  Visit(expression->reference);
  for (const ExpressionPtr& operand : expression->operands) Visit(operand.get());
  for (const Argument& argument : expression->arguments) Visit(argument.value.get());
  Visit(expression->iterators);
  for (const std::vector<ExpressionPtr>& row : expression->rows) {
    for (const ExpressionPtr& entry : row) Visit(entry.get());
  }
  Visit(expression->subscripts);
}

}  // namespace stiction::ast
