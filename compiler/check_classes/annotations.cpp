// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "compiler/check_classes/rules.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

bool IsLiteralOfOtherType(const ast::Expression& value) {
  using enum ast::ExpressionKind;
  return value.kind == kInteger || value.kind == kReal || value.kind == kString || value.kind == kArray;
}

// Annotations that are Booleans (MLS 18.3, 18.4, 12.8).
void CheckBooleans(const ast::Modification* annotation, Diagnostics& diagnostics) {
  constexpr std::array<std::string_view, 8> kBooleans{
      "Evaluate",       "HideResult",     "Inline",       "LateInline", "InlineAfterIndexReduction",
      "GenerateEvents", "singleInstance", "absoluteValue"};
  if (!annotation) return;
  for (const ast::ModificationArgument& argument : annotation->arguments) {
    if (argument.name.parts.size() != 1 || !argument.modification || !argument.modification->value) continue;
    const std::string& name = argument.name.parts[0].text;
    const ast::Expression& value = *argument.modification->value;
    if (std::ranges::find(kBooleans, name) == kBooleans.end() || !IsLiteralOfOtherType(value)) continue;
    diagnostics
        .Error(DiagnosticKind::AnnotationValue, value.span, fmt::format("the annotation `{}` is a Boolean", name))
        .hint = fmt::format("write `{} = true` or `{} = false`", name, name);
  }
}

const ast::ModificationArgument* Find(const ast::Modification* annotation, std::string_view name) {
  if (!annotation) return nullptr;
  for (const ast::ModificationArgument& argument : annotation->arguments) {
    if (argument.name.parts.size() == 1 && argument.name.parts[0].text == name) return &argument;
  }
  return nullptr;
}

void Report(Span span, std::string_view message, std::string_view hint, Diagnostics& diagnostics) {
  diagnostics.Error(DiagnosticKind::AnnotationValue, span, std::string(message)).hint = hint;
}

bool IsBoolean(const ast::ModificationArgument* argument, bool wanted) {
  const ast::Expression* value = argument && argument->modification ? argument->modification->value.get() : nullptr;
  return value && value->kind == ast::ExpressionKind::kBoolean && value->boolean == wanted;
}

// Annotations of functions that exclude each other (MLS 12.8), and the order of smoothness (MLS 12.7.1).
void CheckFunction(const ast::Class& function, Diagnostics& diagnostics) {
  const ast::Modification* annotation = function.annotation.get();
  const ast::ModificationArgument* at_once = Find(annotation, "Inline");
  const ast::ModificationArgument* after = Find(annotation, "InlineAfterIndexReduction");
  const ast::ModificationArgument* late = Find(annotation, "LateInline");
  if (IsBoolean(after, true) && (IsBoolean(at_once, true) || IsBoolean(late, true))) {
    Report(after->name.span, "`InlineAfterIndexReduction` does not go with `Inline` or `LateInline`",
           "remove one of the two", diagnostics);
  }
  if (IsBoolean(Find(annotation, "GenerateEvents"), true) && IsBoolean(at_once, false)) {
    Report(at_once->name.span, "`GenerateEvents = true` does not go with `Inline = false`", "remove one of the two",
           diagnostics);
  }
  const ast::ModificationArgument* order = Find(annotation, "smoothOrder");
  const ast::Expression* value = order && order->modification ? order->modification->value.get() : nullptr;
  if (!value || !IsLiteralOfOtherType(*value) || value->kind == ast::ExpressionKind::kInteger) return;
  Report(value->span, "the annotation `smoothOrder` is an Integer", "write `smoothOrder = 1`", diagnostics);
}

// Annotations of classes that are Strings (MLS 18.8).
void CheckVersions(const ast::Class& definition, Diagnostics& diagnostics) {
  for (const std::string_view name : {"version", "versionDate", "dateModified", "revisionId"}) {
    const ast::ModificationArgument* argument = Find(definition.annotation.get(), name);
    const ast::Expression* value = argument && argument->modification ? argument->modification->value.get() : nullptr;
    const bool is_number =
        value && (value->kind == ast::ExpressionKind::kInteger || value->kind == ast::ExpressionKind::kReal ||
                  value->kind == ast::ExpressionKind::kBoolean);
    if (!is_number) continue;
    Report(value->span, fmt::format("the annotation `{}` is a String", name), "write it between quotes", diagnostics);
  }
}

// A parameter that counts connections has the literal value 0: without one there is none (MLS 18.7.1).
void CheckConnectorSizing(const ast::Component& component, Diagnostics& diagnostics) {
  const ast::ModificationArgument* dialog = Find(component.annotation.get(), "Dialog");
  const ast::ModificationArgument* sizing = dialog ? Find(dialog->modification.get(), "connectorSizing") : nullptr;
  if (!IsBoolean(sizing, true)) return;
  const ast::Expression* value = component.modification ? component.modification->value.get() : nullptr;
  const bool is_parameter = component.prefix.variability == ast::Variability::kParameter;
  if (is_parameter && value && value->kind == ast::ExpressionKind::kInteger && value->number == 0) return;
  Report(component.name.span,
         fmt::format("`{}` counts connections (`connectorSizing`), and is no Integer parameter of the value 0",
                     component.name.text),
         fmt::format("declare `parameter Integer {} = 0`", component.name.text), diagnostics);
}

// What `experiment` of MLS 18.4 has. A vendor's own begins with two underscores (MLS 18.1), but some are written
// without them in models that other tools run: a warning. What is nearly one of the four is a slip, and would be lost.
void CheckExperiment(const ast::Class& definition, Diagnostics& diagnostics) {
  const std::vector<std::string> known{"StartTime", "StopTime", "Interval", "Tolerance"};
  const ast::ModificationArgument* experiment = Find(definition.annotation.get(), "experiment");
  if (!experiment || !experiment->modification) return;
  for (const ast::ModificationArgument& setting : experiment->modification->arguments) {
    if (setting.name.parts.empty()) continue;
    const ast::Identifier& name = setting.name.parts[0];
    if (std::ranges::find(known, name.text) != known.end() || name.text.starts_with("__")) continue;
    const std::string meant = DidYouMean(name.text, known);
    if (!meant.empty()) {
      Report(name.span, fmt::format("the annotation `experiment` has no `{}`", name.text), meant, diagnostics);
    } else {
      diagnostics.Warning(DiagnosticKind::AnnotationValue, name.span,
                          fmt::format("the annotation `experiment` has no `{}`, and it is ignored", name.text));
    }
  }
}

}  // namespace

void CheckAnnotations(const ast::Class& definition, Diagnostics& diagnostics) {
  CheckBooleans(definition.annotation.get(), diagnostics);
  for (const ast::Element& element : definition.elements) {
    if (!element.component) continue;
    CheckBooleans(element.component->annotation.get(), diagnostics);
    CheckConnectorSizing(*element.component, diagnostics);
  }
  if (ast::IsFunction(definition.kind)) CheckFunction(definition, diagnostics);
  CheckVersions(definition, diagnostics);
  CheckExperiment(definition, diagnostics);
}

}  // namespace stiction
