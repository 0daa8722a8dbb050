// SPDX-License-Identifier: BSD-3-Clause
// Names of the operators that an operator record can declare.
#pragma once

#include "compiler/ir/ast/ast.h"

namespace stiction::ast {

/// "'+'": the class `operator` in which an operator record overloads it; element-wise operators have that of the
/// others (MLS 14, 14.5).
const char* OverloadedName(UnaryOperator op);
const char* OverloadedName(BinaryOperator op);

}  // namespace stiction::ast
