// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/build.h"

#include <array>
#include <cmath>
#include <optional>

#include "compiler/symbolic/apply.h"
#include "compiler/symbolic/rewrite.h"
#include "runtime/operators/texts.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::ExprPool;
using ir::Op;
using ir::ScalarType;

bool IsNumericLiteral(const ExprNode& node) { return ir::IsLiteral(node.op) && node.op != Op::kString; }

/// Integers beyond this are not exact as doubles.
constexpr double kLargestExactInteger = 9007199254740992.0;

/// `a` as a value of `type`: an Integer where a Real is wanted is converted.
ExprId As(ExprPool& pool, ExprId a, ScalarType type) {
  const ExprNode& node = pool[a];
  if (type != ScalarType::kReal || node.type != ScalarType::kInteger) return a;
  if (node.op == Op::kInteger) return pool.Real(node.number);
  return pool.Unary(Op::kToReal, a);
}

ExprId Literal(ExprPool& pool, ScalarType type, double value) {
  if (type == ScalarType::kReal) return pool.Real(value);
  if (type == ScalarType::kBoolean) return pool.Boolean(value != 0);
  return pool.Integer(static_cast<int64_t>(value));
}

std::optional<ExprId> Fold(ExprPool& pool, const ExprNode& node) {
  if (node.args.empty() || node.args.size() > 3 || node.type == ScalarType::kString) return std::nullopt;
  if (node.type == ScalarType::kEnumeration) return std::nullopt;
  std::array<double, 3> values{};
  for (size_t i = 0; i < node.args.size(); ++i) {
    const ExprNode& arg = pool[node.args[i]];
    if (!IsNumericLiteral(arg)) return std::nullopt;
    values[i] = arg.number;
  }
  const std::optional<double> value = Apply(node.op, std::span(values.data(), node.args.size()));
  if (!value) return std::nullopt;
  if (node.type == ScalarType::kInteger && !(std::fabs(*value) <= kLargestExactInteger)) return std::nullopt;
  return Literal(pool, node.type, *value);
}

std::optional<ExprId> FoldStrings(ExprPool& pool, const ExprNode& node) {
  if (node.args.size() != 2 || pool[node.args[0]].op != Op::kString || pool[node.args[1]].op != Op::kString) {
    return std::nullopt;
  }
  const std::string& a = pool.Text(node.args[0]);
  const std::string& b = pool.Text(node.args[1]);
  switch (node.op) {
    case Op::kConcat:
      if (a.size() + b.size() > kMaxText) return std::nullopt;
      return pool.String(a + b);
    case Op::kEq:
      return pool.Boolean(a == b);
    case Op::kNe:
      return pool.Boolean(a != b);
    case Op::kLt:
      return pool.Boolean(a < b);
    case Op::kLe:
      return pool.Boolean(a <= b);
    case Op::kGt:
      return pool.Boolean(a > b);
    case Op::kGe:
      return pool.Boolean(a >= b);
    default:
      return std::nullopt;
  }
}

std::optional<ExprId> SimplifyAdd(ExprPool& pool, const ExprNode& node) {
  const ExprId a = node.args[0];
  const ExprId b = node.args[1];
  if (IsNumber(pool, a, 0)) return As(pool, b, node.type);
  if (IsNumber(pool, b, 0)) return As(pool, a, node.type);
  if (pool[b].op == Op::kNeg) return Sub(pool, a, pool[b].args[0]);
  if (pool[a].op == Op::kNeg) return Sub(pool, b, pool[a].args[0]);
  return std::nullopt;
}

std::optional<ExprId> SimplifySub(ExprPool& pool, const ExprNode& node) {
  const ExprId a = node.args[0];
  const ExprId b = node.args[1];
  if (IsNumber(pool, b, 0)) return As(pool, a, node.type);
  if (IsNumber(pool, a, 0)) return Neg(pool, As(pool, b, node.type));
  if (a == b) return Literal(pool, node.type, 0);
  if (pool[b].op == Op::kNeg) return Add(pool, a, pool[b].args[0]);
  return std::nullopt;
}

