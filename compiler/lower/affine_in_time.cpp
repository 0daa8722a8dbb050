// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/affine_in_time.h"

#include <utility>

#include "compiler/symbolic/build.h"

namespace stiction {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::Variability;
using ir::VariableId;

namespace {

/// Relations in the definitions of what relations compare are looked at so deep.
constexpr int kDeepest = 50;

}  // namespace

std::optional<Affine> AffineInTime::Of(ExprId e) {
  std::vector<ExprId> stack{e}, needed;
  while (!stack.empty()) {
    const ExprId id = stack.back();
    if (known_.Contains(id)) {
      stack.pop_back();
      continue;
    }
    needed.clear();
    if (variability_.Of(id) == Variability::kContinuous) Append(context_.pool()[id], needed);
    std::erase_if(needed, [this](ExprId one) { return known_.Contains(one); });
    if (needed.empty()) {
      stack.pop_back();
      known_.Insert(id, OfNode(id));
    } else {
      stack.insert(stack.end(), needed.begin(), needed.end());
    }
  }
  return known_.At(e);
}

void AffineInTime::Append(const ExprNode& node, std::vector<ExprId>& needed) {
  switch (node.op) {
    case Op::kVariable:
      if (const ExprId value = ValueOf(VariableId(node.payload))) needed.push_back(value);
      return;
    case Op::kIf:
      needed.push_back(node.args[1]);
      needed.push_back(node.args[2]);
      return;
    case Op::kAdd:
    case Op::kSub:
    case Op::kMul:
    case Op::kDiv:
    case Op::kNeg:
    case Op::kToReal:
      needed.insert(needed.end(), node.args.begin(), node.args.end());
      return;
    default:
      return;
  }
}

std::optional<Affine> AffineInTime::OfNode(ExprId e) {
  ir::ExprPool& pool = context_.pool();
  if (variability_.Of(e) <= Variability::kDiscrete) return Affine{pool.Real(0), e};
  const ExprNode& node = pool[e];
  const auto argument = [&](size_t k) { return known_.At(node.args[k]); };
  switch (node.op) {
    case Op::kTime:
      return Affine{pool.Real(1), pool.Real(0)};
    case Op::kVariable: {
      const ExprId value = ValueOf(VariableId(node.payload));
      return value ? known_.At(value) : std::nullopt;
    }
    case Op::kToReal:
      return argument(0);
    case Op::kNeg: {
      const Found a = argument(0);
      if (!a) return std::nullopt;
      return Affine{symbolic::Neg(pool, a->coefficient), symbolic::Neg(pool, a->rest)};
    }
    case Op::kAdd:
    case Op::kSub: {
      const Found a = argument(0), b = argument(1);
      if (!a || !b) return std::nullopt;
      const auto combine = node.op == Op::kAdd ? symbolic::Add : symbolic::Sub;
      return Affine{combine(pool, a->coefficient, b->coefficient), combine(pool, a->rest, b->rest)};
    }
    case Op::kMul:
      return OfProduct(argument(0), argument(1));
    case Op::kDiv: {
      const Found a = argument(0), b = argument(1);
      if (!a || !b || !symbolic::IsNumber(pool, b->coefficient, 0)) return std::nullopt;
      return Affine{symbolic::Div(pool, a->coefficient, b->rest), symbolic::Div(pool, a->rest, b->rest)};
    }
    case Op::kIf: {
      if (variability_.Of(node.args[0]) > Variability::kDiscrete) return std::nullopt;
      const Found a = argument(1), b = argument(2);
      if (!a || !b) return std::nullopt;
      return Affine{symbolic::If(pool, node.args[0], a->coefficient, b->coefficient),
                    symbolic::If(pool, node.args[0], a->rest, b->rest)};
    }
    default:
      return std::nullopt;
  }
}

std::optional<Affine> AffineInTime::OfProduct(const Found& a, const Found& b) {
  ir::ExprPool& pool = context_.pool();
  if (!a || !b) return std::nullopt;
  if (symbolic::IsNumber(pool, a->coefficient, 0)) {
    return Affine{symbolic::Mul(pool, a->rest, b->coefficient), symbolic::Mul(pool, a->rest, b->rest)};
  }
  if (symbolic::IsNumber(pool, b->coefficient, 0)) {
    return Affine{symbolic::Mul(pool, a->coefficient, b->rest), symbolic::Mul(pool, a->rest, b->rest)};
  }
  return std::nullopt;
}

TimeDefinitions& AffineInTime::Definitions() {
  if (const auto* equations = std::exchange(equations_, nullptr)) definitions_.Find(*equations);
  return definitions_;
}

ExprId AffineInTime::ValueOf(VariableId v) {
  if (value_of_.Contains(v)) return value_of_.At(v);
  if (depth_ >= kDeepest) return {};
  ExprId value;
  if (const TimeDefinitions::Definition* definition = Definitions().Of(v)) {
    const Origin here = std::exchange(context_.origin, definition->equation->origin);
    ++depth_;
    value = lower_(definition->value);
    --depth_;
    context_.origin = here;
  }
  value_of_.Insert(v, value);
  return value;
}

}  // namespace stiction
