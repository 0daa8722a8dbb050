// SPDX-License-Identifier: BSD-3-Clause
// Operators that depend on more than the values of their arguments.
#pragma once

#include <string_view>

namespace stiction::ir {

/// The operators of clocks and clocked variables (MLS 16.3 to 16.5, 16.10) but for `sample`, which is another operator
/// as well.
bool IsClockOperator(std::string_view builtin);

/// The equations that make state machines, `transition` and `initialState` (MLS 17.1).
bool IsStateMachineEquation(std::string_view builtin);
/// The operators that ask for the state of a state machine: `activeState`, `ticksInState`, `timeInState` (MLS 17.1).
bool IsStateQuery(std::string_view builtin);

/// True of those that no function may call (MLS 12.2): of time and events, of clocks, and of connections.
bool IsOperatorOfModels(std::string_view builtin);

}  // namespace stiction::ir
