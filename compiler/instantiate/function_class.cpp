// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/function_class.h"

#include <fmt/format.h>

#include "compiler/instantiate/reports.h"

namespace stiction {
namespace {

/// One algorithm or one external interface, of the class and its bases together, and nothing that only models have.
void CheckSections(const Group& group, Reports& reports) {
  Span first;
  const auto take = [&](Span span) {
    if (first) {
      reports.Error(
          DiagnosticKind::FunctionClass, span,
          fmt::format("function `{}` has a second algorithm or external interface", group.main->definition->name.text),
          Label{first, "the first one"}, "a function has one algorithm, or is external: join the two");
    }
    if (!first) first = span;
  };
  for (const Scope* part : group.parts) {
    const ast::Class& definition = *part->definition;
    for (const ast::AlgorithmSection& section : definition.algorithms) {
      if (section.initial) {
        reports.Error(DiagnosticKind::FunctionClass, section.span, "a function cannot have an initial algorithm",
                      "write `algorithm`: a call has no initialization");
      } else {
        take(section.span);
      }
    }
    if (definition.external) take(definition.external->span);
  }
}

void CheckVariable(const ComponentElement& element, ast::Causality causality, Reports& reports) {
  const ast::Identifier& name = element.declaration->name;
  const bool is_public = element.element->visibility == ast::Visibility::kPublic;
  const bool is_formal = causality != ast::Causality::kNone;
  if (element.inner || element.outer) {
    reports.Error(
        DiagnosticKind::FunctionClass, name.span,
        fmt::format("the variable `{}` of a function cannot be `{}`", element.name, element.inner ? "inner" : "outer"),
        "give the function what it needs as an input");
  } else if (is_public && !is_formal) {
    reports.Error(DiagnosticKind::FunctionClass, name.span,
                  fmt::format("the public variable `{}` of a function is neither `input` nor `output`", element.name),
                  "declare it below `protected`");
  } else if (!is_public && is_formal) {
    reports.Error(DiagnosticKind::FunctionClass, name.span,
                  fmt::format("the {} `{}` of a function cannot be protected",
                              causality == ast::Causality::kInput ? "input" : "output", element.name),
                  "declare it above `protected`");
  }
}

}  // namespace

void CheckFunctionClass(const Group& group, const std::function<ast::Causality(const ComponentElement&)>& causality_of,
                        Reports& reports) {
  CheckSections(group, reports);
  for (const std::string& name : group.order) {
    const ComponentElement& element = group.components.find(name)->second;
    CheckVariable(element, causality_of(element), reports);
  }
}

}  // namespace stiction
