// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/inner_components.h"

#include <fmt/format.h>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/reports.h"

namespace stiction {
namespace {

// Message of the class itself (MLS 5.4, annotation missingInnerMessage), else `otherwise`.
std::string MissingInnerHint(const ResolvedType& type, std::string otherwise) {
  const ast::Modification* annotation = type.definition ? type.definition->annotation.get() : nullptr;
  if (!annotation) return otherwise;
  for (const ast::ModificationArgument& argument : annotation->arguments) {
    if (argument.kind != ast::ModificationArgument::Kind::kModification || argument.name.parts.size() != 1) continue;
    if (argument.name.parts[0].text != "missingInnerMessage" || !argument.modification) continue;
    const ast::Expression* text = argument.modification->value.get();
    if (text && text->kind == ast::ExpressionKind::kString) return text->text;
  }
  return otherwise;
}

}  // namespace

std::optional<ir::InstanceId> InnerComponents::Find(ir::InstanceId from, const std::string& name) {
  for (ir::InstanceId at = from; at; at = data_.At(at).parent) {
    if (const auto own = data_.OwnInner(at, name)) return own;
    const std::optional<ir::InstanceId> child = data_.FindChild(at, name);
    if (!child) continue;
    const ComponentElement* element = data_.WorkOf(*child).element;
    if (element && element->inner) return child;
  }
  return std::nullopt;
}

ir::InstanceId InnerComponents::Default(const ComponentElement& element, const ResolvedType& type) {
  const auto [entry, is_new] =
      defaults_.try_emplace({element.name, type.definition, type.parent, type.scalar, type.enumeration});
  if (!is_new) return entry->second;
  for (const auto& [key, other] : defaults_) {
    if (std::get<0>(key) != element.name || key == entry->first) continue;
    reports_.Error(
        DiagnosticKind::MissingInner, element.declaration->name.span,
        fmt::format("no component `{}` can be added: the outer ones of that name are of two classes", element.name),
        Label{data_.At(other).span, "the other class"}, "declare it in the model, with the prefix `inner`");
    return entry->second = other;
  }
  const ir::InstanceId id = entry->second = data_.NewInstance(data_.tree.root, element.name);
  data_.At(id).span = element.declaration->name.span;
  data_.At(id).type_span = element.declaration->type.span;
  data_.WorkOf(id).element = &element;
  data_.AddChild(data_.tree.root, id);
  return id;
}

std::optional<ir::InstanceId> InnerComponents::Of(ir::InstanceId parent, const ComponentElement& element) {
  const Span span = element.declaration->name.span;
  if (const auto inner = Find(data_.At(parent).parent, element.name)) return inner;
  const ResolvedType type = classes_.ResolveName(element.scope, element.declaration->type);
  if (type.kind == ResolvedType::Kind::kError || type.is_partial) {
    reports_.Error(DiagnosticKind::MissingInner, span,
                   fmt::format("no enclosing component declares `inner {}`", element.name),
                   MissingInnerHint(type, "declare it in the model, with the prefix `inner`"));
    return std::nullopt;
  }
  reports_.Warning(
      DiagnosticKind::MissingInner, span,
      fmt::format("no enclosing component declares `inner {0}`; a default `{0}` is added to the model (MLS 5.4)",
                  element.name),
      MissingInnerHint(type, ""));
  return Default(element, type);
}

}  // namespace stiction
