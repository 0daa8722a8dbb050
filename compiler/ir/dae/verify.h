// SPDX-License-Identifier: BSD-3-Clause
// Invariants of a Dae.
#pragma once

#include "compiler/ir/dae/dae.h"

namespace stiction::ir {

/// Aborts (CHECK) unless each reference is declared and no alias, no operator of MLS 3.7.5 but the leaves named in
/// dae.h is left, each relation stands once in the table, f_z and f_m assign to distinct discrete variables, and
/// derivative and integral point at each other. That equations and unknowns balance is the modeller's matter: see
/// causalize.
void Verify(const Dae& dae);

}  // namespace stiction::ir
