// SPDX-License-Identifier: BSD-3-Clause
// Bound expressions that are made rather than read, and their parts.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "compiler/ir/instances/expression.h"

namespace stiction::ir {

BoundPtr MakeBound(BoundKind kind, Span span);
BoundPtr MakeInteger(int64_t value, Span span);
BoundPtr MakeEnumerationLiteral(EnumerationId type, int64_t ordinal, Span span);

/// The number of values of an enumeration type or Boolean that is written as a dimension (MLS 10.1).
/// @param bound what `written` is bound to: of a type, all its values
/// @returns nothing of other dimensions
std::optional<int64_t> ValuesOfType(const ast::Expression& written, const BoundExpression& bound);

/// The number of leading dimensions of its operand that a reduction with iterators goes over, `sum(e for i in r)`: `e`
/// may be an array (MLS 10.3.4.1). @returns 0 of one that goes over all elements of an array
size_t ReducedDimensions(const BoundExpression& reduction);

/// Calls `visit` with each expression that is part of `e`: operands, subscripts, ranges of iterators.
template <class Expression, class Visit>
void ForEachPart(Expression& e, const Visit& visit) {
  const auto visit_if = [&](auto& part) {
    if (part) visit(part);
  };
  for (auto& operand : e.operands) visit_if(operand);
  for (auto& subscript : e.subscripts) visit_if(subscript.expression);
  for (auto& member : e.members) {
    for (auto& subscript : member.subscripts) visit_if(subscript.expression);
  }
  for (auto& iterator : e.iterators) visit_if(iterator.range);
}

/// The numbers of the function's variables that an expression refers to.
std::set<int32_t> LocalsOf(const BoundExpression& e);

}  // namespace stiction::ir
