// SPDX-License-Identifier: BSD-3-Clause
// The state machines of a model (MLS 17.1): states that transitions couple.
#pragma once

#include <vector>

#include "compiler/expand/expander.h"
#include "compiler/support/diagnostics.h"

namespace stiction::flatten {

struct StateMachine {
  int32_t parent = -1;          // the state that it lies in
  std::vector<int32_t> states;  // the initial one first
  /// The highest priority first.
  std::vector<const TransitionStatement*> transitions;
  Span span;  // of its initialState

  /// The number of a state, from 1.
  int64_t NumberOf(int32_t state) const;
  /// True if no transition leaves the state.
  bool IsFinal(int32_t state, const StateTree& tree) const;
};

/// Finds the states and the machines that the statements of the context make, and what makes them none.
/// @returns the machines, in order of their first state; the states are those of the context afterwards
std::vector<StateMachine> FindMachines(ExpansionContext& context, Diagnostics& diagnostics);

}  // namespace stiction::flatten
