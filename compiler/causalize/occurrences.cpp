// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/occurrences.h"

#include <algorithm>

#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

template <class T>
void SortUnique(std::vector<T>& values) {
  if (values.size() < 2) return;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

}  // namespace

void FindOccurrences(const ir::ExprPool& pool, std::span<const ir::ExprId> expressions, Occurrences& found) {
  found.variables.clear();
  found.pre.clear();
  found.relations.clear();
  found.held.clear();
  found.reads_time = false;
  for (const ir::ExprId expression : expressions) {
    symbolic::AnyNode(pool, expression, [&](ir::ExprId id) {
      const ir::ExprNode& node = pool[id];
      if (node.op == ir::Op::kVariable) found.variables.emplace_back(node.payload);
      if (node.op == ir::Op::kPre) found.pre.emplace_back(node.payload);
      if (node.op == ir::Op::kRelation) found.relations.emplace_back(node.payload);
      if (node.op == ir::Op::kHeld) found.held.push_back(node.payload);
      found.reads_time = found.reads_time || node.op == ir::Op::kTime || node.op == ir::Op::kInitial ||
                         node.op == ir::Op::kTerminal || node.op == ir::Op::kSampleTick || node.op == ir::Op::kDelayed;
      return false;
    });
  }
  SortUnique(found.variables);
  SortUnique(found.pre);
  SortUnique(found.relations);
  SortUnique(found.held);
}

Occurrences FindOccurrences(const ir::ExprPool& pool, ir::ExprId expression) {
  Occurrences found;
  FindOccurrences(pool, std::span(&expression, 1), found);
  return found;
}

}  // namespace stiction
