// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "compiler/instantiate/base_rules.h"
#include "compiler/instantiate/equations.h"
#include "compiler/instantiate/modifier_reader.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/redeclarations.h"
#include "compiler/instantiate/reports.h"
#include "compiler/instantiate/same_declaration.h"
#include "compiler/ir/ast/print.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

// The most definitions and base classes that may lead to one another; a class beyond it is taken for a cycle.
constexpr int kMaxDepth = 100;

bool IsProtected(const ast::Element& element, const Scope& part) {
  return part.is_protected || element.visibility == ast::Visibility::kProtected;
}

}  // namespace

Scope* Classes::StaticScope(ir::ClassId id) {
  if (!id) return nullptr;
  if (const auto found = static_groups_.find(id); found != static_groups_.end()) return found->second->main;
  const ir::ClassNode& node = data_.At(id);
  ResolvedType type;
  type.kind = ResolvedType::Kind::kClass;
  type.cls = id;
  type.definition = node.definition;
  type.parent = StaticScope(node.parent);
  if (const auto found = static_groups_.find(id); found != static_groups_.end()) return found->second->main;
  Group* group = data_.NewGroup();
  static_groups_[id] = group;
  BuildGroup(type, group);
  return group->main;
}

Group* Classes::Enter(ClassElement& entered) {
  ClassElement& element = InnerOf(entered);
  if (element.entered) return element.entered;
  const ResolvedType type = Resolve(element);
  if (type.kind == ResolvedType::Kind::kError) return nullptr;
  if (type.kind == ResolvedType::Kind::kScalar) {
    const bool has_elements = element.cls && element.definition && element.definition->form == ast::ClassForm::kLong;
    return has_elements ? StaticScope(element.cls)->group : nullptr;
  }
  if (type.modifiers.empty() && !type.replaced) {
    Scope* home = StaticScope(data_.At(type.cls).parent);
    if (home == type.parent) return StaticScope(type.cls)->group;
  }
  Group* group = data_.NewGroup();
  element.entered = group;
  return BuildGroup(type, group);
}

ir::EnumerationId Classes::EnumerationOf(const ast::Class& definition, const std::string& name) {
  const auto [place, is_new] = enumeration_ids_.try_emplace(&definition);
  if (!is_new) return place->second;
  std::vector<std::string> literals;
  for (const ast::EnumerationLiteral& literal : definition.literals) literals.push_back(literal.name.text);
  // Enumerations of the same literals in the same order are one type (MLS 6.7), called as the first that is met.
  std::vector<ir::Enumeration>& known = data_.tree.enumerations;
  const auto same = std::find_if(known.begin(), known.end(), [&](const auto& e) { return e.literals == literals; });
  place->second = ir::EnumerationId(same - known.begin());
  if (same == known.end()) known.push_back({name, std::move(literals)});
  return place->second;
}

ResolvedType Classes::ResolveName(Scope* scope, const ast::Name& name) {
  ClassElement* element = names_.FindClass(scope, name);
  if (!element) return {};
  if (element->unsupported) {
    reports_.NotSupported(name.span, fmt::format("the predefined class `{}`", element->name));
    return {};
  }
  return Resolve(*element);
}

ResolvedType Classes::ResolveShort(const ast::Class& definition, Scope* scope, const Modifiers& modifiers) {
  ResolvedType type = ResolveName(scope, definition.base);
  if (type.kind == ResolvedType::Kind::kError) return type;
  base_rules_.CheckShort(definition, type);
  const Modifiers own = modifiers_.Combine(modifiers, modifiers_.Read(definition.base_arguments, scope));
  type.modifiers = modifiers_.Combine(own, type.modifiers);
  std::vector<ResolvedType::Dimension> dims;
  for (const ast::Subscript& subscript : definition.base_subscripts) dims.push_back({&subscript, scope});
  type.dims.insert(type.dims.begin(), dims.begin(), dims.end());
  type.prefix = MergePrefix(definition.base_prefix, type.prefix);
  if (definition.kind != ast::ClassKind::kClass || type.kind == ResolvedType::Kind::kScalar) {
    type.restriction = definition.kind;
  }
  type.is_partial = type.is_partial || definition.partial;
  return type;
}

