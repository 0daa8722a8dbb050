// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/expr/walk.h"

#include <algorithm>

#include "compiler/support/check.h"

namespace stiction::ir {

void ForEachReachable(const ExprPool& pool, const std::vector<ExprId>& roots,
                      const std::function<void(ExprId)>& visit) {
  std::vector<bool> seen(pool.size());
  std::vector<ExprId> stack;
  std::vector<ExprId> found;
  const auto reach = [&](ExprId id) {
    CHECK(id.index() < pool.size(), "expression {} of {}", id.value, pool.size());
    if (seen[id.index()]) return;
    seen[id.index()] = true;
    stack.push_back(id);
  };
  for (const ExprId root : roots) {
    if (root) reach(root);
  }
  while (!stack.empty()) {
    const ExprId id = stack.back();
    stack.pop_back();
    found.push_back(id);
    for (const ExprId arg : pool[id].args) reach(arg);
  }
  std::sort(found.begin(), found.end());
  for (const ExprId id : found) visit(id);
}

}  // namespace stiction::ir
