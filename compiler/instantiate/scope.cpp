// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/scope.h"

#include <algorithm>

namespace stiction {

bool Declares(const Scope& scope, std::string_view name) {
  if (scope.names->declared.contains(name)) return true;
  return std::any_of(scope.bases.begin(), scope.bases.end(), [&](const Scope* base) { return Declares(*base, name); });
}

bool IsBroken(const Scope* scope) {
  while (scope && !scope->group->is_broken) scope = scope->parent;
  return scope != nullptr;
}

Modifiers Descend(const Modifiers& modifiers, std::string_view name) {
  Modifiers result;
  for (const Modifier& m : modifiers) {
    if (m.path.empty() || m.path.front().name != name) continue;
    if ((m.redeclare || m.is_deselection) && m.path.size() == 1) continue;
    Modifier inner = m;
    inner.is_final = m.is_final || m.path.front().final;
    inner.element = m.path.front().index;
    inner.path = m.path.WithoutFirst();
    result.push_back(std::move(inner));
  }
  return result;
}

bool IsRedeclaration(const Modifier& modifier, std::string_view name) {
  return modifier.redeclare && modifier.path.size() == 1 && modifier.path.front().name == name;
}

const Modifier* FindRedeclaration(const Modifiers& modifiers, std::string_view name) {
  for (const Modifier& m : modifiers) {
    if (IsRedeclaration(m, name)) return &m;
  }
  return nullptr;
}

namespace {

bool HasValueForEachElement(const Modifier& m) {
  const bool each = std::any_of(m.path.begin(), m.path.end(), [](const ModifierStep& step) { return step.each; });
  return !each && (m.value || m.bound);
}

bool IsFor(const Modifier& m, const std::vector<int64_t>& index) {
  return m.element.size() <= index.size() && std::equal(m.element.begin(), m.element.end(), index.begin());
}

}  // namespace

Modifiers SplitForElement(const Modifiers& modifiers, const std::vector<int64_t>& index,
                          const std::vector<int64_t>& dims) {
  Modifiers result;
  for (const Modifier& whole : modifiers) {
    if (!IsFor(whole, index)) continue;
    Modifier& m = result.emplace_back(whole);
    m.of_array = true;
    const auto taken = static_cast<std::ptrdiff_t>(m.element.size());
    if (HasValueForEachElement(m)) {
      m.subscripts.insert(m.subscripts.end(), index.begin() + taken, index.end());
      m.extents.insert(m.extents.end(), dims.begin() + taken, dims.end());
    }
    m.element.clear();
  }
  return result;
}

bool IsSameForElements(const Modifiers& modifiers) {
  return std::none_of(modifiers.begin(), modifiers.end(),
                      [](const Modifier& m) { return !m.element.empty() || HasValueForEachElement(m); });
}

const Modifier* FindValue(const Modifiers& modifiers) {
  for (const Modifier& m : modifiers) {
    if (m.path.empty() && m.element.empty() && m.HasValue()) return &m;
  }
  return nullptr;
}

ast::TypePrefix MergePrefix(ast::TypePrefix outer, const ast::TypePrefix& inner) {
  if (outer.flow == ast::FlowPrefix::kNone) outer.flow = inner.flow;
  if (outer.variability == ast::Variability::kContinuous) outer.variability = inner.variability;
  if (outer.causality == ast::Causality::kNone) outer.causality = inner.causality;
  return outer;
}

void ComponentElement::InheritFrom(const ComponentElement& replaced) {
  prefix = MergePrefix(prefix, replaced.prefix);
  if (dims.empty()) dims = replaced.dims;
  if (!condition) {
    condition = replaced.condition;
    condition_scope = replaced.condition_scope;
  }
  if (!inner && !outer) {
    inner = replaced.inner;
    outer = replaced.outer;
  }
}

ComponentElement DeclaredComponent(const ast::Element& element, const ast::Component& declaration, Scope* scope) {
  ComponentElement entry;
  entry.name = declaration.name.text;
  entry.declaration = &declaration;
  entry.element = &element;
  entry.scope = scope;
  entry.prefix = declaration.prefix;
  for (const ast::Subscript& s : declaration.subscripts) entry.dims.push_back({&s, scope});
  for (const ast::Subscript& s : declaration.type_subscripts) entry.dims.push_back({&s, scope});
  entry.condition = declaration.condition.get();
  entry.condition_scope = scope;
  entry.inner = element.inner;
  entry.outer = element.outer;
  return entry;
}

std::vector<ResolvedType::Dimension> WrittenDimensions(const ComponentElement& element, const ResolvedType& type) {
  std::vector<ResolvedType::Dimension> dims = element.dims;
  dims.insert(dims.end(), type.dims.begin(), type.dims.end());
  return dims;
}

bool IsExternalObject(const ast::Class& definition) {
  return std::any_of(definition.elements.begin(), definition.elements.end(), [](const ast::Element& e) {
    return e.extends && e.extends->base.parts.size() == 1 && e.extends->base.parts[0].text == "ExternalObject";
  });
}

}  // namespace stiction
