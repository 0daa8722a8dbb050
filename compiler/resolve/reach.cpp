// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/resolve/reach.h"

#include <algorithm>

namespace stiction {
namespace {

constexpr int kDepthLimit = 60;

std::vector<std::string> PartsOf(const ast::Name& name) {
  std::vector<std::string> parts;
  for (const ast::Identifier& part : name.parts) parts.push_back(part.text);
  return parts;
}

}  // namespace

void Reach::From(ir::ClassId model) {
  Add(model);
  while (!queue_.empty()) {
    const ir::ClassId id = queue_.back();
    queue_.pop_back();
    Visit(id);
  }
}

std::vector<std::string> PartsOfName(const std::string& name) {
  std::vector<std::string> parts{""};
  bool is_quoted = false;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '.' && !is_quoted) {
      parts.emplace_back();
      continue;
    }
    if (name[i] == '\'') is_quoted = !is_quoted;
    parts.back() += name[i];
    if (name[i] == '\\' && is_quoted && i + 1 < name.size()) parts.back() += name[++i];
  }
  return parts;
}

ir::ClassId Reach::ByFullName(const std::string& name) {
  ir::ClassId at;
  for (const std::string& part : PartsOfName(name)) {
    at = at ? loader_.Nested(at, part) : loader_.TopLevel(part);
    if (!at) return {};
  }
  return at;
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

const std::vector<ir::ClassId>& Reach::Bases(ir::ClassId id) {
  if (const auto found = bases_.find(id); found != bases_.end()) return found->second;
  static const std::vector<ir::ClassId> kNone;
  if (!bases_running_.insert(id).second) return kNone;
  std::vector<ir::ClassId> bases;
  const ast::Class& definition = Definition(id);
  const ir::ClassId parent = tree_.classes[id.index()].parent;
  if (definition.form == ast::ClassForm::kShort || definition.form == ast::ClassForm::kDer) {
    if (const ir::ClassId base = Find(parent, PartsOf(definition.base), definition.base.global)) bases.push_back(base);
  }
  if (definition.form == ast::ClassForm::kExtends && parent) {
    const std::vector<ir::ClassId> outer = Bases(parent);
    for (const ir::ClassId base : outer) {
      if (const ir::ClassId replaced = Member(base, definition.name.text)) bases.push_back(replaced);
    }
  }
  for (const ast::Element& element : definition.elements) {
    if (!element.extends) continue;
    const ast::Name& name = element.extends->base;
    if (const ir::ClassId base = Find(id, PartsOf(name), name.global)) bases.push_back(base);
  }
  bases_running_.erase(id);
  return bases_[id] = std::move(bases);
}

ir::ClassId Reach::Member(ir::ClassId id, const std::string& name, int depth) {
  if (depth > kDepthLimit) return {};
  if (const ir::ClassId nested = loader_.Nested(id, name)) return nested;
  const std::vector<ir::ClassId> bases = Bases(id);
  for (const ir::ClassId base : bases) {
    if (const ir::ClassId found = Member(base, name, depth + 1)) return found;
  }
  return {};
}

const Reach::Names& Reach::NamesOf(ir::ClassId id) {
  const auto [entry, added] = names_.try_emplace(id);
  Names& names = entry->second;
  if (!added) return names;
  for (const ast::Element& element : Definition(id).elements) {
    if (element.component) names.components.insert(element.component->name.text);
    if (element.import) names.imports.push_back(element.import.get());
  }
  return names;
}

ir::ClassId Reach::OwnerOfComponent(ir::ClassId id, const std::string& name, int depth) {
  if (depth > kDepthLimit) return {};
  if (NamesOf(id).components.contains(name)) return id;
  const std::vector<ir::ClassId> bases = Bases(id);
  for (const ir::ClassId base : bases) {
    if (const ir::ClassId found = OwnerOfComponent(base, name, depth + 1)) return found;
  }
  return {};
}

void Reach::AddComponents(ir::ClassId id) {
  if (!components_.insert(id).second || reached_.contains(id)) return;
  for (const ast::Element& element : Definition(id).elements) {
    if (element.component) VisitComponent(id, *element.component);
  }
}

// A full name; the last part may be a component, then its package's components are reached.
ir::ClassId Reach::Path(const ast::Name& name, size_t count) {
  ir::ClassId at = loader_.TopLevel(name.parts[0].text);
  if (at) Touch(at);
  for (size_t i = 1; i < count && at; ++i) {
    const ir::ClassId next = Member(at, name.parts[i].text);
    if (!next) {
      if (const ir::ClassId owner = OwnerOfComponent(at, name.parts[i].text)) AddComponents(owner);
    } else {
      Touch(next);
    }
    at = next;
  }
  return at;
}

ir::ClassId Reach::Imported(ir::ClassId id, const std::string& name) {
  ir::ClassId through_unqualified;
  for (const ast::Import* one : NamesOf(id).imports) {
    const ast::Import& import = *one;
    const size_t count = import.name.parts.size();
    if (import.kind == ast::Import::Kind::kQualified && import.name.parts.back().text == name) {
      return Path(import.name, count);
    }
    if (import.kind == ast::Import::Kind::kRenaming && import.alias.text == name) return Path(import.name, count);
    const bool listed =
        import.kind == ast::Import::Kind::kList &&
        std::any_of(import.names.begin(), import.names.end(), [&](const auto& n) { return n.text == name; });
    if (!listed && import.kind != ast::Import::Kind::kUnqualified) continue;
    const ir::ClassId package = Path(import.name, count);
    if (!package) continue;
    const ir::ClassId found = Member(package, name);
    if (const ir::ClassId owner = found ? ir::ClassId() : OwnerOfComponent(package, name)) AddComponents(owner);
    if (listed) return found;
    // That a second one delivers the name as well is told later (MLS 5.3.1).
    if (!through_unqualified) through_unqualified = found;
  }
  return through_unqualified;
}

ir::ClassId Reach::Find(ir::ClassId scope, const Parts& parts, bool global) {
  ir::ClassId at;
  bool to_top = true;
  for (ir::ClassId s = global ? ir::ClassId() : scope; s && !at; s = tree_.classes[s.index()].parent) {
    at = Member(s, parts[0]);
    if (at) break;
    if (const ir::ClassId owner = OwnerOfComponent(s, parts[0])) {
      AddComponents(owner);
      return {};
    }
    at = Imported(s, parts[0]);
    if (Definition(s).encapsulated) {
      to_top = false;
      break;
    }
  }
  if (!at && to_top) at = loader_.TopLevel(parts[0]);
  if (!at) return {};
  for (ir::ClassId up = at; up; up = tree_.classes[up.index()].parent) Touch(up);
  for (size_t i = 1; i < parts.size(); ++i) {
    const ir::ClassId next = Member(at, parts[i]);
    if (!next) {
      if (const ir::ClassId owner = OwnerOfComponent(at, parts[i])) AddComponents(owner);
      return {};
    }
    Touch(next);
    at = next;
  }
  return at;
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
    const bool is_derivative = argument.name.parts.size() == 1 && argument.name.parts[0].text == "derivative";
    if (is_derivative && argument.modification) VisitExpression(id, argument.modification->value.get());
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
