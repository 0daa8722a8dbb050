// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/instantiation.h"

#include <fmt/format.h>

#include "compiler/support/diagnostics.h"

namespace stiction {

ir::InstanceId Instantiation::NewInstance(ir::InstanceId parent, InternedText name) {
  constexpr size_t kMaxInstances = 700'000;
  const ir::InstanceId id(static_cast<int64_t>(tree.instances.size()));
  if (id.index() >= kMaxInstances) {
    throw ModelTooLarge{At(parent).span, fmt::format("the model has more than {} components", kMaxInstances)};
  }
  ir::Instance& instance = tree.instances.emplace_back();
  instance.name = name;
  instance.parent = parent;
  work.emplace_back();
  return id;
}

ir::InstanceId Instantiation::NewElement(ir::InstanceId array_id, std::vector<int64_t> index) {
  const ir::InstanceId element = NewInstance(array_id, "");
  ir::Instance &array = At(array_id), &instance = At(element);
  instance.index = std::move(index);
  instance.cls = array.cls;
  instance.class_kind = array.class_kind;
  instance.flow = array.flow;
  instance.variability = array.variability;
  instance.causality = array.causality;
  instance.is_protected = array.is_protected;
  instance.comment = array.comment;
  instance.span = array.span;
  instance.type_span = array.type_span;
  array.elements.push_back(element);
  return element;
}

void Instantiation::AddChild(ir::InstanceId parent, ir::InstanceId child) {
  At(parent).children.push_back(child);
  At(parent).child_by_name.insert_or_assign(At(child).name, child);
}

// A component whose condition is false stays in the list until all are known, and in those of its outer references.
std::optional<ir::InstanceId> Instantiation::FindChild(ir::InstanceId id, const std::string& name) {
  const auto child = At(id).child_by_name.find(name);
  if (child == At(id).child_by_name.end() || WorkOf(child->second).is_removed) return std::nullopt;
  return child->second;
}

std::optional<ir::InstanceId> Instantiation::OwnInner(ir::InstanceId id, const std::string& name) const {
  if (own_inners.empty()) return std::nullopt;
  const auto found = own_inners.find({id, name});
  if (found == own_inners.end()) return std::nullopt;
  return found->second;
}

ClassElement Instantiation::DeclaredClass(const ast::Element& element, Scope& part) const {
  ClassElement entry;
  entry.name = element.cls->name.text;
  entry.definition = element.cls.get();
  entry.scope = &part;
  entry.element = &element;
  if (part.cls) {
    const auto& nested = At(part.cls).nested;
    if (const auto found = nested.find(entry.name); found != nested.end()) entry.cls = found->second;
  }
  return entry;
}

bool Instantiation::IsRemoved(ir::InstanceId id, const std::string& name) {
  const Group* group = WorkOf(id).group;
  return (group && group->removed.contains(name)) || (At(id).child_by_name.contains(name) && !FindChild(id, name));
}

void Instantiation::NoteOwnPlace(ir::InstanceId id) {
  for (ir::InstanceId at = id; at; at = At(at).parent) {
    if (WorkOf(at).is_alike) throw ElementsDiffer();
  }
}

}  // namespace stiction
