// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/function_annotations.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/function_class.h"
#include "compiler/instantiate/functions.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/reports.h"

namespace stiction {
namespace {

bool Is(bool wanted, const ast::ModificationArgument& argument) {
  const ast::Expression* value = argument.modification ? argument.modification->value.get() : nullptr;
  return value && value->kind == ast::ExpressionKind::kBoolean && value->boolean == wanted;
}

}  // namespace

void FunctionAnnotations::Read(const ast::Class& definition, Scope* scope, ir::FunctionInstanceId function) {
  if (!definition.annotation) return;
  for (const ast::ModificationArgument& argument : definition.annotation->arguments) {
    if (argument.name.parts.size() != 1) continue;
    const std::string& name = argument.name.parts[0].text;
    ir::Inlining& inlining = data_.At(function).inlining;
    if (name == "Inline" && Is(false, argument)) inlining = ir::Inlining::kNever;
    if ((name == "Inline" || name == "LateInline") && Is(true, argument)) inlining = ir::Inlining::kAtOnce;
    if (name == "InlineAfterIndexReduction" && Is(true, argument)) inlining = ir::Inlining::kAfterIndexReduction;
    if (name == "derivative") ReadDerivative(argument, scope, function);
    if (name == "inverse") CheckInverse(argument, scope, function);
  }
}

void FunctionAnnotations::CheckInverse(const ast::ModificationArgument& annotation, Scope* scope,
                                       ir::FunctionInstanceId id) {
  if (!annotation.modification) return;
  const ir::FunctionInstance& function = data_.At(id);
  for (const ast::ModificationArgument& argument : annotation.modification->arguments) {
    if (argument.name.parts.size() != 1) continue;
    const std::string& name = argument.name.parts[0].text;
    const bool is_input = std::ranges::any_of(function.variables, [&](const ir::FunctionVariable& v) {
      return v.name == name && v.causality == ir::Causality::kInput;
    });
    const ast::Expression* value = argument.modification ? argument.modification->value.get() : nullptr;
    if (is_input && value && value->kind == ast::ExpressionKind::kCall) {
      CheckInverseCall(*value, scope, function);
      continue;
    }
    reports_.Error(DiagnosticKind::InverseAnnotation, argument.name.span,
                   is_input ? fmt::format("the inverse for `{}` is no call of a function", name)
                            : fmt::format("`inverse` names `{}`, which is no input of `{}`", name, function.name),
                   "write `inverse(input = g(output, ...))`");
  }
}

void FunctionAnnotations::CheckInverseCall(const ast::Expression& call, Scope* scope,
                                           const ir::FunctionInstance& function) {
  names_.FindClass(scope, NameOf(call.reference));
  for (const ast::Argument& argument : call.arguments) {
    const ast::Expression& value = *argument.value;
    if (value.kind != ast::ExpressionKind::kReference || value.reference.parts.size() != 1) continue;
    const std::string& name = value.reference.parts[0].name.text;
    const bool is_formal = std::ranges::any_of(function.variables, [&](const ir::FunctionVariable& v) {
      return v.name == name && v.causality != ir::Causality::kNone;
    });
    if (is_formal) continue;
    reports_.Error(DiagnosticKind::InverseAnnotation, value.span,
                   fmt::format("the inverse takes `{}`, which is no input or output of `{}`", name, function.name),
                   "give it inputs and outputs of this function");
  }
}

void FunctionAnnotations::ReadDerivative(const ast::ModificationArgument& annotation, Scope* scope,
                                         ir::FunctionInstanceId function) {
  const ast::Expression* value = annotation.modification ? annotation.modification->value.get() : nullptr;
  if (!value || value->kind != ast::ExpressionKind::kReference) {
    reports_.Error(DiagnosticKind::DerivativeAnnotation, annotation.span,
                   "the annotation `derivative` names no function (MLS 12.7.1)", "write `derivative = f_der`");
    return;
  }
  ClassElement* element = names_.FindClass(scope, NameOf(value->reference));
  const auto derivative = element ? functions_.Of(*element, value->span) : std::nullopt;
  if (!derivative) return;
  ir::DerivativeAnnotation read;
  read.function = *derivative;
  read.span = annotation.span;
  for (const ast::ModificationArgument& argument : annotation.modification->arguments) {
    const ast::Expression* given = argument.modification ? argument.modification->value.get() : nullptr;
    if (argument.name.parts.size() != 1 || !given) continue;
    const std::string& what = argument.name.parts[0].text;
    constexpr double kHighestOrder = 1000;
    if (what == "order" && given->kind == ast::ExpressionKind::kInteger && given->number < 1) {
      reports_.Error(DiagnosticKind::DerivativeAnnotation, given->span, "the order of a derivative is at least 1");
    }
    if (what == "order" && given->kind == ast::ExpressionKind::kInteger) {
      read.order = static_cast<int>(std::min(given->number, kHighestOrder));
    }
    if (what != "noDerivative" && what != "zeroDerivative") continue;
    const std::vector<ir::FunctionVariable>& variables = data_.At(function).variables;
    const bool is_name = given->kind == ast::ExpressionKind::kReference && given->reference.parts.size() == 1;
    const std::string input = is_name ? given->reference.parts[0].name.text : std::string();
    if (std::none_of(variables.begin(), variables.end(), [&](const ir::FunctionVariable& v) {
          return v.name == input && v.causality == ir::Causality::kInput;
        })) {
      reports_.Error(DiagnosticKind::DerivativeAnnotation, given->span,
                     fmt::format("`{}` names no input of function `{}` (MLS 12.7.1)", what, data_.At(function).name));
      return;
    }
    (what == "noDerivative" ? read.no_derivative : read.zero_derivative).push_back(input);
  }
  CheckDerivative(read, data_.At(function), data_.At(read.function), reports_);
  data_.At(function).derivatives.push_back(std::move(read));
}

}  // namespace stiction
