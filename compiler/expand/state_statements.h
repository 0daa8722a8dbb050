// SPDX-License-Identifier: BSD-3-Clause
// What a model says of its state machines (MLS 17.1), in terms of instances.
#pragma once

#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/ir/instances/instance_tree.h"

namespace stiction::flatten {

/// `transition(from, to, condition, ...)`.
struct TransitionStatement {
  ir::InstanceId scope;  // in whose class it stands
  ir::InstanceId from, to;
  ir::ExprId condition;
  bool immediate = true, reset = true, synchronize = false;
  int64_t priority = 1;
  Span span, from_span, to_span, priority_span;
};

/// `initialState(state)`.
struct InitialStateStatement {
  ir::InstanceId scope;
  ir::InstanceId state;
  Span span, state_span;
};

/// A use of `activeState(state)`, `ticksInState()` or `timeInState()`: the payload of its expression is its number.
struct StateQuery {
  ir::InstanceId state;  // of `activeState`
  Span span;
};

struct StateStatements {
  std::vector<TransitionStatement> transitions;
  std::vector<InitialStateStatement> initials;
  std::vector<StateQuery> queries;

  bool empty() const { return transitions.empty() && initials.empty() && queries.empty(); }
};

/// The states that the statements name. They lie within each other as their instances do.
struct StateTree {
  struct State {
    ir::InstanceId instance;
    int32_t parent = -1;   // the state that it lies in, the innermost
    int32_t machine = -1;  // of which it is a state
    Span span;
  };
  std::vector<State> states;
  std::vector<int32_t> of_instance;  // by InstanceId: the innermost state that it is or lies in; -1: none

  int32_t Of(ir::InstanceId id) const { return id && !of_instance.empty() ? of_instance[id.index()] : -1; }
  const State& operator[](int32_t s) const { return states[static_cast<size_t>(s)]; }
  /// True if `outer` is `s` or a state around it; -1 is around all.
  bool IsWithin(int32_t s, int32_t outer) const {
    while (s != outer && s >= 0) s = (*this)[s].parent;
    return s == outer;
  }
  /// True if two states are never active at the same tick.
  bool AreExclusive(int32_t a, int32_t b) const {
    for (int32_t x = a; x >= 0; x = (*this)[x].parent) {
      for (int32_t y = b; y >= 0; y = (*this)[y].parent) {
        if (x != y && (*this)[x].machine == (*this)[y].machine) return true;
      }
    }
    return false;
  }
};

}  // namespace stiction::flatten
