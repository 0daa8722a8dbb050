// SPDX-License-Identifier: BSD-3-Clause
// The arithmetic of one operator on numbers: what folding and evaluation agree on.
#pragma once

#include <optional>
#include <span>

#include "compiler/ir/expr/expr.h"

namespace stiction::symbolic {

/// The value of `op` on known arguments (Boolean: 0 or 1; enumeration: ordinal), by MLS 3.7.1, 3.7.2 and 3.7.3.
/// @returns nothing for leaves, for operators that are no function of their arguments' values at one instant (pre,
/// sample, edge, calls, ...), for Strings, and where the result is not finite (1/0, log(0), ...).
std::optional<double> Apply(ir::Op op, std::span<const double> args);

}  // namespace stiction::symbolic
