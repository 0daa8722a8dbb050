// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/connection_annotations.h"

#include <string_view>

namespace stiction {
namespace {

std::string TextOf(const ast::Modification& annotation, std::string_view name) {
  for (const ast::ModificationArgument& argument : annotation.arguments) {
    if (argument.name.parts.size() != 1 || argument.name.parts[0].text != name || !argument.modification) continue;
    const ast::Expression* value = argument.modification->value.get();
    if (value && value->kind == ast::ExpressionKind::kString) return value->text;
  }
  return {};
}

}  // namespace

void NoteConnectionAnnotations(Instantiation& data) {
  for (size_t i = 0; i < data.tree.instances.size(); ++i) {
    const ir::InstanceId id(static_cast<int64_t>(i));
    const ir::Instance& instance = data.At(id);
    const bool is_of_component = instance.class_kind == ast::ClassKind::kConnector && instance.parent &&
                                 instance.index.empty() && instance.parent != data.tree.root;
    if (!is_of_component) continue;
    const ComponentElement* element = data.WorkOf(ir::OriginalOf(data.tree, id)).element;
    const ast::Modification* annotation = element ? element->declaration->annotation.get() : nullptr;
    if (!annotation) continue;
    ir::ConnectionRestriction restriction{TextOf(*annotation, "mustBeConnected"),
                                          TextOf(*annotation, "mayOnlyConnectOnce")};
    if (restriction.must_be_connected.empty() && restriction.may_only_connect_once.empty()) continue;
    if (instance.elements.empty() && instance.kind == ir::InstanceKind::kArray) continue;
    for (const ir::InstanceId part : instance.elements) data.tree.connection_restrictions[part] = restriction;
    if (instance.elements.empty()) data.tree.connection_restrictions[id] = std::move(restriction);
  }
}

}  // namespace stiction
