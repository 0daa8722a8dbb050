// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/function_class.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/reports.h"
#include "compiler/ir/instances/bound.h"

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
    if (!definition.equations.empty()) {
      reports.Error(DiagnosticKind::FunctionClass, definition.equations.front().span,
                    "a function cannot have equations", "write `algorithm`, and `:=`");
    }
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

bool HoldsReal(const ir::Type& type) {
  if (type.kind == ir::Type::Kind::kScalar) return type.scalar == ir::ScalarType::kReal;
  return std::ranges::any_of(type.members, [](const ir::TypeMember& member) { return HoldsReal(member.type); });
}

/// A variable of the function, no input, that an expression reads; -1: none.
int32_t ReadNoInput(const ir::FunctionInstance& function, const ir::BoundExpression& e) {
  if (e.kind == ir::BoundKind::kLocal) {
    const bool is_other = function.variables[static_cast<size_t>(e.local)].causality != ir::Causality::kInput;
    return is_other ? e.local : -1;
  }
  int32_t found = -1;
  ir::ForEachPart(e, [&](const ir::BoundPtr& part) {
    if (found < 0) found = ReadNoInput(function, *part);
  });
  return found;
}

}  // namespace

void CheckDefaults(const ir::FunctionInstance& function, Reports& reports) {
  for (const ir::FunctionVariable& input : function.variables) {
    if (input.causality != ir::Causality::kInput || !input.binding) continue;
    const int32_t read = ReadNoInput(function, *input.binding);
    if (read < 0) continue;
    const ir::FunctionVariable& other = function.variables[static_cast<size_t>(read)];
    reports.Error(
        DiagnosticKind::FunctionClass, input.binding->span,
        fmt::format("the default value of the input `{}` needs `{}`, which is no input", input.name, other.name),
        Label{other.span, "declared here"}, "use inputs and constants only (MLS 12.4.1)");
  }
}

void CheckInheritedImpure(const Group& group, Reports& reports) {
  if (group.main->definition->impure) return;
  for (const Scope* part : group.parts) {
    if (!part->definition->impure) continue;
    reports.Error(DiagnosticKind::ImpureCall, group.main->definition->name.span,
                  fmt::format("function `{}` extends `{}`, which is impure, and is not declared so",
                              group.main->definition->name.text, part->definition->name.text),
                  Label{part->definition->name.span, "declared here"}, "write `impure function`");
  }
}

void CheckDerivative(const ir::DerivativeAnnotation& annotation, const ir::FunctionInstance& function,
                     const ir::FunctionInstance& derivative, Reports& reports) {
  if (derivative.is_generic) return;
  const auto is_real = [](const ir::FunctionVariable& v, ir::Causality causality) {
    return v.causality == causality && HoldsReal(v.type);
  };
  const auto count = [&](const ir::FunctionInstance& of) {
    return std::ranges::count_if(of.variables, [&](const auto& v) { return is_real(v, ir::Causality::kOutput); });
  };
  if (std::ranges::none_of(function.variables, [&](const auto& v) { return is_real(v, ir::Causality::kInput); })) {
    reports.Error(DiagnosticKind::DerivativeAnnotation, annotation.span,
                  fmt::format("`{}` has no Real input and no derivative", function.name),
                  Label{function.span, "declared here"}, "remove the annotation");
  } else if (const auto has = count(derivative), needs = count(function); has != needs) {
    reports.Error(DiagnosticKind::DerivativeAnnotation, annotation.span,
                  fmt::format("the derivative `{}` has {} Real output{}, `{}` has {}", derivative.name, has,
                              has == 1 ? "" : "s", function.name, needs),
                  Label{derivative.span, "declared here"}, "declare one output for each Real output of the function");
  }
}

void CheckFunctionClass(const Group& group, const std::function<ast::Causality(const ComponentElement&)>& causality_of,
                        Reports& reports) {
  CheckSections(group, reports);
  for (const std::string& name : group.order) {
    const ComponentElement& element = group.components.find(name)->second;
    CheckVariable(element, causality_of(element), reports);
  }
}

}  // namespace stiction
