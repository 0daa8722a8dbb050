// SPDX-License-Identifier: BSD-3-Clause
// State machines (MLS 17) as clocked equations.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "compiler/expand/expander.h"
#include "compiler/state_machines/machines.h"
#include "compiler/support/diagnostics.h"

namespace stiction::flatten {

/// Makes the states of the context's statements those of the flat model, and writes their machines. Afterwards each
/// variable and equation knows the state in which it lies, and no operator of state machines is left.
/// @param scope_of the instance in whose class an equation stands; of one that has its state already: invalid
void WriteStateMachines(ExpansionContext& context, const std::vector<StateMachine>& machines,
                        const std::function<ir::InstanceId(size_t equation)>& scope_of, Diagnostics& diagnostics);

}  // namespace stiction::flatten
