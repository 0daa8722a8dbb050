// SPDX-License-Identifier: BSD-3-Clause
// The annotations of functions that tell how they are differentiated and inlined (MLS 12.7, 18.3).
#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/builder.h"

namespace stiction {

using ast::ExpressionKind;

namespace {

bool IsTrue(const ast::ModificationArgument& argument) {
  const ast::Expression* value = argument.modification ? argument.modification->value.get() : nullptr;
  return value && value->kind == ExpressionKind::kBoolean && value->boolean;
}

}  // namespace

void Builder::ReadFunctionAnnotations(const ast::Class& definition, Scope* scope, ir::FunctionInstanceId function) {
  if (!definition.annotation) return;
  for (const ast::ModificationArgument& argument : definition.annotation->arguments) {
    if (argument.name.parts.size() != 1) continue;
    const std::string& name = argument.name.parts[0].text;
    ir::Inlining& inlining = tree_.functions[function.index()].inlining;
    if ((name == "Inline" || name == "LateInline") && IsTrue(argument)) inlining = ir::Inlining::kAtOnce;
    if (name == "InlineAfterIndexReduction" && IsTrue(argument)) inlining = ir::Inlining::kAfterIndexReduction;
    if (name == "derivative") ReadDerivative(argument, scope, function);
  }
}

void Builder::ReadDerivative(const ast::ModificationArgument& annotation, Scope* scope,
                             ir::FunctionInstanceId function) {
  const ast::Expression* value = annotation.modification ? annotation.modification->value.get() : nullptr;
  if (!value || value->kind != ExpressionKind::kReference) {
    Report(DiagnosticKind::DerivativeAnnotation, annotation.span,
           "the annotation `derivative` names no function (MLS 12.7.1)")
        .hint = "write `derivative = f_der`";
    return;
  }
  ast::Name name;
  name.global = value->reference.global;
  name.span = value->reference.span;
  for (const auto& part : value->reference.parts) name.parts.push_back(part.name);
  ClassElement* element = FindClass(scope, name);
  const auto derivative = element ? FunctionOf(*element, value->span) : std::nullopt;
  if (!derivative) return;
  ir::DerivativeAnnotation read;
  read.function = *derivative;
  read.span = annotation.span;
  for (const ast::ModificationArgument& argument : annotation.modification->arguments) {
    const ast::Expression* given = argument.modification ? argument.modification->value.get() : nullptr;
    if (argument.name.parts.size() != 1 || !given) continue;
    const std::string& what = argument.name.parts[0].text;
    constexpr double kHighestOrder = 1000;
    if (what == "order" && given->kind == ExpressionKind::kInteger) {
      read.order = static_cast<int>(std::min(given->number, kHighestOrder));
    }
    if (what != "noDerivative" && what != "zeroDerivative") continue;
    const std::vector<ir::FunctionVariable>& variables = tree_.functions[function.index()].variables;
    const bool is_name = given->kind == ExpressionKind::kReference && given->reference.parts.size() == 1;
    const std::string input = is_name ? given->reference.parts[0].name.text : std::string();
    if (std::none_of(variables.begin(), variables.end(), [&](const ir::FunctionVariable& v) {
          return v.name == input && v.causality == ir::Causality::kInput;
        })) {
      Report(DiagnosticKind::DerivativeAnnotation, given->span,
             fmt::format("`{}` names no input of function `{}` (MLS 12.7.1)", what,
                         tree_.functions[function.index()].name));
      return;
    }
    (what == "noDerivative" ? read.no_derivative : read.zero_derivative).push_back(input);
  }
  tree_.functions[function.index()].derivatives.push_back(std::move(read));
}

}  // namespace stiction