ClassElement& Classes::InnerOf(ClassElement& element) {
  if (!element.element || !element.element->outer) return element;
  const Scope* scope = element.scope;
  while (scope && !scope->group->instance) scope = scope->parent;
  if (!scope) return element;
  const bool is_in_package = scope != element.scope;
  const ir::InstanceId holder = scope->group->instance;
  for (ir::InstanceId at = is_in_package ? holder : data_.At(holder).parent; at; at = data_.At(at).parent) {
    Group* const group = data_.WorkOf(at).group;
    if (!group) continue;
    const auto found = group->classes.find(element.name);
    if (found != group->classes.end() && found->second.element && found->second.element->inner) return found->second;
  }
  return element;
}

ResolvedType Classes::Resolve(ClassElement& resolved) {
  ClassElement& element = InnerOf(resolved);
  ResolvedType type;
  if (++depth_ > kMaxDepth) {
    reports_.Error(DiagnosticKind::ClassCycle, element.definition ? element.definition->name.span : Span{},
                   fmt::format("class `{}` is defined by itself", element.name));
  } else if (element.definition) {
    type = ResolveDefined(element, *element.definition);
  } else {
    type.kind = element.unsupported ? ResolvedType::Kind::kError : ResolvedType::Kind::kScalar;
    type.scalar = element.predefined;
    type.enumeration = element.enumeration;
    type.restriction = ast::ClassKind::kType;
  }
  --depth_;
  return type;
}

ResolvedType Classes::ResolveDefined(const ClassElement& element, const ast::Class& definition) {
  ResolvedType type;
  switch (definition.form) {
    case ast::ClassForm::kShort:
      return ResolveShort(definition, element.scope, element.modifiers);
    case ast::ClassForm::kEnumeration:
      if (definition.enumeration_open) {
        reports_.NotSupported(definition.span, "an open enumeration `enumeration(:)`");
        break;
      }
      type.kind = ResolvedType::Kind::kScalar;
      type.scalar = ir::ScalarType::kEnumeration;
      type.enumeration =
          EnumerationOf(definition, element.cls ? data_.At(element.cls).full_name : definition.name.text);
      type.modifiers = element.modifiers;
      type.restriction = ast::ClassKind::kType;
      break;
    case ast::ClassForm::kDer:
    case ast::ClassForm::kLong:
    case ast::ClassForm::kExtends:
      type.kind = ResolvedType::Kind::kClass;
      type.cls = element.cls;
      type.definition = &definition;
      type.parent = element.scope;
      if (!type.parent && element.cls) type.parent = StaticScope(data_.At(element.cls).parent);
      type.modifiers = element.modifiers;
      type.replaced = element.replaced;
      type.restriction = definition.kind;
      type.is_partial = definition.partial;
      if (auto scalar = AsOnlyBase(type)) return std::move(*scalar);
      break;
  }
  return type;
}

