// SPDX-License-Identifier: BSD-3-Clause
// Bound expressions that are made rather than read.
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/ir/instances/expression.h"

namespace stiction {

ir::BoundPtr MakeBound(ir::BoundKind kind, Span span);
ir::BoundPtr MakeInteger(int64_t value, Span span);
ir::BoundPtr MakeEnumerationLiteral(ir::EnumerationId type, int64_t ordinal, Span span);

/// The number of values of an enumeration type or Boolean that is written as a dimension (MLS 10.1).
/// @param bound what `written` is bound to: of a type, all its values
/// @returns nothing of other dimensions
std::optional<int64_t> ValuesOfType(const ast::Expression& written, const ir::BoundExpression& bound);

}  // namespace stiction
