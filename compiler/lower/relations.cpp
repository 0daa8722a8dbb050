#include "compiler/lower/relations.h"

#include <limits>

#include "compiler/symbolic/rewrite.h"
#include "compiler/symbolic/solve.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;

/// Stands for time while a relation is solved for it; no variable has this id.
constexpr ir::VariableId kTimeStandIn{std::numeric_limits<int32_t>::max()};

}  // namespace

ExprId RelationTable::Leaf(Op op, ExprId left, ExprId right, std::string text, bool is_watched) {
  const ir::RelationId id(static_cast<int64_t>(context_.dae.relations.size()));
  if (const ir::RelationId known = ids_.Insert(op, left, right, id); known != id) return Existing(known, is_watched);
  ir::Relation relation;
  relation.op = op;
  relation.left = left;
  relation.right = right;
  relation.kind = ir::Relation::Kind::kDiscrete;
  relation.text = std::move(text);
  relation.origin = context_.origin;
  context_.dae.relations.push_back(std::move(relation));
  return Existing(id, is_watched);
}

ExprId RelationTable::Existing(ir::RelationId id, bool is_watched) {
  ir::Relation& relation = context_.dae.relations[id.index()];
  if (is_watched && relation.kind == ir::Relation::Kind::kDiscrete) {
    relation.threshold = Threshold(relation.left, relation.right);
    relation.kind = relation.threshold ? ir::Relation::Kind::kTime : ir::Relation::Kind::kState;
  }
  return context_.pool().Relation(id);
}

ExprId RelationTable::Threshold(ExprId left, ExprId right) {
  ir::ExprPool& pool = context_.pool();
  for (const ExprId side : {left, right}) {
    for (const ir::VariableId v : symbolic::Variables(pool, side)) {
      if (context_.At(v).variability == ir::Variability::kContinuous) return {};
    }
  }
  const ExprId stand_in = pool.Variable(kTimeStandIn, ir::ScalarType::kReal);
  symbolic::Rewriter with_stand_in(pool, [&](const ExprNode& node) -> std::optional<ExprId> {
    if (node.op == Op::kTime) return stand_in;
    return std::nullopt;
  });
  const ExprId l = with_stand_in(left);
  const ExprId r = with_stand_in(right);
  const symbolic::Linearity linearity = symbolic::ClassifyLinearity(
      pool, l, r, kTimeStandIn, [this](ir::VariableId v) { return context_.IsFixedInTime(v); });
  if (linearity != symbolic::Linearity::kUnit && linearity != symbolic::Linearity::kConstant) return {};
  const auto threshold = symbolic::SolveLinear(pool, l, r, kTimeStandIn);
  return threshold && variability_.Of(*threshold) <= ir::Variability::kDiscrete ? *threshold : ExprId();
}

}  // namespace stiction