// A class that only extends a predefined type, an array class or a class with a base prefix stands for that:
// `type T extends Real(unit = "m"); end T;` is as good as `type T = Real(unit = "m")` (MLS 4.5.2, 7.1.3).
std::optional<ResolvedType> Classes::AsOnlyBase(const ResolvedType& type) {
  const ast::Class& definition = *type.definition;
  const ast::ClassKind kind = definition.kind;
  const bool may_be_scalar = kind == ast::ClassKind::kType || kind == ast::ClassKind::kConnector;
  const bool may_be_array =
      kind == ast::ClassKind::kModel || kind == ast::ClassKind::kBlock || kind == ast::ClassKind::kRecord;
  if (definition.form != ast::ClassForm::kLong || (!may_be_scalar && !may_be_array)) return std::nullopt;
  if (!definition.equations.empty() || !definition.algorithms.empty()) return std::nullopt;
  const ast::Extends* only = nullptr;
  for (const ast::Element& element : definition.elements) {
    // Types may hold functions: equalityConstraint (MLS 9.4.1).
    if (element.component || (element.cls && may_be_array) || (element.extends && only)) return std::nullopt;
    if (element.extends) only = element.extends.get();
  }
  if (!only) return std::nullopt;
  Scope* scope = type.parent;
  if (!names_.LookUp(scope, only->base.parts[0].text, only->base.global).element) return std::nullopt;
  ResolvedType base = ResolveName(scope, only->base);
  const bool is_scalar = may_be_scalar && base.kind == ResolvedType::Kind::kScalar;
  const bool is_special =
      base.kind == ResolvedType::Kind::kClass && (!base.dims.empty() || base.prefix.causality != ast::Causality::kNone);
  if (!is_scalar && !is_special) return std::nullopt;
  base.modifiers =
      modifiers_.Combine(modifiers_.Combine(type.modifiers, modifiers_.Read(only->arguments, scope)), base.modifiers);
  base.restriction = kind;
  return base;
}

Group* Classes::BuildGroup(const ResolvedType& type, Group* group) {
  AddPart(*group, type, nullptr);
  CheckModifiers(type.modifiers, *group->main);
  return group;
}

Scope* Classes::AddPart(Group& group, const ResolvedType& type, Scope* derived, bool is_protected) {
  Scope* part = derived || !group.main ? data_.NewScope() : group.main;
  part->cls = type.cls;
  part->definition = type.definition;
  part->parent = type.parent;
  part->group = &group;
  part->is_protected = is_protected || (derived && derived->is_protected);
  if (derived) {
    derived->bases.push_back(part);
  } else {
    group.main = part;
  }
  if (++depth_ > kMaxDepth) {
    reports_.Error(DiagnosticKind::ClassCycle, type.definition->name.span,
                   fmt::format("class `{}` extends itself", type.definition->name.text));
    --depth_;
    return part;
  }
  part->names = NamesOf(*type.definition, type.cls);
  AddClasses(group, *part, type.modifiers);
  if (type.definition->form == ast::ClassForm::kExtends) {
    if (type.replaced) {
      ResolvedType base = Resolve(*type.replaced);
      if (base.kind == ResolvedType::Kind::kClass) {
        base.modifiers = modifiers_.Combine(
            modifiers_.Combine(type.modifiers, modifiers_.Read(type.definition->extends_arguments, part)),
            base.modifiers);
        AddPart(group, base, part);
      }
    } else {
      group.is_broken = true;
      reports_.Error(DiagnosticKind::ClassNotFound, type.definition->name.span,
                     fmt::format("`class extends {0}` without an inherited class `{0}`", type.definition->name.text));
    }
  }
  // A partial derivative has the inputs and outputs of the function (MLS 12.7.2).
  if (type.definition->form == ast::ClassForm::kDer) {
    const ResolvedType of = ResolveName(type.parent, type.definition->base);
    if (of.kind == ResolvedType::Kind::kClass) AddPart(group, of, part);
  }
  for (const ast::Element& element : type.definition->elements) {
    if (element.extends) AddExtends(group, *part, element, type.modifiers);
    if (element.component) AddComponent(group, *part, element, type.modifiers);
  }
  --depth_;
  if (!group.is_broken) redeclaration_rules_.CheckInherited(*part);
  group.parts.push_back(part);
  return part;
}

