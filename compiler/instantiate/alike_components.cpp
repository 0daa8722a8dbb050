// SPDX-License-Identifier: BSD-3-Clause
// Instances that are made after others: elements of component arrays, and elements of expandable connectors.
#include <utility>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/components.h"
#include "compiler/instantiate/modifier_reader.h"

namespace stiction {

void Components::MakeAlike(ir::InstanceId element, ir::InstanceId other) {
  data_.At(element).original = ir::OriginalOf(data_.tree, other);
  data_.At(element).kind = ir::InstanceKind::kComposite;
  data_.WorkOf(element).expanded = State::kDone;
  data_.WorkOf(element).group = data_.WorkOf(other).group;
  CreateAlikeChildren(element);
}

void Components::ExpandAlike(ir::InstanceId id) {
  const ir::InstanceId original = data_.At(id).original;
  Expand(original);
  const ir::Instance& from = data_.At(original);
  ir::Instance& to = data_.At(id);
  to.kind = from.kind;
  to.cls = from.cls;
  to.class_kind = from.class_kind;
  to.dims = from.dims;
  to.flow = from.flow;
  to.variability = from.variability;
  to.causality = from.causality;
  to.scalar = from.scalar;
  to.enumeration = from.enumeration;
  to.object_class = from.object_class;
  data_.WorkOf(id).is_broken = data_.WorkOf(original).is_broken;
  data_.WorkOf(id).group = data_.WorkOf(original).group;
  data_.WorkOf(id).is_alike = data_.WorkOf(original).is_alike;
  for (const ir::InstanceId element : from.elements) MakeAlike(NewElement(id, data_.At(element).index), element);
  CreateAlikeChildren(id);
}

void Components::CreateAlikeChildren(ir::InstanceId id) {
  ir::Instance& instance = data_.At(id);
  const ir::Instance& original = data_.At(instance.original);
  instance.children.reserve(original.children.size());
  for (const ir::InstanceId from_id : original.children) {
    const ir::Instance& from = data_.At(from_id);
    const ir::InstanceId child = data_.NewInstance(id, from.name);
    ir::Instance& to = data_.At(child);
    to.original = from_id;
    to.span = from.span;
    to.type_span = from.type_span;
    to.comment = from.comment;
    to.is_protected = from.is_protected;
    to.is_final = from.is_final;
    data_.WorkOf(child).element = data_.WorkOf(from_id).element;
    instance.children.push_back(child);
  }
  instance.child_by_name.reserve(original.children.size());
  for (const auto& [name, target] : original.child_by_name) {
    if (data_.At(target).parent == instance.original) continue;
    instance.child_by_name.emplace(name, FindInner(instance.parent, name).value_or(target));
  }
  for (const ir::InstanceId child : instance.children) {
    const std::string& name = data_.At(child).name.str();
    instance.child_by_name.emplace(data_.At(child).name, child);
    if (data_.OwnInner(instance.original, name)) data_.own_inners.emplace(std::pair(id, name), child);
  }
}

void Components::NoteOwnPlace(ir::InstanceId id) {
  for (ir::InstanceId at = id; at; at = data_.At(at).parent) {
    if (data_.WorkOf(at).is_alike) throw ElementsDiffer();
  }
}

void Components::ExpandElement(ir::InstanceId element) {
  const Work& array = data_.WorkOf(data_.At(element).parent);
  const ResolvedType type = classes_.ResolveName(array.element->scope, array.element->declaration->type);
  data_.WorkOf(element).expanded = State::kDone;
  ExpandComposite(
      element, TypeOfElement(type, array.modifiers, data_.At(element).index, data_.At(data_.At(element).parent).dims));
  ExpandAll(element);
}

void Components::ExpandLike(ir::InstanceId id, ir::InstanceId like) {
  const ir::Instance& from = data_.At(ir::OriginalOf(data_.tree, like));
  const Work& work = data_.WorkOf(ir::OriginalOf(data_.tree, like));
  const ComponentElement& element = work.element ? *work.element : *data_.WorkOf(from.parent).element;
  ResolvedType type = classes_.ResolveName(element.scope, element.declaration->type);
  type.dims.clear();
  type.modifiers = work.modifiers;
  std::erase_if(type.modifiers, [](const Modifier& m) { return m.path.empty() && m.HasValue(); });
  ir::Instance& to = data_.At(id);
  to.cls = from.cls;
  to.class_kind = from.class_kind;
  to.variability = from.variability;
  to.causality = from.causality;
  data_.WorkOf(id).expanded = State::kDone;
  ExpandComposite(id, type);
  ExpandAll(id);
}

}  // namespace stiction
