// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/resolve/reach.h"

#include <algorithm>

namespace stiction {
void Reach::From(ir::ClassId model) {
  Add(model);
  while (!queue_.empty()) {
    const ir::ClassId id = queue_.back();
    queue_.pop_back();
    Visit(id);
  }
}

void Reach::Add(ir::ClassId id) {
  if (!id || !reached_.insert(id).second) return;
  queue_.push_back(id);
  for (ir::ClassId at = id; at; at = tree_.classes[at.index()].parent) Touch(at);
}

// A package that replaces another: its members are named through the one that it replaces.
void Reach::AddAll(ir::ClassId package) {
  if (!package || !all_reached_.insert(package).second) return;
  Add(package);
  if (Definition(package).kind != ast::ClassKind::kPackage) return;
  loader_.LoadAll(package);
  const std::vector<ir::ClassId> nested = tree_.classes[package.index()].nested_order;
  for (const ir::ClassId id : nested) Add(id);
  AddComponents(package);
  const std::vector<ir::ClassId> bases = Bases(package);
  for (const ir::ClassId base : bases) AddAll(base);
}

void Reach::Touch(ir::ClassId id) {
  if (!touched_.insert(id).second) return;
  const std::vector<ir::ClassId> bases = Bases(id);
  for (const ir::ClassId base : bases) {
    for (ir::ClassId at = base; at; at = tree_.classes[at.index()].parent) Touch(at);
  }
  // The modifications and redeclarations of an extends or a short class belong to the class as well.
  const ast::Class& definition = Definition(id);
  for (const ast::Element& element : definition.elements) {
    if (element.extends) VisitArguments(id, element.extends->arguments);
    // What its base classes call by that name is this.
    if (element.cls && element.redeclare) Add(loader_.Nested(id, element.cls->name.text));
    // An operator of a record is called by its symbol (MLS 14).
    const bool has_operators =
        definition.kind == ast::ClassKind::kOperatorRecord || definition.kind == ast::ClassKind::kOperator;
    if (element.cls && has_operators && ast::IsOperatorOrFunction(element.cls->kind)) {
      Add(loader_.Nested(id, element.cls->name.text));
    }
    // A connection calls it, wherever its type is used (MLS 9.4.1).
    if (element.cls && element.cls->name.text == "equalityConstraint") Add(loader_.Nested(id, element.cls->name.text));
    // The class of an external object is used through its two functions (MLS 12.9.7).
    if (element.extends && element.extends->base.parts.size() == 1 &&
        element.extends->base.parts[0].text == "ExternalObject") {
      Add(loader_.Nested(id, "constructor"));
      Add(loader_.Nested(id, "destructor"));
    }
  }
}

void Reach::AddComponents(ir::ClassId id) {
  if (!components_.insert(id).second || reached_.contains(id)) return;
  for (const ast::Element& element : Definition(id).elements) {
    if (element.component) VisitComponent(id, *element.component);
  }
}

void Reach::Use(ir::ClassId scope, const Parts& parts, bool global) { Add(Find(scope, parts, global)); }

ir::ClassId Reach::UseName(ir::ClassId scope, const ast::Name& name) {
  const ir::ClassId found = Find(scope, PartsOf(name), name.global);
  Add(found);
  return found;
}

void Reach::Visit(ir::ClassId id) {
  const std::vector<ir::ClassId> bases = Bases(id);
  for (const ir::ClassId base : bases) Add(base);
  VisitClass(id, Definition(id));
}

void Reach::VisitClass(ir::ClassId id, const ast::Class& definition) {
  const bool outside = definition.form == ast::ClassForm::kShort;
  const ir::ClassId parent = tree_.classes[id.index()].parent;
  VisitArguments(outside ? parent : id, definition.base_arguments);
  VisitSubscripts(outside ? parent : id, definition.base_subscripts);
  VisitArguments(id, definition.extends_arguments);
  for (const ast::Element& element : definition.elements) {
    if (element.extends) VisitArguments(id, element.extends->arguments);
    if (element.component) VisitComponent(id, *element.component);
    if (element.constraining) UseName(id, *element.constraining);
    VisitModification(id, element.constraining_modification.get());
    // A replaceable or redeclared nested class may be meant by an inherited name.
    if (element.cls && (element.replaceable || element.redeclare)) {
      const ir::ClassId nested = loader_.Nested(id, element.cls->name.text);
      if (element.cls->kind == ast::ClassKind::kPackage && element.cls->form == ast::ClassForm::kShort) {
        AddAll(nested);
      } else {
        Add(nested);
      }
    }
  }
  for (const ast::EquationSection& section : definition.equations) {
    for (const auto& equation : section.equations) VisitEquation(id, *equation);
  }
  for (const ast::AlgorithmSection& section : definition.algorithms) {
    for (const auto& statement : section.statements) VisitStatement(id, *statement);
  }
  if (definition.external) {
    for (const auto& argument : definition.external->arguments) VisitExpression(id, argument.get());
    if (const auto& annotation = definition.external->annotation) VisitArguments(id, annotation->arguments);
  }
  if (!definition.annotation) return;
  for (const ast::ModificationArgument& argument : definition.annotation->arguments) {
    if (argument.name.parts.size() != 1 || !argument.modification) continue;
    const std::string& name = argument.name.parts[0].text;
    if (name == "derivative") VisitExpression(id, argument.modification->value.get());
    if (name == "inverse") VisitArguments(id, argument.modification->arguments);
  }
}

void Reach::VisitComponent(ir::ClassId scope, const ast::Component& component) {
  UseName(scope, component.type);
  VisitSubscripts(scope, component.type_subscripts);
  VisitSubscripts(scope, component.subscripts);
  VisitModification(scope, component.modification.get());
  VisitExpression(scope, component.condition.get());
}

void Reach::VisitSubscripts(ir::ClassId scope, const std::vector<ast::Subscript>& subscripts) {
  for (const ast::Subscript& s : subscripts) VisitExpression(scope, s.expression.get());
}

void Reach::VisitModification(ir::ClassId scope, const ast::Modification* modification) {
  if (!modification) return;
  VisitArguments(scope, modification->arguments);
  VisitExpression(scope, modification->value.get());
}

void Reach::VisitArguments(ir::ClassId scope, const std::vector<ast::ModificationArgument>& arguments) {
  if (!scope) return;
  for (const ast::ModificationArgument& argument : arguments) {
    VisitModification(scope, argument.modification.get());
    if (argument.component) VisitComponent(scope, *argument.component);
    if (argument.cls) {
      const ir::ClassId target = UseName(scope, argument.cls->base);
      if (argument.cls->kind == ast::ClassKind::kPackage) AddAll(target);
      VisitArguments(scope, argument.cls->base_arguments);
    }
    if (argument.constraining) UseName(scope, *argument.constraining);
    VisitModification(scope, argument.constraining_modification.get());
  }
}

void Reach::VisitReference(ir::ClassId scope, const ast::ComponentReference& reference) {
  Parts parts;
  for (const auto& part : reference.parts) {
    parts.push_back(part.name.text);
    VisitSubscripts(scope, part.subscripts);
  }
  if (scope) Use(scope, parts, reference.global);
}

void Reach::VisitIndices(ir::ClassId scope, const std::vector<ast::ForIndex>& indices) {
  for (const ast::ForIndex& index : indices) VisitExpression(scope, index.range.get());
}

void Reach::VisitExpression(ir::ClassId scope, const ast::Expression* e) {
  if (!e) return;
  if (!e->reference.parts.empty()) VisitReference(scope, e->reference);
  for (const auto& operand : e->operands) VisitExpression(scope, operand.get());
  for (const ast::Argument& argument : e->arguments) VisitExpression(scope, argument.value.get());
  VisitIndices(scope, e->iterators);
  for (const auto& row : e->rows) {
    for (const auto& entry : row) VisitExpression(scope, entry.get());
  }
  VisitSubscripts(scope, e->subscripts);
}

void Reach::VisitEquation(ir::ClassId scope, const ast::Equation& equation) {
  VisitExpression(scope, equation.left.get());
  VisitExpression(scope, equation.right.get());
  for (const auto& branch : equation.branches) {
    VisitExpression(scope, branch.condition.get());
    for (const auto& inner : branch.body) VisitEquation(scope, *inner);
  }
  VisitIndices(scope, equation.indices);
  for (const auto& inner : equation.body) VisitEquation(scope, *inner);
  if (equation.kind == ast::EquationKind::kConnect) {
    VisitReference(scope, equation.from);
    VisitReference(scope, equation.to);
  }
}

void Reach::VisitStatement(ir::ClassId scope, const ast::Statement& statement) {
  VisitExpression(scope, statement.target.get());
  VisitExpression(scope, statement.value.get());
  for (const auto& branch : statement.branches) {
    VisitExpression(scope, branch.condition.get());
    for (const auto& inner : branch.body) VisitStatement(scope, *inner);
  }
  VisitIndices(scope, statement.indices);
  for (const auto& inner : statement.body) VisitStatement(scope, *inner);
}

}  // namespace stiction
