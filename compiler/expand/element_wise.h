// SPDX-License-Identifier: BSD-3-Clause
// Scalar operations over the elements of arrays.
#pragma once

#include <fmt/format.h>

#include "compiler/expand/flat_value.h"

namespace stiction::flatten {

/// Applies a scalar operation to each pair of elements; a scalar operand is combined with all elements of the other.
/// @throws ExpansionError if the dimensions differ
template <class Operation>
FlatValue ElementWise(const ir::ExprPool& pool, const FlatValue& a, const FlatValue& b, Span span,
                      Operation operation) {
  if (!a.dims.empty() && !b.dims.empty() && a.dims != b.dims) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("the operands have different dimensions: {} and {}", Describe(a.dims), Describe(b.dims)));
  }
  if (a.is_record || b.is_record) Fail(DiagnosticKind::TypeMismatch, span, "a record has no arithmetic");
  FlatValue out;
  out.dims = a.dims.empty() ? b.dims : a.dims;
  out.type = a.type == ir::ScalarType::kReal ? a.type : b.type;
  const int64_t count = Count(out.dims);
  for (int64_t k = 0; k < count; ++k) {
    const auto i = static_cast<size_t>(k);
    out.elements.push_back(
        operation(a.dims.empty() ? a.elements[0] : a.elements[i], b.dims.empty() ? b.elements[0] : b.elements[i]));
  }
  if (count > 0) {
    out.type = pool[out.elements[0]].type;
    out.enumeration = pool[out.elements[0]].enumeration;
  }
  return out;
}

}  // namespace stiction::flatten