const BodyNames* Classes::NamesOf(const ast::Class& definition, ir::ClassId cls) {
  const auto [place, is_new] = names_of_body_.try_emplace({&definition, cls});
  BodyNames& names = place->second;
  if (!is_new) return &names;
  for (const ast::Element& element : definition.elements) {
    if (element.component) names.declared.insert(element.component->name.text);
    if (element.cls) names.declared.insert(element.cls->name.text);
    if (element.import) names.imports.push_back(element.import.get());
  }
  // Classes of a package directory stand in files of their own.
  if (cls) {
    for (const ir::ClassId id : data_.At(cls).nested_order) {
      names.declared.insert(data_.At(id).name);
    }
  }
  return &names;
}

void Classes::AddClasses(Group& group, Scope& part, const Modifiers& modifiers) {
  for (const ast::Element& element : part.definition->elements) {
    if (element.cls) AddClass(group, part, element, modifiers);
  }
  // Classes of a package directory stand in files of their own.
  if (!part.cls) return;
  for (const ir::ClassId id : data_.At(part.cls).nested_order) {
    const ir::ClassNode& node = data_.At(id);
    if (group.classes.contains(node.name)) continue;
    ClassElement entry;
    entry.name = node.name;
    entry.cls = id;
    entry.definition = node.definition;
    entry.scope = &part;
    entry.is_protected = part.is_protected;
    entry.modifiers = Descend(modifiers, node.name);
    group.classes.emplace(node.name, std::move(entry));
  }
}

ClassElement Classes::Declared(const ast::Element& element, Scope& part) const {
  ClassElement entry;
  entry.name = element.cls->name.text;
  entry.definition = element.cls.get();
  entry.scope = &part;
  entry.element = &element;
  if (part.cls) {
    const auto& nested = data_.At(part.cls).nested;
    if (const auto found = nested.find(entry.name); found != nested.end()) entry.cls = found->second;
  }
  return entry;
}

void Classes::AddClass(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers) {
  ClassElement entry = Declared(element, part);
  entry.is_protected = IsProtected(element, part);
  entry.modifiers = Descend(modifiers, entry.name);
  entry.constraint = ConstraintOf(element, &part);
  if (FindRedeclaration(modifiers, entry.name)) {
    RedeclareClass(entry, modifiers);
  } else if (element.constraining_modification) {
    // The modifiers of the constraining clause hold for the declaration as for its redeclarations (MLS 7.3.2).
    const Modifiers own = BaseArguments(*element.cls, &part);
    entry.modifiers = modifiers_.Combine(modifiers_.Combine(entry.modifiers, own),
                                         modifiers_.Read(element.constraining_modification.get(), &part));
  }
  // The constraining classes of the packages around need not be loaded.
  if (element.constraining && group.instance) {
    redeclarations_.NoteDefault(Declared(element, part));
    base_rules_.CheckConstraint(part, element);
  }
  const auto existing = group.classes.find(entry.name);
  if (existing == group.classes.end()) {
    if (const auto component = group.components.find(entry.name); component != group.components.end()) {
      ReportTwoKinds(entry.name, element.cls->name.span, component->second.declaration->name.span, group);
    }
    group.classes.emplace(entry.name, std::move(entry));
    return;
  }
  // Of `redeclare class extends` over several levels the deepest takes what comes now.
  ClassElement* redeclared = &existing->second;
  while (redeclared->replaced) redeclared = redeclared->replaced.get();
  if (redeclared->definition && redeclared->definition->form == ast::ClassForm::kExtends) {
    redeclaration_rules_.CheckElement(entry, *redeclared);
    redeclared->replaced = std::make_shared<ClassElement>(std::move(entry));
    return;
  }
  const bool is_redeclared = redeclared->element && redeclared->element->redeclare;
  if (!is_redeclared) return CheckTwin(*redeclared, entry);
  if (redeclared != &existing->second || !redeclared->definition) return;
  redeclaration_rules_.CheckElement(entry, *redeclared);
  if (entry.definition == element.cls.get()) {
    redeclarations_.Note(entry, *redeclared, redeclared->definition->name.span);
    // What the redeclared class and its modifiers in the extends-clause ask holds for this one.
    redeclared->modifiers = modifiers_.Combine(redeclared->modifiers, Descend(modifiers, entry.name));
    redeclared->modifiers = modifiers_.Combine(redeclared->modifiers, entry.constraint);
    redeclared->constraint = modifiers_.Combine(redeclared->constraint, entry.constraint);
  }
}

