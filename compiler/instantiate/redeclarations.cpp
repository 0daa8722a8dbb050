// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/redeclarations.h"

#include <fmt/format.h>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/groups.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"
#include "compiler/ir/expr/print.h"

namespace stiction {
namespace {

constexpr int kMaxComparisonDepth = 10;

using ast::Causality;
using ast::FlowPrefix;
using ast::Variability;

bool IsPublic(const ast::Element& element) { return element.visibility == ast::Visibility::kPublic; }

// Any type but Real is discrete without being declared so (MLS 4.4.4).
Variability VariabilityOf(const ast::TypePrefix& prefix, const ResolvedType& type) {
  const bool jumps = type.kind == ResolvedType::Kind::kScalar && type.scalar != ir::ScalarType::kReal;
  return prefix.variability == Variability::kContinuous && jumps ? Variability::kDiscrete : prefix.variability;
}

std::string_view Text(Variability variability) {
  switch (variability) {
    case Variability::kConstant:
      return "constant";
    case Variability::kParameter:
      return "parameter";
    case Variability::kDiscrete:
      return "discrete";
    case Variability::kContinuous:
      break;
  }
  return "continuous";
}

std::string_view Text(Causality causality) {
  if (causality == Causality::kNone) return "neither `input` nor `output`";
  return causality == Causality::kInput ? "`input`" : "`output`";
}

std::string_view Text(FlowPrefix flow) {
  if (flow == FlowPrefix::kNone) return "neither `flow` nor `stream`";
  return flow == FlowPrefix::kFlow ? "`flow`" : "`stream`";
}

/// A declaration and the class body that it stands in.
struct Declared {
  const ast::Element* element = nullptr;
  Scope* scope = nullptr;
};

const std::string* NameOf(const ast::Element& element) {
  if (element.component) return &element.component->name.text;
  return element.cls ? &element.cls->name.text : nullptr;
}

Declared FindInBases(const Scope& scope, const std::string& name) {
  for (Scope* base : scope.bases) {
    for (const ast::Element& element : base->definition->elements) {
      if (const std::string* declared = NameOf(element); declared && *declared == name) return {&element, base};
    }
    if (const Declared found = FindInBases(*base, name); found.element) return found;
  }
  return {};
}

/// The declaration that tells the constraining type: a redeclaration without a constraining clause keeps that of what
/// it redeclares (MLS 7.3).
Declared ConstraintOf(const ast::Element& element, Scope* scope) {
  Declared at{&element, scope};
  while (at.element->redeclare && !at.element->constraining) {
    const Declared inherited = FindInBases(*at.scope, *NameOf(*at.element));
    if (!inherited.element) break;
    at = inherited;
  }
  return at;
}

// Kinds of classes that can stand for each other: models and blocks, types and records (MLS 6.4).
ast::ClassKind KindOf(ast::ClassKind kind) {
  using enum ast::ClassKind;
  if (kind == kBlock || kind == kClass) return kModel;
  if (kind == kType || kind == kOperatorRecord) return kRecord;
  return kind == kOperatorFunction ? kFunction : kind;
}

bool Inherits(const Group& group, const ast::Class* definition) {
  for (const Scope* part : group.parts) {
    if (part->definition == definition) return true;
  }
  return false;
}

}  // namespace

void Redeclarations::Note(const ClassElement& original, const ClassElement& replacement, Span span,
                          const Constraining& constraint) {
  const Span clause = constraint.name ? constraint.name->span : Span{};
  if (reports_.is_quiet() || !noted_.emplace(span, original.definition->name.span, clause).second) return;
  redeclared_classes_.push_back({original, replacement, span, constraint});
}

void Redeclarations::Note(const ComponentElement& original, const ComponentElement& replacement, Span span,
                          const Constraining& constraint) {
  const Span clause = constraint.name ? constraint.name->span : Span{};
  if (reports_.is_quiet() || !noted_.emplace(span, original.declaration->name.span, clause).second) return;
  redeclared_components_.push_back({original, replacement, span, constraint});
}

void Redeclarations::NoteDefault(const ClassElement& element) {
  const Span span = element.definition->name.span;
  if (reports_.is_quiet() || !noted_.emplace(span, span, Span{}).second) return;
  redeclared_classes_.push_back({element, element, span, {&*element.element->constraining, element.scope}, true});
}

void Redeclarations::NoteDefault(const ComponentElement& element) {
  const Span span = element.declaration->name.span;
  if (reports_.is_quiet() || !noted_.emplace(span, span, Span{}).second) return;
  redeclared_components_.push_back({element, element, span, {&*element.element->constraining, element.scope}, true});
}

void Redeclarations::Check() {
  for (Redeclared<ClassElement>& redeclared : redeclared_classes_) Check(redeclared);
  for (const Redeclared<ComponentElement>& redeclared : redeclared_components_) Check(redeclared);
}

// Classes that only the comparison looks at need not be loaded or right: they are compared as far as they are known.
void Redeclarations::Check(Redeclared<ClassElement>& redeclared) {
  ClassElement& original = redeclared.original;
  ResolvedType constraint;
  if (redeclared.is_default) {
    constraint = classes_.ResolveName(redeclared.constraint.scope, *redeclared.constraint.name);
  }
  const auto found = reports_.Quietly([&] {
    const Declared declared = ConstraintOf(*original.element, original.scope);
    if (redeclared.constraint.name) {
      constraint = classes_.ResolveName(redeclared.constraint.scope, *redeclared.constraint.name);
    } else if (declared.element->constraining) {
      constraint = classes_.ResolveName(declared.scope, *declared.element->constraining);
    } else {
      ClassElement unmodified = data_.DeclaredClass(*declared.element, *declared.scope);
      constraint = classes_.Resolve(declared.element == original.element ? original : unmodified);
    }
    const ResolvedType type = classes_.Resolve(redeclared.replacement);
    auto incompatible = CompareTypes(type, constraint, {}, 0);
    return incompatible ? incompatible : CompareDimensions(type.dims.size(), constraint.dims.size());
  });
  ReportIncompatible(redeclared, original.definition->name.span, constraint, found);
}

void Redeclarations::Check(const Redeclared<ComponentElement>& redeclared) {
  const ComponentElement &original = redeclared.original, &replacement = redeclared.replacement;
  ResolvedType constraint;
  if (redeclared.is_default) {
    constraint = classes_.ResolveName(redeclared.constraint.scope, *redeclared.constraint.name);
  }
  const auto found = reports_.Quietly([&] {
    const Declared declared = ConstraintOf(*original.element, original.scope);
    Constraining required{
        declared.element->constraining ? &*declared.element->constraining : &declared.element->component->type,
        declared.scope};
    if (redeclared.constraint.name) required = redeclared.constraint;
    constraint = classes_.ResolveName(required.scope, *required.name);
    const ResolvedType type = classes_.ResolveName(replacement.scope, replacement.declaration->type);
    auto incompatible = CompareTypes(type, constraint, {}, 0);
    if (!incompatible) incompatible = CompareDirections(replacement, original);
    return incompatible ? incompatible
                        : CompareDimensions(WrittenDimensions(replacement, type).size(),
                                            WrittenDimensions(original, constraint).size());
  });
  ReportIncompatible(redeclared, original.declaration->name.span, constraint, found);
}

// In which direction a signal goes is the matter of each declaration.
std::optional<Incompatibility> Redeclarations::CompareInner(const ComponentElement& inner,
                                                            const ComponentElement& outer) {
  ComponentElement compared = inner;
  compared.prefix.causality = outer.prefix.causality;
  required_ = "the outer declaration";
  std::optional<Incompatibility> found = CompareComponents(compared, outer, inner.name, 0);
  required_ = "the constraining type";
  return found;
}

// What a redeclaration does not say is kept (MLS 7.3).
std::optional<Incompatibility> Redeclarations::CompareDirections(const ComponentElement& replacement,
                                                                 const ComponentElement& original) {
  const Causality is = replacement.prefix.causality, was = original.prefix.causality;
  if (is == was || is == Causality::kNone) return std::nullopt;
  return Incompatibility{fmt::format("it is {}, and was declared {}", Text(is), Text(was)), {}, {}};
}

std::optional<Incompatibility> Redeclarations::CompareDimensions(size_t count, size_t required) {
  if (count == required) return std::nullopt;
  return Incompatibility{
      fmt::format("it has {} dimension{}, the constraining type has {}", count, count == 1 ? "" : "s", required),
      {},
      {}};
}

template <class Element>
void Redeclarations::ReportIncompatible(const Redeclared<Element>& redeclared, Span original,
                                        const ResolvedType& constraint, const std::optional<Incompatibility>& found) {
  if (!found || constraint.kind == ResolvedType::Kind::kError) return;
  const std::string& name = redeclared.original.name;
  auto& error = reports_.Error(DiagnosticKind::RedeclareIncompatible, redeclared.span,
                               redeclared.is_default
                                   ? fmt::format("`{}` does not fit its constraining type: {}", name, found->message)
                                   : fmt::format("`{}` cannot be redeclared so: {}", name, found->message));
  if (found->constraint) error.labels.push_back({found->constraint, "required here"});
  if (found->replacement) {
    error.labels.push_back({found->replacement, redeclared.is_default ? "of the type" : "of the redeclaration"});
  }
  if (!redeclared.is_default) error.labels.push_back({original, fmt::format("`{}` is declared here", name)});
  error.hint = fmt::format("{} it with a {} `{}`", redeclared.is_default ? "declare" : "redeclare",
                           constraint.kind == ResolvedType::Kind::kClass ? "class that extends" : "type derived from",
                           NameOfType(constraint));
}

std::string Redeclarations::NameOfType(const ResolvedType& type) const {
  if (type.kind == ResolvedType::Kind::kClass) {
    return type.cls ? data_.At(type.cls).full_name : type.definition->name.text;
  }
  if (type.scalar == ir::ScalarType::kEnumeration) return data_.At(type.enumeration).name;
  return std::string(ir::Spelling(type.scalar));
}

std::optional<Incompatibility> Redeclarations::CompareTypes(const ResolvedType& type, const ResolvedType& constraint,
                                                            const std::string& path, int depth) {
  using Kind = ResolvedType::Kind;
  if (type.kind == Kind::kError || constraint.kind == Kind::kError || depth > kMaxComparisonDepth) return std::nullopt;
  if (type.kind == Kind::kClass && constraint.kind == Kind::kClass) {
    return type.definition == constraint.definition ? std::nullopt : CompareClasses(type, constraint, path, depth);
  }
  const bool same =
      type.kind == constraint.kind && type.scalar == constraint.scalar && type.enumeration == constraint.enumeration;
  if (same) return std::nullopt;
  return Incompatibility{
      fmt::format("{} of type `{}`, in {} it is of type `{}`", path.empty() ? "it is" : fmt::format("`{}` is", path),
                  NameOfType(type), required_, NameOfType(constraint)),
      {},
      {}};
}

std::optional<Incompatibility> Redeclarations::CompareClasses(const ResolvedType& type, const ResolvedType& constraint,
                                                              const std::string& path, int depth) {
  if (KindOf(type.restriction) != KindOf(constraint.restriction)) {
    return Incompatibility{
        fmt::format("`{}` is a {}, in {} it is a {}", path.empty() ? NameOfType(type) : path,
                    ast::ToString(type.restriction), required_, ast::ToString(constraint.restriction)),
        constraint.definition->name.span, type.definition->name.span};
  }
  const Group& group = *groups_.Build(type, data_.NewGroup());
  // Its elements are those of the constraining type, or redeclarations of them that are compared themselves.
  if (group.is_broken || Inherits(group, constraint.definition)) return std::nullopt;
  const Group& required = *groups_.Build(constraint, data_.NewGroup());
  if (required.is_broken) return std::nullopt;
  const auto lacks = [&](const std::string& name, std::string_view what, Span declared) {
    return Incompatibility{fmt::format("`{}` has no public {} `{}`, which {} `{}` has", NameOfType(type), what,
                                       path.empty() ? name : path + "." + name, required_, NameOfType(constraint)),
                           declared, type.definition->name.span};
  };
  for (const std::string& name : required.order) {
    const ComponentElement& needed = required.components.find(name)->second;
    if (!IsPublic(*needed.element) || needed.outer) continue;
    const auto own = group.components.find(name);
    if (own == group.components.end() || !IsPublic(*own->second.element)) {
      return lacks(name, "component", needed.declaration->name.span);
    }
    auto found = CompareComponents(own->second, needed, path.empty() ? name : path + "." + name, depth);
    if (found) return found;
  }
  if (ast::IsFunction(constraint.restriction)) {
    if (auto found = CompareInputs(group, required, type)) return found;
  }
  for (const auto& [name, needed] : required.classes) {
    if (needed.element && !IsPublic(*needed.element)) continue;
    const auto own = group.classes.find(name);
    if (own == group.classes.end() || (own->second.element && !IsPublic(*own->second.element))) {
      return lacks(name, "class", needed.definition->name.span);
    }
  }
  return std::nullopt;
}

// The inputs of the required function come first, in its order; what is more has a default (MLS 6.6).
std::optional<Incompatibility> Redeclarations::CompareInputs(const Group& group, const Group& required,
                                                             const ResolvedType& type) {
  const auto inputs_of = [](const Group& function) {
    std::vector<const ComponentElement*> inputs;
    for (const std::string& name : function.order) {
      const ComponentElement& component = function.components.find(name)->second;
      if (component.prefix.causality == Causality::kInput) inputs.push_back(&component);
    }
    return inputs;
  };
  const std::vector<const ComponentElement*> own = inputs_of(group), needed = inputs_of(required);
  for (size_t i = 0; i < own.size(); ++i) {
    const Span declared = own[i]->declaration->name.span;
    if (i < needed.size() && own[i]->name != needed[i]->name) {
      return Incompatibility{fmt::format("input {} of `{}` is `{}`, in {} it is `{}`", i + 1, NameOfType(type),
                                         own[i]->name, required_, needed[i]->name),
                             needed[i]->declaration->name.span, declared};
    }
    if (i < needed.size() || FindValue(own[i]->modifiers)) continue;
    return Incompatibility{
        fmt::format("`{}` has a further input `{}` without a default value", NameOfType(type), own[i]->name),
        {},
        declared};
  }
  return std::nullopt;
}

std::optional<Incompatibility> Redeclarations::CompareComponents(const ComponentElement& element,
                                                                 const ComponentElement& constraint,
                                                                 const std::string& path, int depth) {
  ResolvedType type = classes_.ResolveName(element.scope, element.declaration->type);
  ResolvedType required = classes_.ResolveName(constraint.scope, constraint.declaration->type);
  if (type.kind == ResolvedType::Kind::kError || required.kind == ResolvedType::Kind::kError) return std::nullopt;
  const ast::TypePrefix own = MergePrefix(element.prefix, type.prefix);
  const ast::TypePrefix needed = MergePrefix(constraint.prefix, required.prefix);
  const auto differs = [&](std::string_view is, std::string_view must) {
    return Incompatibility{fmt::format("`{}` is {}, in {} it is {}", path, is, required_, must),
                           constraint.declaration->name.span, element.declaration->name.span};
  };
  const Variability variability = VariabilityOf(own, type);
  const Variability most = VariabilityOf(needed, required);
  if (variability < most) return differs(Text(variability), Text(most));
  if (own.causality != needed.causality) return differs(Text(own.causality), Text(needed.causality));
  if (own.flow != needed.flow) return differs(Text(own.flow), Text(needed.flow));
  const size_t count = WrittenDimensions(element, type).size();
  const size_t required_count = WrittenDimensions(constraint, required).size();
  if (count != required_count) {
    return differs(fmt::format("of {} dimensions", count), fmt::format("of {}", required_count));
  }
  type.modifiers.insert(type.modifiers.begin(), element.modifiers.begin(), element.modifiers.end());
  required.modifiers.insert(required.modifiers.begin(), constraint.modifiers.begin(), constraint.modifiers.end());
  auto found = CompareTypes(type, required, path, depth + 1);
  if (found && !found->constraint) found->constraint = constraint.declaration->name.span;
  if (found && !found->replacement) found->replacement = element.declaration->name.span;
  return found;
}

}  // namespace stiction
