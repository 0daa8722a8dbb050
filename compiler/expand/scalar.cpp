// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/expand/scalar.h"

#include "compiler/ir/expr/functions.h"
#include "compiler/symbolic/build.h"

namespace stiction::flatten {

using ir::ExprId;
using ir::Op;
using ir::ScalarType;

ExprId ToReal(ir::ExprPool& pool, ExprId e) {
  const ir::ExprNode& node = pool[e];
  if (node.type != ScalarType::kInteger) return e;
  if (node.op == Op::kInteger) return pool.Real(node.number);
  return pool.Make({.op = Op::kToReal, .type = ScalarType::kReal, .args = {e}});
}

ExprId Coerce(ir::ExprPool& pool, ExprId e, ScalarType type) { return type == ScalarType::kReal ? ToReal(pool, e) : e; }

ExprId Arithmetic(ir::ExprPool& pool, Op op, ExprId a, ExprId b) {
  const bool integers = pool[a].type == ScalarType::kInteger && pool[b].type == ScalarType::kInteger;
  const ir::ElementaryFunction* const function = ir::FindElementaryFunction(op);
  const bool is_real = op == Op::kDiv || op == Op::kPow || (function && function->result == ir::FunctionResult::kReal);
  if (integers && !is_real) {
    return symbolic::Build(pool, {.op = op, .type = ScalarType::kInteger, .args = {a, b}});
  }
  const ScalarType type = pool[a].type;
  if (type == ScalarType::kInteger || type == ScalarType::kReal) {
    return symbolic::Build(pool, {.op = op, .type = ScalarType::kReal, .args = {ToReal(pool, a), ToReal(pool, b)}});
  }
  // min and max of Booleans and enumerations keep their type.
  return pool.Make({.op = op, .type = type, .enumeration = pool[a].enumeration, .args = {a, b}});
}

ExprId Compare(ir::ExprPool& pool, Op op, ExprId a, ExprId b) {
  const bool integers = pool[a].type == ScalarType::kInteger && pool[b].type == ScalarType::kInteger;
  if (!integers) {
    a = ToReal(pool, a);
    b = ToReal(pool, b);
  }
  return symbolic::Build(pool, {.op = op, .type = ScalarType::kBoolean, .args = {a, b}});
}

ExprId Unary(ir::ExprPool& pool, Op op, ExprId a) {
  ScalarType type = ScalarType::kReal;
  const ScalarType of = pool[a].type;
  switch (op) {
    case Op::kNot:
    case Op::kEdge:
    case Op::kChange:
      type = ScalarType::kBoolean;
      break;
    case Op::kOrdinal:
      type = ScalarType::kInteger;
      break;
    case Op::kIntegerFloor:
    case Op::kSign:
      type = ScalarType::kInteger;
      a = ToReal(pool, a);
      break;
    case Op::kToString:
      type = ScalarType::kString;
      break;
    case Op::kNeg:
    case Op::kAbs:
    case Op::kNoEvent:
      type = of;
      break;
    default:
      a = ToReal(pool, a);
      break;
  }
  ir::ExprNode node{.op = op, .type = type, .args = {a}};
  if (op == Op::kNoEvent) node.enumeration = pool[a].enumeration;
  return symbolic::Build(pool, std::move(node));
}

ExprId Logic(ir::ExprPool& pool, Op op, ExprId a, ExprId b) {
  return symbolic::Build(pool, {.op = op, .type = ScalarType::kBoolean, .args = {a, b}});
}

ExprId Conditional(ir::ExprPool& pool, ExprId condition, ExprId then_value, ExprId else_value) {
  if (pool[then_value].type == ScalarType::kReal) else_value = ToReal(pool, else_value);
  if (pool[else_value].type == ScalarType::kReal) then_value = ToReal(pool, then_value);
  return symbolic::Build(pool, {.op = Op::kIf,
                                .type = pool[then_value].type,
                                .enumeration = pool[then_value].enumeration,
                                .args = {condition, then_value, else_value}});
}

}  // namespace stiction::flatten
