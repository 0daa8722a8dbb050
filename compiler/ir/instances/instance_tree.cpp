// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/instances/instance_tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace stiction::ir {

std::string FullName(const InstanceTree& tree, InstanceId id) {
  if (!id || id == tree.root) return {};
  const Instance& instance = tree.instances[id.index()];
  const std::string prefix = FullName(tree, instance.parent);
  if (!instance.index.empty()) return fmt::format("{}[{}]", prefix, fmt::join(instance.index, ","));
  return prefix.empty() ? instance.name.str() : prefix + "." + instance.name.str();
}

}  // namespace stiction::ir
