// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/classes/verify.h"

#include <algorithm>

#include "compiler/support/check.h"

namespace stiction::ir {

void Verify(const ClassTree& tree) {
  for (size_t i = 0; i < tree.classes.size(); ++i) {
    const ClassNode& node = tree.classes[i];
    const ClassId id(static_cast<int64_t>(i));
    CHECK(node.definition != nullptr, "class {} has no definition", node.full_name);
    const auto& siblings = node.parent ? tree.classes[node.parent.index()].nested : tree.top_level;
    const auto entry = siblings.find(node.name);
    CHECK(entry != siblings.end() && entry->second == id, "class {} is not where it belongs", node.full_name);
    CHECK(node.nested.size() == node.nested_order.size(), "order of {}", node.full_name);
    if (!node.parent) continue;
    const auto& order = tree.classes[node.parent.index()].nested_order;
    CHECK(std::count(order.begin(), order.end(), id) == 1, "class {} in the order of its parent", node.full_name);
  }
}

}  // namespace stiction::ir
