// SPDX-License-Identifier: BSD-3-Clause
// The text form of the Dae: variables with their roles, then the equations by the functions of MLS Appendix B.
#pragma once

#include <ostream>

#include "compiler/ir/dae/dae.h"
#include "compiler/ir/expr/print.h"

namespace stiction::ir {

/// The names that the expressions of a Dae refer to; relations print as `c0`, `c1`, ... @pre the Dae outlives the
/// result
ExprNames NamesOf(const Dae& dae);

void Print(std::ostream& out, const Dae& dae);

}  // namespace stiction::ir
