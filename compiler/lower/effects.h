// SPDX-License-Identifier: BSD-3-Clause
// Calls for their effect (ir::Function::is_effect), which stand as conditions of assertions.
#pragma once

#include "compiler/lower/context.h"

namespace stiction {

bool IsEffect(const ir::ExprPool& pool, const std::vector<ir::Function>& functions, ir::ExprId condition);

/// The condition of an assertion that only holds where `guard` does; an effect is put off instead.
ir::ExprId Guarded(LowerContext& context, ir::ExprId guard, ir::ExprId condition);

/// True if an effect may reach a function that is declared `impure` (MLS 12.3).
bool IsImpure(LowerContext& context, ir::ExprId effect);

}  // namespace stiction