std::optional<ExprId> SimplifyMul(ExprPool& pool, const ExprNode& node) {
  const ExprId a = node.args[0];
  const ExprId b = node.args[1];
  if (IsNumber(pool, a, 0) || IsNumber(pool, b, 0)) return Literal(pool, node.type, 0);
  if (IsNumber(pool, a, 1)) return As(pool, b, node.type);
  if (IsNumber(pool, b, 1)) return As(pool, a, node.type);
  if (IsNumber(pool, a, -1)) return Neg(pool, As(pool, b, node.type));
  if (IsNumber(pool, b, -1)) return Neg(pool, As(pool, a, node.type));
  if (pool[a].op == Op::kNeg) return Neg(pool, Mul(pool, pool[a].args[0], b));
  if (pool[b].op == Op::kNeg) return Neg(pool, Mul(pool, a, pool[b].args[0]));
  return std::nullopt;
}

std::optional<ExprId> SimplifyDiv(ExprPool& pool, const ExprNode& node) {
  const ExprId a = node.args[0];
  const ExprId b = node.args[1];
  if (IsNumber(pool, b, 1)) return As(pool, a, node.type);
  if (IsNumber(pool, b, -1)) return Neg(pool, As(pool, a, node.type));
  if (pool[a].op == Op::kNeg) return Neg(pool, Div(pool, pool[a].args[0], b));
  if (pool[b].op == Op::kNeg) return Neg(pool, Div(pool, a, pool[b].args[0]));
  if (IsNumber(pool, a, 0) && IsNumericLiteral(pool[b]) && pool[b].number != 0) return pool.Real(0);
  return std::nullopt;
}

std::optional<ExprId> SimplifyPow(ExprPool& pool, const ExprNode& node) {
  if (IsNumber(pool, node.args[1], 1)) return As(pool, node.args[0], node.type);
  if (IsNumber(pool, node.args[1], 0) || IsNumber(pool, node.args[0], 1)) return pool.Real(1);
  return std::nullopt;
}

std::optional<ExprId> SimplifyNeg(ExprPool& pool, const ExprNode& node) {
  const ExprNode& a = pool[node.args[0]];
  if (a.op == Op::kNeg) return a.args[0];
  if (a.op == Op::kSub) return Sub(pool, a.args[1], a.args[0]);
  if (a.op == Op::kMul && IsNumericLiteral(pool[a.args[0]])) return Mul(pool, Neg(pool, a.args[0]), a.args[1]);
  if (a.op == Op::kMul && IsNumericLiteral(pool[a.args[1]])) return Mul(pool, a.args[0], Neg(pool, a.args[1]));
  return std::nullopt;
}

std::optional<ExprId> SimplifyLogic(ExprPool& pool, const ExprNode& node) {
  const ExprId a = node.args[0];
  const ExprId b = node.args[1];
  // `absorbing` decides the result alone; its opposite is neutral.
  const double absorbing = node.op == Op::kAnd ? 0 : 1;
  if (IsNumber(pool, a, absorbing) || IsNumber(pool, b, absorbing)) return pool.Boolean(absorbing != 0);
  if (IsNumber(pool, a, 1 - absorbing)) return b;
  if (IsNumber(pool, b, 1 - absorbing) || a == b) return a;
  return std::nullopt;
}

std::optional<ExprId> SimplifyIf(ExprPool& pool, const ExprNode& node) {
  const ExprId condition = node.args[0];
  const ExprId then_value = node.args[1];
  const ExprId else_value = node.args[2];
  if (IsNumericLiteral(pool[condition])) {
    return As(pool, pool[condition].number != 0 ? then_value : else_value, node.type);
  }
  if (then_value == else_value) return As(pool, then_value, node.type);
  if (node.type == ScalarType::kBoolean) {
    if (IsNumber(pool, then_value, 1) && IsNumber(pool, else_value, 0)) return condition;
    if (IsNumber(pool, then_value, 0) && IsNumber(pool, else_value, 1)) return Not(pool, condition);
  }
  if (pool[condition].op == Op::kNot) {
    ExprNode swapped = node;
    swapped.args = {pool[condition].args[0], else_value, then_value};
    return Build(pool, std::move(swapped));
  }
  return std::nullopt;
}

