// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/base_rules.h"
#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/deselections.h"
#include "compiler/instantiate/duplicate_elements.h"
#include "compiler/instantiate/modifier_reader.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/redeclaration_rules.h"
#include "compiler/instantiate/redeclarations.h"
#include "compiler/instantiate/redeclared_elements.h"
#include "compiler/instantiate/reports.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

bool IsProtected(const ast::Element& element, const Scope& part) {
  return part.is_protected || element.visibility == ast::Visibility::kProtected;
}

}  // namespace

Group* Groups::Build(const ResolvedType& type, Group* group) {
  AddPart(*group, type, nullptr);
  CheckModifiers(type.modifiers, *group->main);
  return group;
}

Scope* Groups::AddPart(Group& group, const ResolvedType& type, Scope* derived, bool is_protected) {
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
  if (++data_.definitions_followed > kMaxDefinitions) {
    reports_.Error(DiagnosticKind::ClassCycle, type.definition->name.span,
                   fmt::format("class `{}` extends itself", type.definition->name.text));
    --data_.definitions_followed;
    return part;
  }
  part->names = NamesOf(*type.definition, type.cls);
  AddClasses(group, *part, type.modifiers);
  if (type.definition->form == ast::ClassForm::kExtends) {
    if (type.replaced) {
      ResolvedType base = classes_.Resolve(*type.replaced);
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
    const ResolvedType of = classes_.ResolveName(type.parent, type.definition->base);
    if (of.kind == ResolvedType::Kind::kClass) AddPart(group, of, part);
  }
  for (const ast::Element& element : type.definition->elements) {
    if (element.extends) AddExtends(group, *part, element, type.modifiers);
    if (element.component) AddComponent(group, *part, element, type.modifiers);
  }
  --data_.definitions_followed;
  if (!group.is_broken) redeclaration_rules_.CheckInherited(*part);
  group.parts.push_back(part);
  return part;
}

const BodyNames* Groups::NamesOf(const ast::Class& definition, ir::ClassId cls) {
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

void Groups::AddClasses(Group& group, Scope& part, const Modifiers& modifiers) {
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

void Groups::AddClass(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers) {
  ClassElement entry = data_.DeclaredClass(element, part);
  entry.is_protected = IsProtected(element, part);
  entry.modifiers = Descend(modifiers, entry.name);
  entry.constraint = modifiers_.ConstraintOf(element, &part);
  if (FindRedeclaration(modifiers, entry.name)) {
    redeclared_.Replace(entry, modifiers);
  } else if (element.constraining_modification) {
    // The modifiers of the constraining clause hold for the declaration as for its redeclarations (MLS 7.3.2).
    const Modifiers own = modifiers_.BaseArguments(*element.cls, &part);
    entry.modifiers = modifiers_.Combine(modifiers_.Combine(entry.modifiers, own),
                                         modifiers_.Read(element.constraining_modification.get(), &part));
  }
  // The constraining classes of the packages around need not be loaded.
  if (element.constraining && group.instance) {
    redeclarations_.NoteDefault(data_.DeclaredClass(element, part));
    base_rules_.CheckConstraint(part, element);
  }
  const auto existing = group.classes.find(entry.name);
  if (existing == group.classes.end()) {
    if (const auto component = group.components.find(entry.name); component != group.components.end()) {
      duplicates_.ReportTwoKinds(entry.name, element.cls->name.span, component->second.declaration->name.span, group);
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
  if (!is_redeclared) return duplicates_.Check(*redeclared, entry);
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

void Groups::AddExtends(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers) {
  const ast::Extends& extends = *element.extends;
  if (extends.base.parts.size() == 1 && extends.base.parts[0].text == "ExternalObject") return;
  ResolvedType base = classes_.ResolveName(&part, extends.base);
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
  deselections_.Check(own, extended);
  deselections_.LeaveOutConnects(extends, extended);
}

void Groups::AddComponent(Group& group, Scope& part, const ast::Element& element, const Modifiers& modifiers) {
  const std::string& name = element.component->name.text;
  ComponentElement entry = DeclaredComponent(element, *element.component, &part);
  if (element.constraining && group.instance) redeclarations_.NoteDefault(entry);
  if (element.replaceable && group.instance) base_rules_.CheckConstraint(part, element);
  const Modifiers reaching = Descend(modifiers, name);
  Modifiers own = modifiers_.Read(element.component->modification.get(), &part);
  entry.constraint = modifiers_.ConstraintOf(element, &part);
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
    redeclared_.Replace(entry, own, modifiers, part);
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
      duplicates_.ReportTwoKinds(name, element.component->name.span, cls->second.definition->name.span, group);
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
  duplicates_.Add(existing->second, std::move(entry), group, part);
}

void Groups::CheckModifiesPublic(const Modifier& modifier, Group& group) {
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

void Groups::CheckModifiers(const Modifiers& modifiers, const Scope& scope) {
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
