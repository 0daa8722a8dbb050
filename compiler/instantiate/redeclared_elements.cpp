// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/redeclared_elements.h"

#include <algorithm>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/modifier_reader.h"
#include "compiler/instantiate/redeclaration_rules.h"
#include "compiler/instantiate/redeclarations.h"

namespace stiction {

// It has to fit the original constraining type and those of the redeclarations that it wins over.
template <class Element>
void RedeclaredElements::Note(const Element& original, const Element& replacement, const Modifiers& modifiers) {
  const Modifier& redeclaration = *FindRedeclaration(modifiers, original.name);
  redeclarations_.Note(original, replacement, redeclaration.span);
  for (const Modifier& m : modifiers) {
    if (!IsRedeclaration(m, original.name) || &m == &redeclaration || !m.redeclare->constraining) continue;
    redeclarations_.Note(original, replacement, redeclaration.span, {&*m.redeclare->constraining, m.scope});
  }
}

void RedeclaredElements::Replace(ClassElement& entry, const Modifiers& modifiers) {
  const ast::Element& element = *entry.element;
  const Modifier& redeclaration = *FindRedeclaration(modifiers, entry.name);
  if (!redeclaration.redeclare->cls) return rules_.ReportOtherKind(element, redeclaration.span);
  if (!rules_.CheckModifier(element, modifiers, entry.name)) return;
  const ClassElement original = entry;
  entry.definition = redeclaration.redeclare->cls.get();
  entry.scope = redeclaration.scope;
  entry.redeclared_by = redeclaration.redeclare;
  entry.cls = {};
  Modifiers constraint;
  for (const Modifier& m : modifiers) {
    if (!IsRedeclaration(m, entry.name) || !m.redeclare->cls) continue;
    constraint = modifiers_.Combine(std::move(constraint), modifiers_.ConstraintOf(*m.redeclare, m.scope));
  }
  entry.constraint = constraint = modifiers_.Combine(std::move(constraint), original.constraint);
  entry.modifiers = modifiers_.Combine(original.modifiers, constraint);
  if (entry.definition->form == ast::ClassForm::kShort) {
    // The redeclaration's own arguments come before the constraint's.
    const Modifiers own = modifiers_.BaseArguments(*entry.definition, entry.scope);
    entry.modifiers = modifiers_.Combine(modifiers_.Combine(original.modifiers, own), constraint);
  }
  Note(original, entry, modifiers);
}

void RedeclaredElements::Replace(ComponentElement& entry, Modifiers& own, const Modifiers& modifiers, Scope& part) {
  const ast::Element& element = *entry.element;
  const Modifier& redeclaration = *FindRedeclaration(modifiers, entry.name);
  const bool may_be = OnlyGivesDimensions(entry, redeclaration) || rules_.CheckModifier(element, modifiers, entry.name);
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
    constraint = modifiers_.Combine(std::move(constraint), modifiers_.ConstraintOf(*m.redeclare, m.scope));
  }
  if (element.constraining || element.redeclare) {
    constraint = modifiers_.Combine(std::move(constraint), modifiers_.ConstraintOf(element, &part));
  } else {
    constraint.insert(constraint.end(), own.begin(), own.end());
  }
  entry.constraint = constraint;
  own = modifiers_.Combine(modifiers_.Read(entry.declaration->modification.get(), entry.scope), constraint);
  Note(original, entry, modifiers);
}

bool RedeclaredElements::OnlyGivesDimensions(const ComponentElement& original, const Modifier& redeclaration) {
  const ast::Component& component = *redeclaration.redeclare->component;
  const ComponentElement given = DeclaredComponent(*original.element, component, redeclaration.scope);
  const bool is_same_rank = !given.dims.empty() && given.dims.size() == original.dims.size();
  const auto is_open = [](const ResolvedType::Dimension& d) { return !d.subscript->expression; };
  if (original.element->replaceable || !is_same_rank || std::ranges::none_of(original.dims, is_open)) return false;
  const ResolvedType a = classes_.ResolveName(original.scope, original.declaration->type);
  const ResolvedType b = classes_.ResolveName(given.scope, component.type);
  return a.kind == b.kind && a.definition == b.definition && a.scalar == b.scalar && a.enumeration == b.enumeration;
}

}  // namespace stiction
