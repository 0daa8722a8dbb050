// SPDX-License-Identifier: BSD-3-Clause
// The equations of state machines: the semantics of MLS 17.3 as clocked equations.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/state_machines/machines.h"

namespace stiction::flatten {

/// Where an expression stands: in a state, or in a transition of a machine.
struct StatePlace {
  int32_t state = -1;    // innermost around it
  int32_t machine = -1;  // of the transition whose condition it is
  bool immediate = false;
};

/// Writes a machine as equations of the state around it, so that they rest while that is not active. The variables of a
/// state machine of MLS 17.3.4 are variables of the model; `nextReset` there is always false.
class MachineWriter {
 public:
  /// Declares what tells of each state whether it is active and whether it begins anew.
  MachineWriter(ExpansionContext& context, const std::vector<StateMachine>& machines);

  /// Appends the equations. @param condition rewrites the condition of a transition for its place
  void Write(const std::function<ir::ExprId(ir::ExprId, const StatePlace&)>& condition);

  /// `ticksInState()` and `timeInState()` of the machine that a place asks for.
  /// @pre it stands in a state, or in a transition
  ir::ExprId Ticks(const StatePlace& place);
  ir::ExprId Time(const StatePlace& place);

  ir::ExprId Leaf(ir::VariableId v) const;
  ir::ExprId Previous(ir::VariableId v) const;
  ir::VariableId NewVariable(std::string name, ir::ScalarType type, int32_t state, Span span);
  void Assign(ir::VariableId variable, ir::ExprId value, InternedText derivation);

 private:
  struct Variables {
    ir::VariableId begun;                 // of a machine in no state: there has been a tick
    ir::VariableId state, fired;          // numbers of a state and of a transition, 0: none
    ir::VariableId delayed;               // the transition that fires at the next tick
    std::vector<ir::VariableId> pending;  // of states: they are to be reset when they become active
    ir::VariableId ticks, since;          // where something asks for them
  };

  Variables& Of(int32_t machine) { return variables_[static_cast<size_t>(machine)]; }
  const StateMachine& At(int32_t machine) const { return machines_[static_cast<size_t>(machine)]; }
  int32_t MachineAt(const StatePlace& place) const;
  void Declare(int32_t machine);
  void WriteMachine(int32_t machine, const std::function<ir::ExprId(ir::ExprId, const StatePlace&)>& condition);
  void WriteStates(int32_t machine);
  /// The first transition of a kind that leaves `selected` and whose condition holds; 0: none.
  ir::ExprId FirstOf(int32_t machine, bool immediate, ir::ExprId selected,
                     const std::function<ir::ExprId(ir::ExprId, const StatePlace&)>& condition);
  /// A variable that has the value of the condition of an immediate transition.
  ir::ExprId ConditionOf(int32_t machine, size_t transition, ir::ExprId condition);
  ir::ExprId Synchronized(int32_t from, bool immediate);
  /// True where the machine begins anew.
  ir::ExprId Reset(int32_t machine);
  /// True where the machine becomes active, and where a transition of it fires.
  ir::ExprId Entered(int32_t machine);
  ir::ExprId StateEntered(int32_t state);
  ir::ExprId Changed(int32_t machine);
  ir::ExprId Is(ir::VariableId number, int64_t value);

  ExpansionContext& context_;
  ir::FlatModel& flat_;
  ir::ExprPool& pool_;
  const std::vector<StateMachine>& machines_;
  std::vector<Variables> variables_;     // by machine
  std::vector<ir::VariableId> entered_;  // by state, where needed
};

}  // namespace stiction::flatten
