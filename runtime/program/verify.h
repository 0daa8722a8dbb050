// SPDX-License-Identifier: BSD-3-Clause
// Checks a Program's invariants.
#pragma once

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Aborts (RT_CHECK) unless all ranges lie in the code, all slots exist, jumps stay in their range, and, for each
/// purpose in its order of execution, every slot that an instruction writes anywhere is written before it is read.
/// Slots that no code writes hold constants and what the simulation sets (time, states, pre values, relations).
void Verify(const Program& program);

}  // namespace stiction::runtime
