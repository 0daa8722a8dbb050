// SPDX-License-Identifier: BSD-3-Clause
// Walking expressions, for what only reads them: printing and verification.
#pragma once

#include <functional>
#include <vector>

#include "compiler/ir/expr/expr.h"

namespace stiction::ir {

/// Calls `visit` once for each node below the valid ones of `roots`, in ascending order of ids (so arguments first).
void ForEachReachable(const ExprPool& pool, const std::vector<ExprId>& roots, const std::function<void(ExprId)>& visit);

}  // namespace stiction::ir
