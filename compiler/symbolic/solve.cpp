// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/solve.h"

#include <algorithm>
#include <cmath>

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

/// The form in which a variable occurs in an expression. `kNumber` is linear with a coefficient that is a number.
struct Occurrence {
  enum class Kind { kNone, kNumber, kLinear, kNonlinear };
  Kind kind = Kind::kNone;
  double coefficient = 0;  // of kNumber; 0 for kNone

  bool HasNumber() const { return kind <= Kind::kNumber; }
};

Occurrence Times(const Occurrence& a, const ExprNode& factor) {
  const bool is_number = a.HasNumber() && (factor.op == Op::kReal || factor.op == Op::kInteger);
  if (!is_number) return {Occurrence::Kind::kLinear};
  return {Occurrence::Kind::kNumber, a.coefficient * factor.number};
}

Occurrence DividedBy(const Occurrence& a, const ExprNode& divisor) {
  const bool is_number = a.HasNumber() && (divisor.op == Op::kReal || divisor.op == Op::kInteger);
  if (!is_number || divisor.number == 0) return {Occurrence::Kind::kLinear};
  return {Occurrence::Kind::kNumber, a.coefficient / divisor.number};
}

Occurrence Sum(const Occurrence& a, double sign, const Occurrence& b) {
  if (!a.HasNumber() || !b.HasNumber()) return {std::max(a.kind, b.kind)};
  return {std::max(a.kind, b.kind), a.coefficient + sign * b.coefficient};
}

/// The form in which v occurs in a node, from its form in the arguments.
Occurrence OccurrenceOf(const ExprPool& pool, const ExprNode& node, const std::vector<Occurrence>& args, VariableId v) {
  if (node.op == Op::kVariable) {
    return node.payload == v.value ? Occurrence{Occurrence::Kind::kNumber, 1} : Occurrence{};
  }
  Occurrence::Kind worst = Occurrence::Kind::kNone;
  for (const Occurrence& arg : args) worst = std::max(worst, arg.kind);
  if (worst == Occurrence::Kind::kNone || worst == Occurrence::Kind::kNonlinear) return {worst};
  const auto occurs = [&](size_t i) { return args[i].kind != Occurrence::Kind::kNone; };
  switch (node.op) {
    case Op::kAdd:
      return Sum(args[0], 1, args[1]);
    case Op::kSub:
      return Sum(args[0], -1, args[1]);
    case Op::kNeg:
      return Sum({}, -1, args[0]);
    case Op::kToReal:
    case Op::kNoEvent:
      return args[0];
    case Op::kSmooth:
    case Op::kHomotopy:
      return {Occurrence::Kind::kLinear};
    case Op::kMul:
      if (occurs(0) && occurs(1)) return {Occurrence::Kind::kNonlinear};
      return occurs(0) ? Times(args[0], pool[node.args[1]]) : Times(args[1], pool[node.args[0]]);
    case Op::kDiv:
      return occurs(1) ? Occurrence{Occurrence::Kind::kNonlinear} : DividedBy(args[0], pool[node.args[1]]);
    case Op::kIf:
      return {occurs(0) ? Occurrence::Kind::kNonlinear : Occurrence::Kind::kLinear};
    default:
      return {Occurrence::Kind::kNonlinear};
  }
}

Occurrence FindOccurrence(const ExprPool& pool, ExprId e, VariableId v) {
  if (pool[e].args.empty()) return OccurrenceOf(pool, pool[e], {}, v);
  std::vector<std::pair<ExprId, Occurrence>> of;  // where v occurs; ascending, as the nodes come
  const auto find = [&of](ExprId id) {
    const auto at =
        std::lower_bound(of.begin(), of.end(), id, [](const auto& entry, ExprId key) { return entry.first < key; });
    return at != of.end() && at->first == id ? at->second : Occurrence{};
  };
  of.reserve(8);
  std::vector<Occurrence> args;
  args.reserve(3);
  ForEachNode(pool, e, [&](ExprId id) {
    const ExprNode& node = pool[id];
    args.clear();
    for (const ExprId arg : node.args) args.push_back(find(arg));
    const Occurrence occurrence = OccurrenceOf(pool, node, args, v);
    if (occurrence.kind != Occurrence::Kind::kNone) of.emplace_back(id, occurrence);
  });
  return find(e);
}

/// The form in which v occurs in left - right.
Occurrence FindOccurrence(const ExprPool& pool, ExprId left, ExprId right, VariableId v) {
  if (left == right) return {};
  return Sum(FindOccurrence(pool, left, v), -1, FindOccurrence(pool, right, v));
}

bool VariesOnlyWithParameters(const ExprPool& pool, ExprId e, const std::function<bool(VariableId)>& is_parameter) {
  return !AnyNode(pool, e, [&](ExprId id) {
    const ExprNode& node = pool[id];
    switch (node.op) {
      case Op::kVariable:
        return !is_parameter(VariableId(node.payload));
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
        return true;
      default:
        return false;
    }
  });
}

}  // namespace

Linearity ClassifyLinearity(ExprPool& pool, ExprId left, ExprId right, VariableId v,
                            const std::function<bool(VariableId)>& is_parameter) {
  const Occurrence occurrence = FindOccurrence(pool, left, right, v);
  switch (occurrence.kind) {
    case Occurrence::Kind::kNone:
      return Linearity::kAbsent;
    case Occurrence::Kind::kNonlinear:
      return Linearity::kNonlinear;
    case Occurrence::Kind::kNumber:
      if (occurrence.coefficient == 0) return Linearity::kAbsent;
      return std::fabs(occurrence.coefficient) == 1 ? Linearity::kUnit : Linearity::kConstant;
    case Occurrence::Kind::kLinear:
      break;
  }
  const ExprId coefficient = Gradient(pool, Sub(pool, left, right), {v}).front();
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
  const Occurrence occurrence = FindOccurrence(pool, left, right, v);
  if (occurrence.kind == Occurrence::Kind::kNone || occurrence.kind == Occurrence::Kind::kNonlinear)
    return std::nullopt;
  const ExprId residual = Sub(pool, left, right);
  const bool is_unit = occurrence.kind == Occurrence::Kind::kNumber && std::fabs(occurrence.coefficient) == 1;
  const ExprId coefficient = is_unit ? pool.Real(occurrence.coefficient) : Gradient(pool, residual, {v}).front();
  if (IsNumber(pool, coefficient, 0)) return std::nullopt;
  const ExprId rest = Substitute(pool, residual, {{v, pool.Real(0)}});
  if (IsNumber(pool, coefficient, -1)) return rest;
  const bool is_negative = ir::IsLiteral(pool[coefficient].op) && pool[coefficient].number < 0;
  return is_negative ? Div(pool, rest, Neg(pool, coefficient)) : Div(pool, Neg(pool, rest), coefficient);
}

}  // namespace stiction::symbolic
