// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/ir/dae/dae.h"

namespace stiction {

/// Of parameters whose values depend on each other through branches that are not taken, the declarations become those
/// of the branches that are (MLS 4.4.4): `T = if use_T then T0 else f(h)` beside `h = if use_T then g(T) else h0`.
/// What decides must have a value when translating.
void BreakParameterCycles(ir::Dae& dae);

}  // namespace stiction