Modifiers Classes::ConstraintOf(const ast::Element& element, Scope* scope) {
  if (element.constraining || element.redeclare) {
    return modifiers_.Read(element.constraining_modification.get(), scope);
  }
  if (element.component) return modifiers_.Read(element.component->modification.get(), scope);
  return BaseArguments(*element.cls, scope);
}

Modifiers Classes::ConstraintOf(const ast::ModificationArgument& redeclaration, Scope* scope) {
  return modifiers_.Read(redeclaration.constraining_modification.get(), scope);
}

void Classes::ReportTwoKinds(const std::string& name, Span span, Span other, const Group& group) {
  reports_.Error(DiagnosticKind::DuplicateElement, span,
                 fmt::format("`{}` is a component and a class of `{}`", name, names_.ScopeName(group.main)),
                 Label{other, "the other one"}, "give one of them another name");
}

// Two classes of one name, on two ways or beside an inherited one, are the same (MLS 7.1).
void Classes::CheckTwin(const ClassElement& first, const ClassElement& second) {
  if (!first.definition || !second.definition || first.definition == second.definition) return;
  if (first.scope == second.scope || first.redeclared_by || second.redeclared_by) return;
  const auto [same, is_new] = same_contents_.try_emplace({first.definition, second.definition});
  if (is_new) same->second = HaveSameContents(*first.definition, *second.definition);
  if (same->second) return;
  reports_.Error(DiagnosticKind::DuplicateElement, first.definition->name.span,
                 fmt::format("the class `{}` is inherited, too, with other contents", first.name),
                 Label{second.definition->name.span, "inherited from here"},
                 "give it another name, or redeclare the inherited one: `redeclare class ...`");
}

// It has to fit the original constraining type and those of the redeclarations that it wins over.
template <class Element>
void Classes::NoteRedeclared(const Element& original, const Element& replacement, const Modifiers& modifiers) {
  const Modifier& redeclaration = *FindRedeclaration(modifiers, original.name);
  redeclarations_.Note(original, replacement, redeclaration.span);
  for (const Modifier& m : modifiers) {
    if (!IsRedeclaration(m, original.name) || &m == &redeclaration || !m.redeclare->constraining) continue;
    redeclarations_.Note(original, replacement, redeclaration.span, {&*m.redeclare->constraining, m.scope});
  }
}

void Classes::RedeclareClass(ClassElement& entry, const Modifiers& modifiers) {
  const ast::Element& element = *entry.element;
  const Modifier& redeclaration = *FindRedeclaration(modifiers, entry.name);
  if (!redeclaration.redeclare->cls) return redeclaration_rules_.ReportOtherKind(element, redeclaration.span);
  if (!redeclaration_rules_.CheckModifier(element, modifiers, entry.name)) return;
  const ClassElement original = entry;
  entry.definition = redeclaration.redeclare->cls.get();
  entry.scope = redeclaration.scope;
  entry.redeclared_by = redeclaration.redeclare;
  entry.cls = {};
  Modifiers constraint;
  for (const Modifier& m : modifiers) {
    if (!IsRedeclaration(m, entry.name) || !m.redeclare->cls) continue;
    constraint = modifiers_.Combine(std::move(constraint), ConstraintOf(*m.redeclare, m.scope));
  }
  entry.constraint = constraint = modifiers_.Combine(std::move(constraint), original.constraint);
  entry.modifiers = modifiers_.Combine(original.modifiers, constraint);
  if (entry.definition->form == ast::ClassForm::kShort) {
    // The redeclaration's own arguments come before the constraint's.
    const Modifiers own = BaseArguments(*entry.definition, entry.scope);
    entry.modifiers = modifiers_.Combine(modifiers_.Combine(original.modifiers, own), constraint);
  }
  NoteRedeclared(original, entry, modifiers);
}

