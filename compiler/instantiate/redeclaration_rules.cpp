// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/redeclaration_rules.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"

namespace stiction {
namespace {

const ast::Identifier& DeclaredName(const ast::Element& element) {
  return element.cls ? element.cls->name : element.component->name;
}

std::string_view KindOf(const ast::Element& element) { return element.cls ? "class" : "component"; }

// The word `replaceable` of the declaration, or of the redeclaration that took its place.
bool IsReplaceable(const ast::Element& element, const ast::ModificationArgument* by) {
  return by ? by->replaceable : element.replaceable;
}

// True if a base class has an element of this name, also in a file of its package directory that nothing needs.
bool MayDeclare(const Instantiation& data, const Scope& base, const std::string& name) {
  if (base.names->declared.contains(name)) return true;
  if (base.cls) {
    const std::vector<std::string>& unread = data.At(base.cls).unread;
    if (std::ranges::find(unread, name) != unread.end()) return true;
  }
  return std::ranges::any_of(base.bases, [&](const Scope* inner) { return MayDeclare(data, *inner, name); });
}

/// The redeclaration that came before that of an element of a derived class: one that reaches both comes after it.
template <class Element>
const ast::ModificationArgument* EarlierOf(const Element& original, const Element& replacement) {
  return original.redeclared_by == replacement.redeclared_by ? nullptr : original.redeclared_by;
}

}  // namespace

void RedeclarationRules::ReportNotReplaceable(std::string_view what, const std::string& name, Span span,
                                              Span declared) {
  reports_.Error(DiagnosticKind::NotReplaceable, span, fmt::format("{} `{}` is not replaceable", what, name),
                 Label{declared, "declared here, without `replaceable`"});
}

void RedeclarationRules::ReportFinal(const std::string& name, Span span, Span declared) {
  reports_.Error(DiagnosticKind::ModifierOfFinal, span, fmt::format("`{}` is final and must not be redeclared", name),
                 Label{declared, "declared final here"});
}

void RedeclarationRules::ReportOtherKind(const ast::Element& element, Span span) {
  const ast::Identifier& declared = DeclaredName(element);
  reports_.Error(DiagnosticKind::RedeclareIncompatible, span,
                 fmt::format("`{}` is a {} and cannot be redeclared as a {}", declared.text, KindOf(element),
                             element.cls ? "component" : "class"),
                 Label{declared.span, "declared here"});
}

// The condition is kept from the original declaration.
void RedeclarationRules::CheckCondition(const ast::Component& component) {
  if (!component.condition) return;
  reports_.Error(DiagnosticKind::RedeclaredCondition, component.condition->span,
                 fmt::format("the redeclaration of `{}` cannot have a condition", component.name.text),
                 "remove it: the condition of the original declaration holds");
}

void RedeclarationRules::CheckConstant(const ast::Component& component, Span span) {
  if (component.prefix.variability != ast::Variability::kConstant) return;
  reports_.Error(DiagnosticKind::ConstantRedeclared, span,
                 fmt::format("`{}` is a constant and cannot be redeclared", component.name.text),
                 Label{component.name.span, "declared here"}, "modify its value, or declare it as parameter");
}

void RedeclarationRules::CheckVisibility(const std::string& name, bool was_protected, bool is_protected, Span span,
                                         Span declared) {
  if (was_protected == is_protected) return;
  reports_.Error(DiagnosticKind::RedeclaredVisibility, span,
                 fmt::format("`{}` is {} and cannot be redeclared as {}", name, was_protected ? "protected" : "public",
                             is_protected ? "protected" : "public"),
                 Label{declared, "declared here"},
                 fmt::format("move the redeclaration to a {} section", was_protected ? "protected" : "public"));
}

bool RedeclarationRules::CheckModifier(const ast::Element& element, const Modifiers& modifiers, std::string_view name) {
  const Modifier& redeclaration = *FindRedeclaration(modifiers, name);
  const ast::Identifier& declared = DeclaredName(element);
  if (!element.replaceable) {
    ReportNotReplaceable(KindOf(element), declared.text, redeclaration.span, declared.span);
    return false;
  }
  if (element.final) ReportFinal(declared.text, redeclaration.span, declared.span);
  if (element.component) CheckConstant(*element.component, redeclaration.span);
  for (const Modifier& earlier : modifiers) {
    if (!IsRedeclaration(earlier, name)) continue;
    if (earlier.redeclare->component) CheckCondition(*earlier.redeclare->component);
    if (&earlier == &redeclaration || earlier.redeclare->replaceable || earlier.span == redeclaration.span) continue;
    ReportNotReplaceable(KindOf(element), declared.text, redeclaration.span, earlier.span);
    return true;
  }
  return true;
}

void RedeclarationRules::CheckElement(const ComponentElement& original, const ComponentElement& replacement) {
  const Span span = replacement.declaration->name.span, declared = original.declaration->name.span;
  CheckCondition(*replacement.declaration);
  CheckVisibility(original.name, original.is_protected, replacement.is_protected, span, declared);
  CheckConstant(*original.declaration, span);
  if (original.element->final) ReportFinal(original.name, span, declared);
  const ast::Name &was = original.declaration->type, &is = replacement.declaration->type;
  // With the type that it has, also what is not replaceable can be redeclared.
  const bool is_same_type = was.parts.back().text == is.parts.back().text;
  if (IsReplaceable(*original.element, EarlierOf(original, replacement)) || is_same_type) return;
  ReportNotReplaceable("component", original.name, span, declared);
}

void RedeclarationRules::CheckElement(const ClassElement& original, const ClassElement& replacement) {
  const Span span = replacement.definition->name.span;
  const Span declared = original.definition ? original.definition->name.span : Span{};
  CheckVisibility(original.name, original.is_protected, replacement.is_protected, span, declared);
  if (!original.element) return;
  if (replacement.element && !replacement.element->redeclare) {
    reports_.Error(
        DiagnosticKind::DuplicateElement, span,
        fmt::format("`{} extends {}` redeclares the inherited class without the word `redeclare`",
                    ast::ToString(replacement.definition->kind), original.name),
        fmt::format("write `redeclare {} extends {}`", ast::ToString(replacement.definition->kind), original.name));
  }
  const bool is_other_kind = replacement.definition->form == ast::ClassForm::kExtends && original.definition &&
                             replacement.definition->kind != original.definition->kind;
  if (is_other_kind) {
    reports_.Error(
        DiagnosticKind::RedeclareIncompatible, span,
        fmt::format("`{}` is a {} and cannot be extended as a {}", original.name,
                    ast::ToString(original.definition->kind), ast::ToString(replacement.definition->kind)),
        Label{declared, "declared here"},
        fmt::format("write `redeclare {} extends {}`", ast::ToString(original.definition->kind), original.name));
  }
  if (original.element->final) ReportFinal(original.name, span, declared);
  if (IsReplaceable(*original.element, EarlierOf(original, replacement))) return;
  ReportNotReplaceable("class", original.name, span, declared);
}

void RedeclarationRules::CheckInherited(const Scope& part) {
  for (const ast::Element& element : part.definition->elements) {
    if (!element.redeclare || (!element.component && !element.cls)) continue;
    const ast::Identifier& name = DeclaredName(element);
    const bool is_inherited =
        std::ranges::any_of(part.bases, [&](const Scope* base) { return MayDeclare(data_, *base, name.text); });
    if (is_inherited) continue;
    reports_.Error(DiagnosticKind::NothingToRedeclare, name.span,
                   fmt::format("`{}` inherits no `{}` that could be redeclared", part.definition->name.text, name.text),
                   "remove the word `redeclare`, or extend the class that declares it");
  }
}

void RedeclarationRules::CheckOnce(const Scope& part, Modifiers& own) {
  for (const ast::Element& element : part.definition->elements) {
    if (!element.redeclare || (!element.component && !element.cls)) continue;
    const ast::Identifier& name = DeclaredName(element);
    const Modifier* in_extends = FindRedeclaration(own, name.text);
    if (in_extends && in_extends->redeclare->redeclare) {
      reports_.Error(DiagnosticKind::DuplicateModifier, name.span,
                     fmt::format("`{}` is redeclared twice: as an element and in the extends-clause", name.text),
                     Label{in_extends->span, "first here"}, "remove one of the two");
      std::erase_if(own, [&](const Modifier& m) { return IsRedeclaration(m, name.text); });
    }
    const auto modifier = std::ranges::find_if(
        own, [&](const Modifier& m) { return !m.path.empty() && !m.redeclare && m.path.front().name == name.text; });
    if (modifier == own.end()) continue;
    reports_.Error(DiagnosticKind::DuplicateModifier, name.span,
                   fmt::format("`{}` is redeclared here and modified in the extends-clause", name.text),
                   Label{modifier->span, "modified here"}, "write the modifier into the redeclaration");
  }
}

}  // namespace stiction
