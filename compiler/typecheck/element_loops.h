// SPDX-License-Identifier: BSD-3-Clause
// Functions that apply overloaded operators to all elements of arrays.
#pragma once

#include "compiler/ir/instances/instance_tree.h"

namespace stiction::typecheck {

/// `sum(v)` of an array of operator records: starts with '0' and adds each element by `+`. Not checked yet.
/// @param next_iterator the number of an iterator that nothing else has; afterwards too
ir::FunctionInstance MakeSum(const ir::Type& array, ir::FunctionInstanceId zero, Span span, int32_t& next_iterator);

/// The product of a matrix and a vector or a matrix, by `*` and `+` of their elements (MLS 14.5, 10.6.4). Not checked
/// yet. @param zero the function '0' of the elements of the result; invalid: the inner dimension must not be 0
ir::FunctionInstance MakeProduct(const ir::Type& a, const ir::Type& b, const ir::Type& element,
                                 ir::FunctionInstanceId zero, Span span, int32_t& next_iterator);

}  // namespace stiction::typecheck