Modifiers Classes::BaseArguments(const ast::Class& definition, Scope* scope) {
  return definition.form == ast::ClassForm::kShort ? modifiers_.Read(definition.base_arguments, scope) : Modifiers();
}

void Classes::AddExtends(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers) {
  const ast::Extends& extends = *element.extends;
  if (extends.base.parts.size() == 1 && extends.base.parts[0].text == "ExternalObject") return;
  ResolvedType base = ResolveName(&part, extends.base);
  if (base.kind == ResolvedType::Kind::kError) {
    group.is_broken = true;
    return;
  }
  base_rules_.Check(part, extends, base);
  // Such a type is a scalar itself (AsOnlyBase); this group holds its nested classes.
  if (base.kind == ResolvedType::Kind::kScalar) return;
  if (base.definition->form == ast::ClassForm::kDer) {
    reports_.NotSupported(extends.span, "extending a function that is a partial derivative");
    group.is_broken = true;
    return;
  }
  Modifiers own = modifiers_.Read(extends.arguments, &part);
  modifiers_.CheckEach(own);
  redeclaration_rules_.CheckOnce(part, own);
  base.modifiers = modifiers_.Combine(modifiers_.Combine(modifiers, own), base.modifiers);
  const bool is_protected = element.visibility == ast::Visibility::kProtected;
  Scope& extended = *AddPart(group, base, &part, is_protected);
  CheckModifiers(own, extended);
  CheckDeselected(own, extended);
  Deselect(extends, extended);
}

// What is left out is a model, a block or a connector, and is not modified (MLS 7.4).
void Classes::CheckDeselected(const Modifiers& own, Scope& base) {
  for (const Modifier& deselection : own) {
    if (!deselection.is_deselection) continue;
    const std::string& name = deselection.path.front().name;
    const auto found = base.group->components.find(name);
    if (found == base.group->components.end()) continue;
    const ResolvedType type = ResolveName(found->second.scope, found->second.declaration->type);
    const bool is_part = type.kind == ResolvedType::Kind::kClass && !ast::IsRecord(type.restriction);
    // A warning: examples of the mechanism leave out variables, too, and what is meant is clear.
    if (!is_part && type.kind != ResolvedType::Kind::kError) {
      reports_.Warning(DiagnosticKind::Deselection, deselection.path.front().span,
                       fmt::format("`{}`, which is left out, is no component of a model, block or connector", name),
                       Label{found->second.declaration->name.span, "declared here"});
    }
    for (const Modifier& m : own) {
      if (m.is_deselection || m.path.empty() || m.path.front().name != name) continue;
      reports_.Error(DiagnosticKind::Deselection, m.span, fmt::format("`{}` is left out and cannot be modified", name),
                     Label{deselection.span, "left out here"}, "remove one of the two");
    }
  }
}

void Classes::Deselect(const ast::Extends& extends, Scope& base) {
  const auto add = [](const auto& self, Scope& part, const ast::ModificationArgument& argument) -> void {
    part.deselected.push_back(&argument);
    for (Scope* inherited : part.bases) self(self, *inherited, argument);
  };
  for (const ast::ModificationArgument& argument : extends.arguments) {
    if (argument.kind != ast::ModificationArgument::Kind::kBreakConnect) continue;
    if (HasConnect(base, argument)) {
      add(add, base, argument);
      continue;
    }
    reports_.Error(DiagnosticKind::Deselection, argument.span,
                   fmt::format("`{}` has no connect of `{}` with `{}` to leave out", names_.ScopeName(&base),
                               ast::ToString(argument.from), ast::ToString(argument.to)),
                   "name both sides as they are written there");
  }
}

