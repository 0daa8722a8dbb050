// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/rewrite.h"

#include <algorithm>

#include "compiler/symbolic/build.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::ExprPool;
using ir::Op;

template <class Id>
std::vector<Id> Payloads(const ExprPool& pool, ExprId e, Op op) {
  std::vector<Id> ids;
  ids.reserve(8);
  AnyNode(pool, e, [&](ExprId id) {
    if (pool[id].op == op) ids.push_back(Id(pool[id].payload));
    return false;
  });
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace

template <class Done>
ExprId BasicRewriter<Done>::operator()(ExprId e) {
  for (const ExprId id : Ascending(pool_, e, [this](ExprId known) { return done_.Contains(known); })) {
    ExprNode node = pool_[id];
    for (ExprId& arg : node.args) arg = done_.At(arg);
    const std::optional<ExprId> replaced = replace_(node);
    const bool is_same_leaf = !replaced && node.args.empty();
    const ExprId result = replaced ? *replaced : is_same_leaf ? id : Build(pool_, std::move(node));
    done_.Insert(id, result);
  }
  return done_.At(e);
}

template class BasicRewriter<IdMap<ExprId, ExprId>>;
template class BasicRewriter<DenseIdMap<ExprId, ExprId>>;

ExprId Substitute(ExprPool& pool, ExprId e, const std::unordered_map<ir::VariableId, ExprId>& replacement) {
  Rewriter rewriter(pool, [&replacement](const ExprNode& node) -> std::optional<ExprId> {
    if (node.op != Op::kVariable) return std::nullopt;
    const auto found = replacement.find(ir::VariableId(node.payload));
    if (found == replacement.end()) return std::nullopt;
    return found->second;
  });
  return rewriter(e);
}

ExprId Actual(ExprPool& pool, ExprId e) {
  Rewriter rewriter(
      pool, [](const ExprNode& node) { return node.op == Op::kHomotopy ? std::optional(node.args[0]) : std::nullopt; });
  return rewriter(e);
}

std::vector<ir::VariableId> Variables(const ExprPool& pool, ExprId e) {
  return Payloads<ir::VariableId>(pool, e, Op::kVariable);
}

std::vector<ir::RelationId> Relations(const ExprPool& pool, ExprId e) {
  return Payloads<ir::RelationId>(pool, e, Op::kRelation);
}

bool Contains(const ExprPool& pool, ExprId e, ir::VariableId v) {
  return AnyNode(pool, e, [&](ExprId id) { return pool[id].op == Op::kVariable && pool[id].payload == v.value; });
}

}  // namespace stiction::symbolic
