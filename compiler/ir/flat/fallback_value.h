// SPDX-License-Identifier: BSD-3-Clause
// The value that stands in for a start value that is not given.
#pragma once

#include "compiler/ir/flat/flat_model.h"

namespace stiction::ir {

/// The start value; where none is given, the fallback value of the type: the value closest to zero that `min` and `max`
/// allow, `false`, "", and of an enumeration `min` or its first literal (MLS 4.8). Nothing of a Clock.
ExprId StartOrFallback(ExprPool& pool, ScalarType type, EnumerationId enumeration, const Attributes& attributes);

template <class Variable>
ExprId StartOf(ExprPool& pool, const Variable& variable) {
  return StartOrFallback(pool, variable.type, variable.enumeration, variable.attributes);
}

}  // namespace stiction::ir
