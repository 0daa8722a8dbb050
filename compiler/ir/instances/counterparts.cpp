#include "compiler/ir/instances/counterparts.h"

#include "compiler/support/check.h"

namespace stiction::ir {

Counterparts::Counterparts(const InstanceTree& tree) : tree_(&tree) {
  counterpart_.reserve(tree.instances.size());
  for (size_t i = 0; i < tree.instances.size(); ++i) counterpart_.emplace_back(static_cast<int64_t>(i));
}

void Counterparts::Enter(InstanceId element) {
  const InstanceId original = OriginalOf(*tree_, element);
  if (Of(original) == element) return;
  Put(element, original);
  element_ = element;
}

void Counterparts::EnterAllAround(InstanceId id) {
  const Instance& instance = tree_->instances[id.index()];
  if (instance.parent) EnterAllAround(instance.parent);
  if (!instance.index.empty()) Enter(id);
}

void Counterparts::LeaveAllAround(InstanceId id) {
  for (InstanceId at = id; at; at = tree_->instances[at.index()].parent) {
    if (!tree_->instances[at.index()].index.empty()) Put(OriginalOf(*tree_, at), OriginalOf(*tree_, at));
  }
  element_ = {};
}

void Counterparts::Leave(InstanceId first_element, InstanceId outer) {
  Enter(first_element);
  element_ = outer;
}

void Counterparts::Put(InstanceId counterpart, InstanceId original) {
  counterpart_[original.index()] = counterpart;
  const Instance &to = tree_->instances[counterpart.index()], &from = tree_->instances[original.index()];
  CHECK(to.children.size() == from.children.size() && to.elements.size() == from.elements.size(), "{}",
        FullName(*tree_, counterpart));
  for (size_t i = 0; i < from.children.size(); ++i) Put(to.children[i], from.children[i]);
  for (size_t i = 0; i < from.elements.size(); ++i) Put(to.elements[i], from.elements[i]);
}

}  // namespace stiction::ir
