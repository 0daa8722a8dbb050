// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/flat/fallback_value.h"

namespace stiction::ir {
namespace {

ExprId WithinBounds(ExprPool& pool, ExprId zero, const Attributes& attributes) {
  const auto bounded = [&](ExprId value, ExprId bound, Op op) {
    if (!bound) return value;
    const ExprNode &a = pool[value], &b = pool[bound];
    if (!IsLiteral(a.op) || !IsLiteral(b.op)) return pool.Binary(op, value, bound);
    return (op == Op::kMax ? b.number > a.number : b.number < a.number) ? bound : value;
  };
  return bounded(bounded(zero, attributes.min, Op::kMax), attributes.max, Op::kMin);
}

}  // namespace

ExprId StartOrFallback(ExprPool& pool, ScalarType type, EnumerationId enumeration, const Attributes& attributes) {
  if (attributes.start) return attributes.start;
  switch (type) {
    case ScalarType::kReal:
      return WithinBounds(pool, pool.Real(0), attributes);
    case ScalarType::kInteger:
      return WithinBounds(pool, pool.Integer(0), attributes);
    case ScalarType::kBoolean:
      return pool.Boolean(false);
    case ScalarType::kString:
      return pool.String("");
    case ScalarType::kEnumeration:
      return attributes.min ? attributes.min : pool.EnumerationLiteral(enumeration, 1);
    case ScalarType::kClock:
      break;
  }
  return {};
}

}  // namespace stiction::ir
