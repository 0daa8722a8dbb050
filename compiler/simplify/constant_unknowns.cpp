// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/constant_unknowns.h"

#include <utility>

#include "compiler/symbolic/evaluate.h"

namespace stiction {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::VariableId;

ConstantUnknowns::ConstantUnknowns(const ir::Dae& dae)
    : dae_(dae), kinds_(dae), compared_(*dae.pool, [this](const ExprNode& node) { return Compared(node); }) {
  for (const ir::DaeEquation& equation : dae.equations) NoteDefinition(equation);
  Forget();
}

void ConstantUnknowns::Forget() {
  parameters_.emplace(dae_, kinds_);
  calls_.clear();
  constants_.clear();
  has_read_open_ = false;
}

void ConstantUnknowns::NoteDefinition(const ir::DaeEquation& equation) {
  if (equation.partition >= 0) return;
  for (const auto& [side, other] : {std::pair(equation.left, equation.right), {equation.right, equation.left}}) {
    const ExprNode& node = (*dae_.pool)[side];
    if (node.op == Op::kVariable) definitions_.emplace(VariableId(node.payload), other);
  }
}

std::optional<double> ConstantUnknowns::ConstantOf(VariableId v) {
  constexpr int kMaxDepth = 100;  // of definitions
  const auto definition = definitions_.find(v);
  if (definition == definitions_.end() || depth_ > kMaxDepth) return std::nullopt;
  const auto [entry, is_new] = constants_.try_emplace(v);  // one that is defined by itself is none
  if (!is_new) {
    has_read_open_ = has_read_open_ || entry->second.has_read_open;
    return entry->second.value;
  }
  const bool had_read_open = HasReadOpen();
  ++depth_;
  Constant constant{Evaluate(definition->second), false};
  --depth_;
  constant.has_read_open = HasReadOpen();
  has_read_open_ = had_read_open || constant.has_read_open;
  constants_[v] = constant;
  return constant.value;
}

std::optional<double> ConstantUnknowns::Evaluate(ExprId e) {
  const auto value_of = [this](VariableId v) { return IsUnknown(v) ? ConstantOf(v) : parameters_->Of(v); };
  return symbolic::Evaluate(*dae_.pool, dae_.functions, compared_(e), value_of, &calls_);
}

bool ConstantUnknowns::HasReadOpen() {
  const bool by_parameters = parameters_->HasReadOpen();
  return std::exchange(has_read_open_, false) || by_parameters;
}

std::optional<ExprId> ConstantUnknowns::Compared(const ExprNode& node) {
  if (node.op != Op::kRelation) return std::nullopt;
  const ir::Relation& relation = dae_.relations[static_cast<size_t>(node.payload)];
  return compared_(dae_.pool->Binary(relation.op, relation.left, relation.right));
}

}  // namespace stiction
