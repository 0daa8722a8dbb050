// SPDX-License-Identifier: BSD-3-Clause
// Signals that connections lead into states of state machines, and out of them (MLS 17.3.6).
#pragma once

#include <vector>

#include "compiler/expand/expander.h"

namespace stiction::flatten {

/// A scalar in the connection set of a signal.
struct SignalMember {
  ir::InstanceId instance;
  ir::VariableId variable;
  Span span;  // of the connect
};

/// True if a member lies in a state.
bool AreInStates(const ExpansionContext& context, const std::vector<SignalMember>& members);

/// The equations of the set, each of the state in which it determines a variable. Outputs of several states are merged:
/// the signal is that of the state that is active, or stays what it was. @pre the states are known
std::vector<ir::FlatEquation> StateSignalEquations(ExpansionContext& context, const std::vector<SignalMember>& members);

}  // namespace stiction::flatten