void Classes::AddComponent(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers) {
  const std::string& name = element.component->name.text;
  ComponentElement entry = DeclaredComponent(element, *element.component, &part);
  if (element.constraining && group.instance) redeclarations_.NoteDefault(entry);
  if (element.replaceable && group.instance) base_rules_.CheckConstraint(part, element);
  const Modifiers reaching = Descend(modifiers, name);
  Modifiers own = modifiers_.Read(element.component->modification.get(), &part);
  entry.constraint = ConstraintOf(element, &part);
  if (element.final) {
    Modifier mark;
    mark.is_final = true;
    mark.scope = &part;
    mark.span = element.component->name.span;
    own.push_back(std::move(mark));
  }
  const Modifier* const redeclaration = FindRedeclaration(modifiers, name);
  if (redeclaration && redeclaration->redeclare->cls)
    redeclaration_rules_.ReportOtherKind(element, redeclaration->span);
  if (redeclaration && redeclaration->redeclare->component) {
    RedeclareComponent(entry, own, modifiers, part);
  } else if (element.constraining_modification) {
    own = modifiers_.Combine(own, modifiers_.Read(element.constraining_modification.get(), &part));
  }
  entry.modifiers = modifiers_.Combine(reaching, own, name);
  entry.is_deselected = std::ranges::any_of(modifiers, [&](const Modifier& m) {
    return m.is_deselection && m.path.size() == 1 && m.path.front().name == name;
  });
  entry.is_protected = IsProtected(element, part);
  const auto existing = group.components.find(name);
  if (existing == group.components.end()) {
    if (const auto cls = group.classes.find(name); cls != group.classes.end() && cls->second.definition) {
      ReportTwoKinds(name, element.component->name.span, cls->second.definition->name.span, group);
    }
    group.order.push_back(name);
    group.components.emplace(name, std::move(entry));
    return;
  }
  if (element.redeclare) {
    if (existing->second.declaration == existing->second.element->component.get()) {
      redeclarations_.Note(existing->second, entry, element.component->name.span);
    }
    redeclaration_rules_.CheckElement(existing->second, entry);
    entry.InheritFrom(existing->second);
    entry.modifiers = modifiers_.Combine(std::move(entry.modifiers), existing->second.constraint);
    entry.constraint = modifiers_.Combine(std::move(entry.constraint), existing->second.constraint);
    existing->second = std::move(entry);
    return;
  }
  AddAgain(existing->second, std::move(entry), group, part);
}

// Another one may stand in the place of what a base class has without it.
void Classes::AddAgain(ComponentElement& first, ComponentElement entry, const Group& group, const Scope& part) {
  if (entry.is_deselected) return;
  if (first.is_deselected) {
    first = std::move(entry);
    return;
  }
  const bool is_inherited = first.scope != &part;
  const Likeness likeness = is_inherited ? CompareDeclarations(names_, *this, first, entry) : Likeness::kDifferent;
  if (likeness == Likeness::kSame) return;
  if (likeness == Likeness::kOtherAttributes) {
    reports_.Warning(
        DiagnosticKind::DuplicateElement, entry.element->component->name.span,
        fmt::format("`{}` is inherited on two ways, on one with more attributes; those of the first are taken",
                    first.name),
        Label{first.declaration->name.span, "first here"});
    return;
  }
  reports_.Error(DiagnosticKind::DuplicateElement, entry.element->component->name.span,
                 fmt::format("`{}` is declared twice in `{}`", first.name, names_.ScopeName(group.main)),
                 Label{first.declaration->name.span, "first here"},
                 is_inherited ? "what is inherited on two ways must be the same, but for comments" : "");
}

