// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/instances/bound.h"

namespace stiction::ir {

BoundPtr MakeBound(BoundKind kind, Span span) {
  auto e = std::make_shared<BoundExpression>();
  e->kind = kind;
  e->span = span;
  return e;
}

BoundPtr MakeInteger(int64_t value, Span span) {
  BoundPtr e = MakeBound(BoundKind::kInteger, span);
  e->number = static_cast<double>(value);
  return e;
}

BoundPtr MakeEnumerationLiteral(EnumerationId type, int64_t ordinal, Span span) {
  BoundPtr literal = MakeBound(BoundKind::kEnumeration, span);
  literal->number = static_cast<double>(ordinal);
  literal->type.enumeration = type;
  literal->type.scalar = ScalarType::kEnumeration;
  literal->type.kind = Type::Kind::kScalar;
  return literal;
}

std::optional<int64_t> ValuesOfType(const ast::Expression& written, const BoundExpression& bound) {
  if (written.kind != ast::ExpressionKind::kReference) return std::nullopt;
  if (bound.kind == BoundKind::kRange && bound.operands[0]->kind == BoundKind::kEnumeration) {
    return static_cast<int64_t>(bound.operands[1]->number);
  }
  if (bound.kind == BoundKind::kArray && bound.operands[0]->kind == BoundKind::kBoolean) return 2;
  return std::nullopt;
}

size_t ReducedDimensions(const BoundExpression& reduction) {
  const bool has_iterators = reduction.kind == BoundKind::kBuiltin && reduction.number != 0 &&
                             reduction.operands.size() == 1 && reduction.operands[0]->kind == BoundKind::kComprehension;
  return has_iterators ? reduction.operands[0]->iterators.size() : 0;
}

std::set<int32_t> LocalsOf(const BoundExpression& e) {
  std::set<int32_t> locals;
  if (e.kind == BoundKind::kLocal) locals.insert(e.local);
  ForEachPart(e, [&](const BoundPtr& part) { locals.merge(LocalsOf(*part)); });
  if (e.end_of) locals.merge(LocalsOf(*e.end_of));
  return locals;
}

}  // namespace stiction::ir
