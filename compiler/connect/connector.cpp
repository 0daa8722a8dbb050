// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/connect/connector.h"

namespace stiction::flatten {

using ir::Instance;
using ir::InstanceId;
using ir::InstanceKind;

bool IsConnector(const ir::InstanceTree& tree, InstanceId id) {
  for (; id; id = tree.instances[id.index()].parent) {
    if (tree.instances[id.index()].class_kind == ast::ClassKind::kConnector) return true;
  }
  return false;
}

bool IsInExpandable(const ir::InstanceTree& tree, InstanceId id) {
  while (id && !tree.instances[id.index()].is_expandable) id = tree.instances[id.index()].parent;
  return static_cast<bool>(id);
}

bool IsProtectedBelow(const ir::InstanceTree& tree, InstanceId id, InstanceId scope) {
  for (; id && id != scope; id = tree.instances[id.index()].parent) {
    if (tree.instances[id.index()].parent == scope) return tree.instances[id.index()].is_declared_protected;
  }
  return false;
}

bool IsOutside(const ir::InstanceTree& tree, InstanceId connector, InstanceId scope) {
  InstanceId below = connector;
  for (InstanceId at = connector; at && at != scope; at = tree.instances[at.index()].parent) {
    if (tree.instances[at.index()].index.empty()) below = at;
  }
  const Instance& first = tree.instances[below.index()];
  if (first.kind == InstanceKind::kArray && !first.elements.empty()) {
    return tree.instances[first.elements.front().index()].class_kind == ast::ClassKind::kConnector;
  }
  return first.class_kind == ast::ClassKind::kConnector;
}

}  // namespace stiction::flatten
