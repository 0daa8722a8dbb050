// SPDX-License-Identifier: BSD-3-Clause
// Checks a Program's invariants.
#pragma once

#include <optional>
#include <string>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// A sentence about what is wrong, if something is: all ranges have to lie in the code, all slots, functions, messages
/// and so on have to exist, jumps to stay in their range, and, for each purpose in its order of execution, every slot
/// that an instruction writes anywhere is written before it is read. Slots that no code writes hold constants and what
/// the simulation sets (time, states, pre values, relations).
std::optional<std::string> FindFault(const Program& program);

/// Aborts (RT_CHECK) if there is a fault.
void Verify(const Program& program);

}  // namespace stiction::runtime
