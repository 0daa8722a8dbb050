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

// What `experiment` of MLS 18.4 has. A vendor's own begins with two underscores (MLS 18.1), but some are written
// without them in models that other tools run: a warning.
void CheckExperiment(const ast::Class& definition, Diagnostics& diagnostics) {
  const std::vector<std::string> known{"StartTime", "StopTime", "Interval", "Tolerance"};
  const ast::ModificationArgument* experiment = Find(definition.annotation.get(), "experiment");
  if (!experiment || !experiment->modification) return;
  for (const ast::ModificationArgument& setting : experiment->modification->arguments) {
    if (setting.name.parts.empty()) continue;
    const ast::Identifier& name = setting.name.parts[0];
    if (std::ranges::find(known, name.text) != known.end() || name.text.starts_with("__")) continue;
    diagnostics
        .Warning(DiagnosticKind::AnnotationValue, name.span,
                 fmt::format("the annotation `experiment` has no `{}`, and it is ignored", name.text))
        .hint = DidYouMean(name.text, known);
  }
}

}  // namespace

void CheckAnnotations(const ast::Class& definition, Diagnostics& diagnostics) {
  CheckBooleans(definition.annotation.get(), diagnostics);
  for (const ast::Element& element : definition.elements) {
    if (element.component) CheckBooleans(element.component->annotation.get(), diagnostics);
  }
  CheckExperiment(definition, diagnostics);
}

}  // namespace stiction
