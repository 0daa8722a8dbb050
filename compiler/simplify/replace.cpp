// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/replace.h"

#include "compiler/symbolic/build.h"
#include "compiler/symbolic/relation_ids.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::RelationId;
using ir::VariableId;

class Replacement {
 public:
  explicit Replacement(ir::Dae& dae)
      : dae_(dae), pool_(*dae.pool), rewrite_(pool_, [this](const ExprNode& node) { return Leaf(node); }) {}

  void Run() {
    Relations();
    for (ir::DaeEquation& equation : dae_.equations) Equation(equation);
    for (ir::DaeEquation& equation : dae_.initial_equations) Equation(equation);
    for (ir::HeldValue& held : dae_.held_values) Replace(held.expression);
    for (ir::Delay& delay : dae_.delays) {
      Replace(delay.expression);
      Replace(delay.time);
      Replace(delay.longest);
    }
    for (ir::Reinit& reinit : dae_.reinits) {
      Replace(reinit.condition);
      Replace(reinit.value);
      const auto& alias = dae_.variables[reinit.state.index()].alias;
      if (!alias) continue;
      reinit.state = alias->target;
      if (alias->negated) reinit.value = symbolic::Neg(pool_, reinit.value);
    }
    for (ir::Assertion& assertion : dae_.assertions) {
      Replace(assertion.condition);
      Replace(assertion.message);
    }
    for (ir::Termination& termination : dae_.terminations) {
      Replace(termination.condition);
      Replace(termination.message);
    }
  }

 private:
  void Replace(ExprId& e) {
    if (e) e = rewrite_(e);
  }

  std::optional<ExprId> Leaf(const ExprNode& node) {
    if (node.op == Op::kRelation) return pool_.Relation(relation_[static_cast<size_t>(node.payload)]);
    if (node.op != Op::kVariable && node.op != Op::kPre) return std::nullopt;
    const auto& alias = dae_.variables[static_cast<size_t>(node.payload)].alias;
    if (!alias) return std::nullopt;
    ExprNode target = node;
    target.payload = alias->target.value;
    const ExprId e = pool_.Make(std::move(target));
    return alias->negated ? symbolic::Neg(pool_, e) : e;
  }

  void Equation(ir::DaeEquation& equation) {
    Replace(equation.right);
    Replace(equation.left);
    // An assignment to -v.
    if (equation.is_discrete && pool_[equation.left].op == Op::kNeg) {
      equation.left = pool_[equation.left].args[0];
      equation.right = symbolic::Neg(pool_, equation.right);
    }
  }

  /// A relation refers in its sides only to relations made before it, whose new ids are known when its turn comes.
  void Relations() {
    symbolic::RelationIds ids(pool_);
    relation_.reserve(dae_.relations.size());
    std::vector<ir::Relation> kept;
    for (ir::Relation& relation : dae_.relations) {
      Replace(relation.left);
      Replace(relation.right);
      DropSigns(relation);
      const RelationId next(static_cast<int64_t>(kept.size()));
      const RelationId id = ids.Insert(relation.op, relation.left, relation.right, next);
      if (id == next) {
        kept.push_back(std::move(relation));
      } else if (kept[id.index()].kind == ir::Relation::Kind::kDiscrete) {
        kept[id.index()].kind = relation.kind;  // what one of them is watched for
      }
      relation_.push_back(id);
    }
    dae_.relations = std::move(kept);
  }

  /// -x > c is x < -c, so that both signs of an alias share a relation.
  void DropSigns(ir::Relation& relation) {
    if (pool_[relation.left].op != Op::kNeg || !ir::IsLiteral(pool_[relation.right].op)) return;
    relation.op = ir::Mirrored(relation.op);
    relation.left = pool_[relation.left].args[0];
    relation.right = symbolic::Neg(pool_, relation.right);
  }

  ir::Dae& dae_;
  ir::ExprPool& pool_;
  symbolic::ModelRewriter rewrite_;
  std::vector<RelationId> relation_;
};

}  // namespace

void ReplaceAliases(ir::Dae& dae) { Replacement(dae).Run(); }

}  // namespace stiction
