// SPDX-License-Identifier: BSD-3-Clause
// The bodies of functions, which make no events (MLS 12.2).
#pragma once

#include "compiler/ir/expr/function.h"

namespace stiction {

/// Drops noEvent and smooth, which mean nothing in a function.
void LowerFunction(ir::ExprPool& pool, ir::Function& function);

}  // namespace stiction
