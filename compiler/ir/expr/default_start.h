// SPDX-License-Identifier: BSD-3-Clause
// Start values of the built-in types.
#pragma once

#include "compiler/ir/expr/expr.h"

namespace stiction::ir {

/// The literal that MLS 4.8 gives as default start value of a type (the first literal of an enumeration); of a Clock
/// nothing.
ExprId DefaultStart(ExprPool& pool, ScalarType type, EnumerationId enumeration);

}  // namespace stiction::ir
