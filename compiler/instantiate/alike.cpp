// SPDX-License-Identifier: BSD-3-Clause
// Elements of component arrays that get the same modifiers (MLS 7.2.5): what is in the first is looked up, expanded and
// bound once, the others are made after it.
#include "compiler/instantiate/builder.h"

namespace stiction {

// @param other an element of the same array, or the element in the place of which this one stands
void Builder::MakeAlike(ir::InstanceId element, ir::InstanceId other) {
  At(element).original = ir::OriginalOf(tree_, other);
  At(element).kind = ir::InstanceKind::kComposite;
  WorkOf(element).expanded = State::kDone;
  WorkOf(element).group = WorkOf(other).group;
  CreateAlikeChildren(element);
}

void Builder::ExpandAlike(ir::InstanceId id) {
  const ir::InstanceId original = At(id).original;
  Expand(original);
  const ir::Instance& from = At(original);
  ir::Instance& to = At(id);
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
  to.destructor = from.destructor;
  WorkOf(id).is_broken = WorkOf(original).is_broken;
  WorkOf(id).group = WorkOf(original).group;
  WorkOf(id).is_alike = WorkOf(original).is_alike;
  for (const ir::InstanceId element : from.elements) MakeAlike(NewElement(id, At(element).index), element);
  CreateAlikeChildren(id);
}

void Builder::CreateAlikeChildren(ir::InstanceId id) {
  const ir::InstanceId original = At(id).original;
  At(id).children.reserve(At(original).children.size());
  for (const ir::InstanceId from_id : At(original).children) {
    const ir::InstanceId child = NewInstance(id, At(from_id).name);
    const ir::Instance& from = At(from_id);
    ir::Instance& to = At(child);
    to.original = from_id;
    to.span = from.span;
    to.type_span = from.type_span;
    to.comment = from.comment;
    to.is_protected = from.is_protected;
    to.is_final = from.is_final;
    WorkOf(child).element = WorkOf(from_id).element;
    At(id).children.push_back(child);
  }
  At(id).child_by_name.reserve(At(original).children.size());
  for (const auto& [name, target] : At(original).child_by_name) {
    if (At(target).parent == original) continue;
    At(id).child_by_name.emplace(name, FindInner(At(id).parent, name).value_or(target));
  }
  for (const ir::InstanceId child : At(id).children) At(id).child_by_name.emplace(At(child).name, child);
}

void Builder::BindAlike(ir::InstanceId id) {
  const ir::InstanceId original = At(id).original;
  Bind(original);
  if (WorkOf(original).bound != State::kDone) return;
  At(id).binding = At(original).binding;
  At(id).is_final = At(original).is_final;
  WorkOf(id).bound = State::kDone;
}

void Builder::NoteOwnPlace(ir::InstanceId id) const {
  for (ir::InstanceId at = id; at; at = tree_.instances[at.index()].parent) {
    if (work_[at.index()].is_alike) throw ElementsDiffer();
  }
}

}  // namespace stiction
