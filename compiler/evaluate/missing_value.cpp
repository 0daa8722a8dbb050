// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/evaluate/missing_value.h"

#include <set>

namespace stiction {
namespace {

using ir::InstanceId;

class Search {
 public:
  explicit Search(const ir::InstanceTree& tree) : tree_(tree) {}

  InstanceId In(const ir::BoundExpression& e) {
    InstanceId missing;
    if (e.kind == ir::BoundKind::kComponent && e.instance) missing = Of(e.instance);
    ir::ForEachPart(e, [&](const ir::BoundPtr& part) {
      if (!missing) missing = In(*part);
    });
    return missing;
  }

 private:
  InstanceId Of(InstanceId id) {
    if (!seen_.insert(id).second) return {};
    const ir::Instance& instance = tree_.instances[id.index()];
    if (instance.binding) return In(*instance.binding);
    if (instance.kind != ir::InstanceKind::kBuiltin || instance.variability > ir::Variability::kParameter) return {};
    const auto& attributes = ir::AttributesOf(tree_, id);
    const auto start = attributes.find("start");
    return start == attributes.end() ? id : In(*start->second);
  }

  const ir::InstanceTree& tree_;
  std::set<InstanceId> seen_;
};

}  // namespace

InstanceId MissingValue(const ir::InstanceTree& tree, const ir::BoundExpression& expression) {
  return Search(tree).In(expression);
}

}  // namespace stiction