std::optional<ExprId> SimplifyNode(ExprPool& pool, const ExprNode& node) {
  switch (node.op) {
    case Op::kAdd:
      return SimplifyAdd(pool, node);
    case Op::kSub:
      return SimplifySub(pool, node);
    case Op::kMul:
      return SimplifyMul(pool, node);
    case Op::kDiv:
      return SimplifyDiv(pool, node);
    case Op::kPow:
      return SimplifyPow(pool, node);
    case Op::kNeg:
      return SimplifyNeg(pool, node);
    case Op::kAnd:
    case Op::kOr:
      return SimplifyLogic(pool, node);
    case Op::kIf:
      return SimplifyIf(pool, node);
    case Op::kNot:
      if (pool[node.args[0]].op == Op::kNot) return pool[node.args[0]].args[0];
      return std::nullopt;
    case Op::kLt:
    case Op::kGt:
    case Op::kNe:
      if (node.args[0] == node.args[1]) return pool.Boolean(false);
      return std::nullopt;
    case Op::kLe:
    case Op::kGe:
    case Op::kEq:
      if (node.args[0] == node.args[1]) return pool.Boolean(true);
      return std::nullopt;
    case Op::kMin:
    case Op::kMax:
    case Op::kHomotopy:
      if (node.args[0] == node.args[1]) return node.args[0];
      return std::nullopt;
    case Op::kAbs:
      if (pool[node.args[0]].op == Op::kNeg)
        return Build(pool, {.op = Op::kAbs, .type = node.type, .args = pool[node.args[0]].args});
      return std::nullopt;
    case Op::kToReal:
      if (pool[node.args[0]].type == ScalarType::kReal) return node.args[0];
      return std::nullopt;
    case Op::kNoEvent:
      if (pool[node.args[0]].op == Op::kNoEvent || pool[node.args[0]].args.empty()) return node.args[0];
      return std::nullopt;
    case Op::kDer:
      if (IsNumericLiteral(pool[node.args[0]])) return pool.Real(0);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

ExprId BuildArithmetic(ExprPool& pool, Op op, ExprId a, ExprId b) {
  const bool integers = pool[a].type == ScalarType::kInteger && pool[b].type == ScalarType::kInteger;
  const bool is_integer = integers && op != Op::kDiv && op != Op::kPow;
  return Build(pool, {.op = op, .type = is_integer ? ScalarType::kInteger : ScalarType::kReal, .args = {a, b}});
}

}  // namespace

ExprId Add(ExprPool& pool, ExprId a, ExprId b) { return BuildArithmetic(pool, Op::kAdd, a, b); }
ExprId Sub(ExprPool& pool, ExprId a, ExprId b) { return BuildArithmetic(pool, Op::kSub, a, b); }
ExprId Mul(ExprPool& pool, ExprId a, ExprId b) { return BuildArithmetic(pool, Op::kMul, a, b); }
ExprId Div(ExprPool& pool, ExprId a, ExprId b) { return BuildArithmetic(pool, Op::kDiv, a, b); }
ExprId Pow(ExprPool& pool, ExprId a, ExprId b) { return BuildArithmetic(pool, Op::kPow, a, b); }

ExprId Neg(ExprPool& pool, ExprId a) { return Build(pool, {.op = Op::kNeg, .type = pool[a].type, .args = {a}}); }
ExprId Not(ExprPool& pool, ExprId a) {
  return Build(pool, {.op = Op::kNot, .type = ScalarType::kBoolean, .args = {a}});
}

ExprId And(ExprPool& pool, ExprId a, ExprId b) {
  return Build(pool, {.op = Op::kAnd, .type = ScalarType::kBoolean, .args = {a, b}});
}

ExprId Or(ExprPool& pool, ExprId a, ExprId b) {
  return Build(pool, {.op = Op::kOr, .type = ScalarType::kBoolean, .args = {a, b}});
}

ExprId If(ExprPool& pool, ExprId condition, ExprId then_value, ExprId else_value) {
  const ExprNode& then_node = pool[then_value];
  const bool real_else = pool[else_value].type == ScalarType::kReal;
  const bool mixed = then_node.type == ScalarType::kInteger && real_else;
  return Build(pool, {.op = Op::kIf,
                      .type = mixed ? ScalarType::kReal : then_node.type,
                      .enumeration = then_node.enumeration,
                      .args = {condition, then_value, else_value}});
}

ExprId Build(ExprPool& pool, ExprNode node) {
  if (node.args.empty()) return pool.Make(std::move(node));
  if (const auto folded = Fold(pool, node)) return *folded;
  if (const auto folded = FoldStrings(pool, node)) return *folded;
  if (const auto simpler = SimplifyNode(pool, node)) return *simpler;
  return pool.Make(std::move(node));
}

ExprId Simplify(ExprPool& pool, ExprId e) {
  return Rewriter(pool, [](const ExprNode&) { return std::nullopt; })(e);
}

bool IsNumber(const ExprPool& pool, ExprId e, double value) {
  const ExprNode& node = pool[e];
  return IsNumericLiteral(node) && node.number == value;
}

}  // namespace stiction::symbolic