void Classes::RedeclareComponent(ComponentElement& entry, Modifiers& own, const Modifiers& modifiers, Scope& part) {
  const ast::Element& element = *entry.element;
  const Modifier& redeclaration = *FindRedeclaration(modifiers, entry.name);
  const bool may_be =
      OnlyGivesDimensions(entry, redeclaration) || redeclaration_rules_.CheckModifier(element, modifiers, entry.name);
  if (!may_be) return;
  const ComponentElement original = entry;
  entry = DeclaredComponent(element, *redeclaration.redeclare->component, redeclaration.scope);
  for (const Modifier& m : modifiers) {
    // Those that this one wins over.
    if (!IsRedeclaration(m, entry.name) || &m == &redeclaration || !m.redeclare->component) continue;
    entry.InheritFrom(DeclaredComponent(element, *m.redeclare->component, m.scope));
  }
  entry.InheritFrom(original);
  entry.redeclared_by = redeclaration.redeclare;
  Modifiers constraint;
  for (const Modifier& m : modifiers) {
    if (!IsRedeclaration(m, entry.name) || !m.redeclare->component) continue;
    constraint = modifiers_.Combine(std::move(constraint), ConstraintOf(*m.redeclare, m.scope));
  }
  if (element.constraining || element.redeclare) {
    constraint = modifiers_.Combine(std::move(constraint), ConstraintOf(element, &part));
  } else {
    constraint.insert(constraint.end(), own.begin(), own.end());
  }
  entry.constraint = constraint;
  own = modifiers_.Combine(modifiers_.Read(entry.declaration->modification.get(), entry.scope), constraint);
  NoteRedeclared(original, entry, modifiers);
}

bool Classes::OnlyGivesDimensions(const ComponentElement& original, const Modifier& redeclaration) {
  const ast::Component& component = *redeclaration.redeclare->component;
  const ComponentElement given = DeclaredComponent(*original.element, component, redeclaration.scope);
  const bool is_same_rank = !given.dims.empty() && given.dims.size() == original.dims.size();
  const auto is_open = [](const ResolvedType::Dimension& d) { return !d.subscript->expression; };
  if (original.element->replaceable || !is_same_rank || std::ranges::none_of(original.dims, is_open)) return false;
  const ResolvedType a = ResolveName(original.scope, original.declaration->type);
  const ResolvedType b = ResolveName(given.scope, component.type);
  return a.kind == b.kind && a.definition == b.definition && a.scalar == b.scalar && a.enumeration == b.enumeration;
}

void Classes::CheckModifiesPublic(const Modifier& modifier, Group& group) {
  const ModifierStep& step = modifier.path.front();
  const Found found = Names::FindIn(group, step.name);
  if (!found.IsProtected()) return;
  const Span span = step.span ? step.span : modifier.span;
  const Span declared = found.declared() == span ? Span{} : found.declared();  // a redeclaration stands there already
  reports_.Error(DiagnosticKind::ProtectedAccess, span,
                 fmt::format("`{}` is a protected element of `{}`, which a component cannot modify", step.name,
                             names_.ScopeName(group.main)),
                 Label{declared, "declared here"},
                 "declare it before the word `protected`, or modify it in a class that extends this one");
}

void Classes::CheckModifiers(const Modifiers& modifiers, const Scope& scope) {
  if (scope.group->is_broken) return;
  for (const Modifier& m : modifiers) {
    if (m.path.empty() || m.setting > 0) continue;
    if (Declares(scope, m.path.front().name)) {
      if (m.of_component && !m.bound) CheckModifiesPublic(m, *scope.group);
      continue;
    }
    std::vector<std::string> candidates;
    for (const auto& [name, component] : scope.group->components) candidates.push_back(name);
    for (const auto& [name, element] : scope.group->classes) candidates.push_back(name);
    const ModifierStep& step = m.path.front();
    reports_.Error(m.is_deselection ? DiagnosticKind::Deselection : DiagnosticKind::UnknownModifier,
                   step.span ? step.span : m.span,
                   fmt::format("`{}` has no element `{}` to {}", names_.ScopeName(&scope), step.name,
                               m.is_deselection ? "leave out" : "modify"),
                   DidYouMean(step.name, candidates));
  }
}

}  // namespace stiction
