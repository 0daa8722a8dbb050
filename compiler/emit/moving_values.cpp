// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/moving_values.h"

#include <algorithm>

#include "compiler/symbolic/rewrite.h"

namespace stiction::emit {

using ir::ExprId;
using ir::VariableId;

MovingValues::MovingValues(const ir::Dae& dae, const ir::BlockSystem& system) : pool_(*dae.pool), system_(system) {
  for (size_t b = 0; b < system.blocks.size(); ++b) {
    for (const VariableId v : system.blocks[b].unknowns) block_of_.emplace(v, b);
  }
  for (size_t i = 0; i < dae.relations.size(); ++i) {
    const ir::Relation& relation = dae.relations[i];
    if (relation.kind != ir::Relation::Kind::kState) continue;
    const auto add = [&](ExprId variable, ExprId bound) {
      const ir::ExprNode& node = pool_[variable];
      if (node.op != ir::Op::kVariable) return;
      bounds_[VariableId(node.payload)].emplace_back(ir::RelationId(static_cast<int64_t>(i)), bound);
    };
    add(relation.left, relation.right);
    add(relation.right, relation.left);
  }
}

const std::vector<MovingValues::Bound>& MovingValues::BoundsOf(VariableId variable) const {
  static const std::vector<Bound> kNone;
  const auto found = bounds_.find(variable);
  return found == bounds_.end() ? kNone : found->second;
}

std::set<size_t> MovingValues::BlocksFor(ExprId e, size_t loop) const {
  std::set<size_t> behind;  // all that it needs
  std::vector<ExprId> open{e};
  while (!open.empty()) {
    const ExprId next = open.back();
    open.pop_back();
    for (const VariableId v : symbolic::Variables(pool_, next)) {
      const auto found = block_of_.find(v);
      if (found == block_of_.end() || found->second <= loop) continue;
      const ir::Block& block = system_.blocks[found->second];
      if (block.kind != ir::BlockKind::kExplicit || block.is_pre) return {};
      if (behind.insert(found->second).second) open.push_back(block.solution);
    }
  }
  std::set<size_t> moving;  // of these, in the order in which they run
  for (const size_t b : behind) {
    const std::vector<VariableId> variables = symbolic::Variables(pool_, system_.blocks[b].solution);
    const bool moves = std::ranges::any_of(variables, [&](VariableId v) {
      const auto found = block_of_.find(v);
      return found != block_of_.end() && (found->second == loop || moving.contains(found->second));
    });
    if (moves) moving.insert(b);
  }
  return moving;
}

}  // namespace stiction::emit
