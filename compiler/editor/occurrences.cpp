// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/editor/occurrences.h"

namespace stiction::editor {

void OccurrenceWalk::Visit(const ast::StoredDefinition& file, ir::ClassId parent) {
  if (file.within && !file.within->parts.empty()) VisitName({}, *file.within);
  for (const auto& cls : file.classes) {
    if (const ir::ClassId id = meaning_.OfParts(parent, {cls->name.text}, !parent).cls) VisitClass(id);
  }
}

void OccurrenceWalk::VisitClass(ir::ClassId id) {
  const ast::Class& definition = meaning_.Definition(id);
  const ir::ClassId parent = tree_.classes[id.index()].parent;
  if (!WantsIn(definition.span)) return;
  Declaration itself;
  itself.cls = id;
  if (Wants(definition.name)) Found(definition.name, itself, id);
  if (definition.form == ast::ClassForm::kLong && definition.span.end >= definition.name.text.size()) {
    // `end NAME` is no node of its own.
    const auto length = static_cast<uint32_t>(definition.name.text.size());
    const ast::Identifier end{definition.name.text,
                              {definition.span.source, definition.span.end - length, definition.span.end}};
    if (Wants(end)) Found(end, itself, id);
  }
  if (!definition.base.parts.empty()) {
    VisitName(parent, definition.base);
    VisitArguments(parent, definition.base_arguments, TypeOf(parent, definition.base));
    VisitSubscripts(parent, definition.base_subscripts);
  }
  VisitArguments(id, definition.extends_arguments, itself);
  for (const ast::Element& element : definition.elements) VisitElement(id, element);
  for (const ast::EquationSection& section : definition.equations) {
    for (const auto& equation : section.equations) VisitEquation(id, *equation);
  }
  for (const ast::AlgorithmSection& section : definition.algorithms) {
    for (const auto& statement : section.statements) VisitStatement(id, *statement);
  }
  if (definition.external) {
    if (definition.external->result) VisitReference(id, *definition.external->result);
    for (const auto& argument : definition.external->arguments) VisitExpression(id, argument.get());
  }
  for (const ast::EnumerationLiteral& literal : definition.literals) {
    Declaration declaration;
    declaration.literal = &literal;
    declaration.owner = id;
    if (Wants(literal.name)) Found(literal.name, declaration, id);
  }
  VisitAnnotation(id, definition.annotation.get());
}

void OccurrenceWalk::VisitElement(ir::ClassId scope, const ast::Element& element) {
  if (!WantsIn(element.span)) return;
  if (element.import) VisitImport(scope, *element.import);
  if (element.extends) {
    VisitName(scope, element.extends->base);
    VisitArguments(scope, element.extends->arguments, TypeOf(scope, element.extends->base));
    VisitAnnotation(scope, element.extends->annotation.get());
  }
  if (element.component) {
    Declaration declared;
    declared.component = element.component.get();
    declared.owner = scope;
    VisitComponent(scope, *element.component, declared);
  }
  if (element.cls) {
    const auto& nested = tree_.classes[scope.index()].nested;
    if (const auto found = nested.find(element.cls->name.text); found != nested.end()) VisitClass(found->second);
  }
  if (element.constraining) {
    VisitName(scope, *element.constraining);
    VisitModification(scope, element.constraining_modification.get(), TypeOf(scope, *element.constraining));
  }
}

void OccurrenceWalk::VisitComponent(ir::ClassId scope, const ast::Component& component, const Declaration& target) {
  VisitName(scope, component.type);
  VisitSubscripts(scope, component.type_subscripts);
  if (Wants(component.name)) Found(component.name, target, scope);
  VisitSubscripts(scope, component.subscripts);
  Declaration type = TypeOf(scope, component.type);
  VisitModification(scope, component.modification.get(), type);
  VisitExpression(scope, component.condition.get());
  VisitAnnotation(scope, component.annotation.get());
}

void OccurrenceWalk::VisitName(ir::ClassId scope, const ast::Name& name) {
  std::vector<std::string> parts;
  for (const ast::Identifier& part : name.parts) {
    parts.push_back(part.text);
    if (Wants(part)) Found(part, meaning_.OfParts(scope, parts, name.global || !scope), scope);
  }
}

void OccurrenceWalk::VisitImport(ir::ClassId scope, const ast::Import& import) {
  VisitName({}, import.name);
  std::vector<std::string> parts = PartsOf(import.name);
  if (import.kind == ast::Import::Kind::kRenaming && Wants(import.alias)) {
    Found(import.alias, meaning_.OfParts({}, parts, true), scope);
  }
  for (const ast::Identifier& name : import.names) {
    if (!Wants(name)) continue;
    parts.push_back(name.text);
    Found(name, meaning_.OfParts({}, parts, true), scope);
    parts.pop_back();
  }
}

Declaration OccurrenceWalk::First(ir::ClassId scope, const std::string& name) {
  for (size_t i = indices_.size(); i-- > 0;) {
    if (indices_[i]->text != name) continue;
    Declaration declaration;
    declaration.index = indices_[i];
    return declaration;
  }
  return meaning_.First(scope, name);
}

Declaration OccurrenceWalk::TypeOf(ir::ClassId scope, const ast::Name& name) {
  return meaning_.OfParts(scope, PartsOf(name), name.global || !scope);
}

void OccurrenceWalk::VisitReference(ir::ClassId scope, const ast::ComponentReference& reference) {
  for (size_t i = 0; i < reference.parts.size(); ++i) {
    if (Wants(reference.parts[i].name)) {
      const std::string& first = reference.parts[0].name.text;
      Declaration at = reference.global ? meaning_.OfParts({}, {first}, true) : First(scope, first);
      for (size_t k = 1; k <= i && at; ++k) at = meaning_.Member(at, reference.parts[k].name.text);
      Found(reference.parts[i].name, at, scope);
    }
    VisitSubscripts(scope, reference.parts[i].subscripts);
  }
}

void OccurrenceWalk::VisitSubscripts(ir::ClassId scope, const std::vector<ast::Subscript>& subscripts) {
  for (const ast::Subscript& subscript : subscripts) VisitExpression(scope, subscript.expression.get());
}

size_t OccurrenceWalk::Open(ir::ClassId scope, const std::vector<ast::ForIndex>& indices) {
  for (const ast::ForIndex& index : indices) {
    VisitExpression(scope, index.range.get());
    indices_.push_back(&index.name);
    Declaration declaration;
    declaration.index = &index.name;
    if (Wants(index.name)) Found(index.name, declaration, scope);
  }
  return indices.size();
}

void OccurrenceWalk::VisitCall(ir::ClassId scope, const ast::Expression& call) {
  for (const ast::Argument& argument : call.arguments) {
    if (argument.name && Wants(*argument.name)) {
      std::vector<std::string> parts;
      for (const auto& part : call.reference.parts) parts.push_back(part.name.text);
      const Declaration callee = meaning_.OfParts(scope, parts, call.reference.global);
      Found(*argument.name, meaning_.Member(callee, argument.name->text), scope);
    }
    VisitExpression(scope, argument.value.get());
  }
}

void OccurrenceWalk::VisitExpression(ir::ClassId scope, const ast::Expression* e) {
  if (!e || !WantsIn(e->span)) return;
  const size_t opened = Open(scope, e->iterators);
  if (!e->reference.parts.empty()) VisitReference(scope, e->reference);
  for (const auto& operand : e->operands) VisitExpression(scope, operand.get());
  VisitCall(scope, *e);
  for (const auto& row : e->rows) {
    for (const auto& entry : row) VisitExpression(scope, entry.get());
  }
  VisitSubscripts(scope, e->subscripts);
  Close(opened);
}

void OccurrenceWalk::VisitModification(ir::ClassId scope, const ast::Modification* modification,
                                       const Declaration& target) {
  if (!modification || !WantsIn(modification->span)) return;
  VisitArguments(scope, modification->arguments, target);
  VisitExpression(scope, modification->value.get());
}

void OccurrenceWalk::VisitArguments(ir::ClassId scope, const std::vector<ast::ModificationArgument>& arguments,
                                    const Declaration& target) {
  for (const ast::ModificationArgument& argument : arguments) {
    if (!WantsIn(argument.span)) continue;
    Declaration at = target;
    for (const ast::Identifier& part : argument.name.parts) {
      at = meaning_.Member(at, part.text);
      if (Wants(part)) Found(part, at, scope);
    }
    VisitModification(scope, argument.modification.get(), at);
    if (argument.component) {
      VisitComponent(scope, *argument.component, meaning_.Member(target, argument.component->name.text));
    }
    if (argument.cls) {
      const ast::Identifier& name = argument.cls->name;
      if (Wants(name)) Found(name, meaning_.Member(target, name.text), scope);
      VisitName(scope, argument.cls->base);
      VisitArguments(scope, argument.cls->base_arguments, TypeOf(scope, argument.cls->base));
    }
    if (argument.constraining) {
      VisitName(scope, *argument.constraining);
      VisitModification(scope, argument.constraining_modification.get(), TypeOf(scope, *argument.constraining));
    }
  }
}

// Names of annotations are theirs; values may name what is declared (`enable=use_support`).
void OccurrenceWalk::VisitAnnotation(ir::ClassId scope, const ast::Modification* annotation) {
  if (!annotation || !WantsIn(annotation->span)) return;
  VisitExpression(scope, annotation->value.get());
  for (const ast::ModificationArgument& argument : annotation->arguments) {
    VisitAnnotation(scope, argument.modification.get());
  }
}

void OccurrenceWalk::VisitEquation(ir::ClassId scope, const ast::Equation& equation) {
  if (!WantsIn(equation.span)) return;
  VisitExpression(scope, equation.left.get());
  VisitExpression(scope, equation.right.get());
  for (const auto& branch : equation.branches) {
    VisitExpression(scope, branch.condition.get());
    for (const auto& inner : branch.body) VisitEquation(scope, *inner);
  }
  const size_t opened = Open(scope, equation.indices);
  for (const auto& inner : equation.body) VisitEquation(scope, *inner);
  Close(opened);
  if (equation.kind == ast::EquationKind::kConnect) {
    VisitReference(scope, equation.from);
    VisitReference(scope, equation.to);
  }
}

void OccurrenceWalk::VisitStatement(ir::ClassId scope, const ast::Statement& statement) {
  if (!WantsIn(statement.span)) return;
  VisitExpression(scope, statement.target.get());
  VisitExpression(scope, statement.value.get());
  for (const auto& branch : statement.branches) {
    VisitExpression(scope, branch.condition.get());
    for (const auto& inner : branch.body) VisitStatement(scope, *inner);
  }
  const size_t opened = Open(scope, statement.indices);
  for (const auto& inner : statement.body) VisitStatement(scope, *inner);
  Close(opened);
}

}  // namespace stiction::editor
