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

/// What is known of the flat model where the machines are written.
struct StatesAround {
  /// The instance in whose class an equation stands; of one that has its state already: invalid.
  std::function<ir::InstanceId(size_t equation)> scope_of;
  std::vector<char> is_connected;  // by variable: whether connections from outside of its component determine it
};

/// Makes the states of the context's statements those of the flat model, and writes their machines. Afterwards each
/// variable and equation knows the state in which it lies, and no operator of state machines is left.
void WriteStateMachines(ExpansionContext& context, const std::vector<StateMachine>& machines,
                        const StatesAround& around, Diagnostics& diagnostics);

}  // namespace stiction::flatten
