// SPDX-License-Identifier: BSD-3-Clause
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
