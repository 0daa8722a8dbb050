// SPDX-License-Identifier: BSD-3-Clause
// Targets of assignments whose subscripts change while the model runs (MLS 11.2.1).
#pragma once

#include <optional>
#include <vector>

#include "compiler/expand/expander.h"

namespace stiction::flatten {

/// `x[i, 1:n]` with an `i` that changes.
struct IndexedTarget {
  FlatValue array;                     // all of it, the variables
  std::vector<Expander::Index> index;  // by dimension
  std::vector<Span> spans;             // of the subscripts, by dimension
  std::vector<int64_t> dims;           // of what is assigned
};

/// An element of the array that an element of the value may be assigned to.
struct ElementChoice {
  size_t element = 0;  // of the array
  size_t value = 0;    // of the value
  ir::ExprId is_meant;
  /// In one element for all: where a subscript is out of range, and a call that says so; else invalid.
  ir::ExprId is_outside, outside;
};

/// The target, if it is an array of a built-in type with a subscript that is not known.
/// @throws ExpansionError
std::optional<IndexedTarget> FindIndexed(Expander& expander, const ir::BoundExpression& target);

/// Of two choices of one element the later one counts.
std::vector<ElementChoice> Choices(Expander& expander, const IndexedTarget& target);

}  // namespace stiction::flatten
