// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/base_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "compiler/instantiate/names.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"

namespace stiction {
namespace {

using ast::ClassKind;

// The table of MLS 7.1.3, by derived class. Every class may extend a `class`; what a `class` extends is not restricted.
std::vector<ClassKind> AllowedBases(ClassKind derived) {
  switch (derived) {
    case ClassKind::kFunction:
      return {ClassKind::kFunction};
    case ClassKind::kOperatorFunction:
      return {ClassKind::kOperatorFunction, ClassKind::kFunction};
    case ClassKind::kConnector:
      return {ClassKind::kConnector, ClassKind::kRecord, ClassKind::kOperatorRecord, ClassKind::kType};
    case ClassKind::kBlock:
      return {ClassKind::kBlock, ClassKind::kRecord};
    case ClassKind::kModel:
      return {ClassKind::kModel, ClassKind::kBlock, ClassKind::kRecord};
    default:
      return {derived};
  }
}

std::string ListOf(const std::vector<ClassKind>& kinds) {
  std::string text;
  for (size_t i = 0; i < kinds.size(); ++i) {
    const bool is_last = i + 1 == kinds.size();
    text += fmt::format("{}`{}`", i == 0 ? "" : is_last ? " or " : ", ", ast::ToString(kinds[i]));
  }
  return text;
}

bool HasPrefix(const ast::TypePrefix& prefix) {
  return prefix.causality != ast::Causality::kNone || prefix.flow != ast::FlowPrefix::kNone ||
         prefix.variability != ast::Variability::kContinuous;
}

// The first thing that stands beside the only extends-clause of a class; no place if there is none.
Span PlaceBeside(const ast::Class& definition, const ast::Extends& extends) {
  for (const ast::Element& element : definition.elements) {
    if (element.component) return element.component->name.span;
    if (element.extends && element.extends.get() != &extends) return element.extends->base.span;
    const bool is_protected = element.visibility == ast::Visibility::kProtected;
    if (is_protected && element.cls) return element.cls->name.span;
  }
  if (!definition.equations.empty()) return definition.equations.front().span;
  return definition.algorithms.empty() ? Span{} : definition.algorithms.front().span;
}

}  // namespace

void BaseRules::Check(Scope& part, const ast::Extends& extends, const ResolvedType& base) {
  // The name leads to the same declarations in all instances of the class.
  if (!reports_.is_quiet() && checked_.insert(&extends).second) CheckName(part, extends.base);
  CheckKind(*part.definition, base, extends.base.span);
  CheckAlone(*part.definition, extends, base);
}

void BaseRules::CheckShort(const ast::Class& definition, const ResolvedType& base) {
  CheckKind(definition, base, definition.base.span);
}

void BaseRules::CheckKind(const ast::Class& derived, const ResolvedType& base, Span span) {
  if (base.kind != ResolvedType::Kind::kClass) return;
  if (IsExternalObject(*base.definition)) {
    reports_.Error(DiagnosticKind::ExternalObjectClass, span,
                   fmt::format("`{}` cannot be derived from the external object `{}`", derived.name.text,
                               base.definition->name.text),
                   Label{base.definition->name.span, "declared here"}, "declare a component of that class");
    return;
  }
  if (base.restriction == ClassKind::kClass) return;
  if (derived.expandable != base.definition->expandable) return CheckExpandable(derived, *base.definition, span);
  const std::vector<ClassKind> allowed = AllowedBases(derived.kind);
  const bool is_allowed =
      derived.kind == ClassKind::kClass || std::ranges::find(allowed, base.restriction) != allowed.end();
  const Label label{base.definition->name.span, "declared here"};
  if (!is_allowed) {
    reports_.Error(DiagnosticKind::BaseClassKind, span,
                   fmt::format("{} `{}` cannot extend {} `{}`", ast::ToString(derived.kind), derived.name.text,
                               ast::ToString(base.restriction), base.definition->name.text),
                   label, fmt::format("a {} extends a {}", ast::ToString(derived.kind), ListOf(allowed)));
  } else if (base.restriction == ClassKind::kOperatorRecord && derived.form == ast::ClassForm::kLong) {
    reports_.Error(DiagnosticKind::OperatorRecordExtended, span,
                   fmt::format("`{}` cannot extend the operator record `{}`: only a short class can be derived from it",
                               derived.name.text, base.definition->name.text),
                   label,
                   fmt::format("write `{} {} = {}(...)`", ast::ToString(derived.kind), derived.name.text,
                               base.definition->name.text));
  }
}

// An expandable connector extends expandable connectors only, and no other class extends one.
void BaseRules::CheckExpandable(const ast::Class& derived, const ast::Class& base, Span span) {
  reports_.Error(
      DiagnosticKind::ExpandableBase, span,
      derived.expandable ? fmt::format("the expandable connector `{}` cannot extend `{}`, which is not one",
                                       derived.name.text, base.name.text)
                         : fmt::format("`{}` cannot extend `{}`: only an expandable connector can extend one",
                                       derived.name.text, base.name.text),
      Label{base.name.span, "declared here"},
      derived.expandable ? fmt::format("declare `{}` as `expandable connector`, or a component of it", base.name.text)
                         : fmt::format("declare `{}` as `expandable connector`", derived.name.text));
}

// Nothing stands beside an extends of an array, of a class with a base prefix, or of a simple type.
void BaseRules::CheckAlone(const ast::Class& derived, const ast::Extends& extends, const ResolvedType& base) {
  const bool is_simple = base.kind == ResolvedType::Kind::kScalar;
  if (!is_simple && base.dims.empty() && !HasPrefix(base.prefix)) return;
  const Span beside = PlaceBeside(derived, extends);
  if (!beside) return;
  if (extends.span.begin > beside.begin && told_.contains(&derived)) return;  // of two such bases the first tells it
  if (!reports_.is_quiet()) told_.insert(&derived);
  const std::string_view what = !base.dims.empty() ? "an array class"
                                : is_simple        ? "a simple type"
                                                   : "a class with a prefix";
  reports_.Error(DiagnosticKind::BaseNotAlone, beside,
                 fmt::format("`{}` extends {}: nothing can stand beside that in the class", derived.name.text, what),
                 Label{extends.base.span, "extended here"}, "declare a component of that class instead");
}

// The names of base classes are the same before and after base classes are inserted.
void BaseRules::CheckName(Scope& part, const ast::Name& name) {
  const std::string& first = name.parts[0].text;
  const Found found = name.global ? Found{} : names_.LookUp(&part, first);
  const bool is_inherited = found.element && !part.names->declared.contains(first) && Declares(part, first);
  if (is_inherited) {
    reports_.Error(DiagnosticKind::BaseClassName, name.parts[0].span,
                   fmt::format("the base class `{}` of `{}` is itself inherited", first, part.definition->name.text),
                   "name it through its package, or move it to an enclosing class");
  }
  CheckNotReplaceable(part, name, "base class", "extend a class that is not, or use `redeclare class extends`");
}

void BaseRules::CheckConstraint(Scope& part, const ast::Element& element) {
  if (reports_.is_quiet() || !constraints_.insert(&element).second) return;
  constexpr std::string_view kHint = "constrain it by a class that is not";
  if (element.constraining) {
    CheckNotReplaceable(part, *element.constraining, "constraining class", kHint);
  } else if (element.replaceable && element.component) {
    CheckNotReplaceable(part, element.component->type, "class of the replaceable component", kHint);
  }
}

void BaseRules::CheckNotReplaceable(Scope& part, const ast::Name& name, std::string_view what, std::string_view hint) {
  const ClassElement* replaceable = names_.FindReplaceable(&part, name);
  if (!replaceable) return;
  reports_.Error(DiagnosticKind::ReplaceableBase, name.span,
                 fmt::format("the {} `{}` is replaceable", what, replaceable->name),
                 Label{replaceable->element->cls->name.span, "declared here"}, std::string(hint));
}

}  // namespace stiction
