// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/classes.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/base_rules.h"
#include "compiler/instantiate/groups.h"
#include "compiler/instantiate/modifier_reader.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/reports.h"

namespace stiction {

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
  groups_.Build(type, group);
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
  return groups_.Build(type, group);
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
  if (++data_.definitions_followed > kMaxDefinitions) {
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
  --data_.definitions_followed;
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

}  // namespace stiction
