#include "compiler/symbolic/solve.h"

#include <algorithm>

#include "compiler/symbolic/build.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::ExprPool;
using ir::Op;
using ir::VariableId;

enum class Occurrence { kNone, kLinear, kNonlinear };

/// How v occurs in a node, from how it occurs in the arguments.
Occurrence OccurrenceOf(const ExprNode& node, const std::vector<Occurrence>& args, VariableId v) {
  if (node.op == Op::kVariable) return node.payload == v.value ? Occurrence::kLinear : Occurrence::kNone;
  Occurrence worst = Occurrence::kNone;
  for (const Occurrence arg : args) worst = std::max(worst, arg);
  if (worst != Occurrence::kLinear) return worst;
  switch (node.op) {
    case Op::kAdd:
    case Op::kSub:
    case Op::kNeg:
    case Op::kToReal:
    case Op::kNoEvent:
    case Op::kSmooth:
      return Occurrence::kLinear;
    case Op::kMul:
      return args[0] == Occurrence::kNone || args[1] == Occurrence::kNone ? Occurrence::kLinear
                                                                          : Occurrence::kNonlinear;
    case Op::kDiv:
      return args[1] == Occurrence::kNone ? Occurrence::kLinear : Occurrence::kNonlinear;
    case Op::kIf:
      return args[0] == Occurrence::kNone ? Occurrence::kLinear : Occurrence::kNonlinear;
    default:
      return Occurrence::kNonlinear;
  }
}

Occurrence FindOccurrence(const ExprPool& pool, ExprId e, VariableId v) {
  std::vector<std::pair<ExprId, Occurrence>> of;  // ascending, as the nodes come
  const auto find = [&of](ExprId id) {
    return std::lower_bound(of.begin(), of.end(), id, [](const auto& entry, ExprId key) { return entry.first < key; })
        ->second;
  };
  std::vector<Occurrence> args;
  ForEachNode(pool, e, [&](ExprId id) {
    args.clear();
    for (const ExprId arg : pool[id].args) args.push_back(find(arg));
    of.emplace_back(id, OccurrenceOf(pool[id], args, v));
  });
  return find(e);
}

bool VariesOnlyWithParameters(const ExprPool& pool, ExprId e, const std::function<bool(VariableId)>& is_parameter) {
  bool only = true;
  ForEachNode(pool, e, [&](ExprId id) {
    const ExprNode& node = pool[id];
    switch (node.op) {
      case Op::kVariable:
        only = only && is_parameter(VariableId(node.payload));
        break;
      case Op::kPre:
      case Op::kTime:
      case Op::kInitial:
      case Op::kTerminal:
      case Op::kRelation:
      case Op::kSampleTick:
      case Op::kHeld:
      case Op::kDelayed:
      case Op::kDer:
      case Op::kEdge:
      case Op::kChange:
      case Op::kSample:
        only = false;
        break;
      default:
        break;
    }
  });
  return only;
}

}  // namespace

Linearity ClassifyLinearity(ExprPool& pool, ExprId left, ExprId right, VariableId v,
                            const std::function<bool(VariableId)>& is_parameter) {
  const ExprId residual = Sub(pool, left, right);
  const Occurrence occurrence = FindOccurrence(pool, residual, v);
  if (occurrence == Occurrence::kNone) return Linearity::kAbsent;
  if (occurrence == Occurrence::kNonlinear) return Linearity::kNonlinear;
  const ExprId coefficient = Gradient(pool, residual, {v}).front();
  if (IsNumber(pool, coefficient, 0)) return Linearity::kAbsent;
  if (IsNumber(pool, coefficient, 1) || IsNumber(pool, coefficient, -1)) return Linearity::kUnit;
  if (ir::IsLiteral(pool[coefficient].op)) return Linearity::kConstant;
  if (VariesOnlyWithParameters(pool, coefficient, is_parameter)) return Linearity::kParameter;
  return Linearity::kVarying;
}

std::optional<ExprId> SolveLinear(ExprPool& pool, ExprId left, ExprId right, VariableId v) {
  const auto is_v = [&](ExprId e) { return pool[e].op == Op::kVariable && pool[e].payload == v.value; };
  if (is_v(left) && !Contains(pool, right, v)) return right;
  if (is_v(right) && !Contains(pool, left, v)) return left;
  const ExprId residual = Sub(pool, left, right);
  if (FindOccurrence(pool, residual, v) != Occurrence::kLinear) return std::nullopt;
  const ExprId coefficient = Gradient(pool, residual, {v}).front();
  if (IsNumber(pool, coefficient, 0)) return std::nullopt;
  const ExprId rest = Substitute(pool, residual, {{v, pool.Real(0)}});
  if (IsNumber(pool, coefficient, -1)) return rest;
  const bool is_negative = ir::IsLiteral(pool[coefficient].op) && pool[coefficient].number < 0;
  return is_negative ? Div(pool, rest, Neg(pool, coefficient)) : Div(pool, Neg(pool, rest), coefficient);
}

}  // namespace stiction::symbolic
