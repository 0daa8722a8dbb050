// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/alike_elements.h"

#include <utility>

#include "compiler/instantiate/components.h"
#include "compiler/instantiate/inner_components.h"

namespace stiction {

void AlikeElements::Make(ir::InstanceId element, ir::InstanceId other) {
  data_.At(element).original = ir::OriginalOf(data_.tree, other);
  data_.At(element).kind = ir::InstanceKind::kComposite;
  data_.WorkOf(element).expanded = State::kDone;
  data_.WorkOf(element).group = data_.WorkOf(other).group;
  CreateChildren(element);
}

void AlikeElements::Expand(ir::InstanceId id) {
  const ir::InstanceId original = data_.At(id).original;
  components_.Expand(original);
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
  for (const ir::InstanceId element : from.elements) Make(data_.NewElement(id, data_.At(element).index), element);
  CreateChildren(id);
}

void AlikeElements::CreateChildren(ir::InstanceId id) {
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
    instance.child_by_name.emplace(name, inners_.Find(instance.parent, name).value_or(target));
  }
  for (const ir::InstanceId child : instance.children) {
    const std::string& name = data_.At(child).name.str();
    instance.child_by_name.emplace(data_.At(child).name, child);
    if (data_.OwnInner(instance.original, name)) data_.own_inners.emplace(std::pair(id, name), child);
  }
}

}  // namespace stiction
