// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/state_machines/machine_writer.h"

#include <fmt/format.h>

#include <utility>

#include "compiler/symbolic/build.h"

namespace stiction::flatten {

using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

MachineWriter::MachineWriter(ExpansionContext& context, const std::vector<StateMachine>& machines)
    : context_(context),
      flat_(context.flat),
      pool_(*context.flat.pool),
      machines_(machines),
      variables_(machines.size()),
      entered_(context.states.states.size()) {
  for (size_t s = 0; s < context.states.states.size(); ++s) {
    const StateTree::State& state = context.states.states[s];
    const std::string name = ir::FullName(context.tree, state.instance);
    const Span span = context.tree.instances[state.instance.index()].span;
    const VariableId active = NewVariable(fmt::format("activeState({})", name), ScalarType::kBoolean, -1, span);
    flat_.variables[active.index()].is_generated = false;
    flat_.variables[active.index()].comment = "whether the state is active";
    flat_.states.push_back({active, NewVariable(fmt::format("$reset({})", name), ScalarType::kBoolean, -1, span)});
  }
  for (size_t m = 0; m < machines.size(); ++m) Declare(static_cast<int32_t>(m));
}

void MachineWriter::Declare(int32_t machine) {
  const StateMachine& of = At(machine);
  Variables& variables = Of(machine);
  const auto add = [&](const char* name, ScalarType type) {
    return NewVariable(fmt::format("$machine[{}].{}", machine + 1, name), type, of.parent, of.span);
  };
  if (of.parent < 0) variables.begun = add("begun", ScalarType::kBoolean);
  variables.state = add("state", ScalarType::kInteger);
  variables.fired = add("fired", ScalarType::kInteger);
  for (const TransitionStatement* transition : of.transitions) {
    if (!transition->immediate && !variables.delayed) variables.delayed = add("delayed", ScalarType::kInteger);
  }
  for (size_t i = 0; i < of.states.size(); ++i) {
    variables.pending.push_back(add(fmt::format("pending[{}]", i + 1).c_str(), ScalarType::kBoolean));
  }
}

ExprId MachineWriter::Leaf(VariableId v) const {
  const ir::FlatVariable& variable = flat_.variables[v.index()];
  return pool_.Variable(v, variable.type, variable.enumeration);
}

ExprId MachineWriter::Previous(VariableId v) const {
  const ir::FlatVariable& variable = flat_.variables[v.index()];
  return pool_.Make(
      {.op = Op::kPrevious, .type = variable.type, .enumeration = variable.enumeration, .args = {Leaf(v)}});
}

VariableId MachineWriter::NewVariable(std::string name, ScalarType type, int32_t state, Span span) {
  ir::FlatVariable variable;
  variable.name = std::move(name);
  variable.type = type;
  variable.variability = ir::Variability::kDiscrete;
  variable.is_generated = true;
  variable.state = state;
  variable.origin.span = span;
  flat_.variables.push_back(std::move(variable));
  return VariableId(static_cast<int64_t>(flat_.variables.size()) - 1);
}

void MachineWriter::Assign(VariableId variable, ExprId value, InternedText derivation) {
  const ir::FlatVariable& of = flat_.variables[variable.index()];
  ir::FlatEquation equation;
  equation.kind = ir::FlatEquation::Kind::kEquality;
  equation.left = Leaf(variable);
  equation.right = value;
  equation.state = of.state;
  equation.origin = {.span = of.origin.span, .derivation = derivation};
  flat_.equations.push_back(equation);
}

ExprId MachineWriter::Is(VariableId number, int64_t value) {
  return pool_.Binary(Op::kEq, Leaf(number), pool_.Integer(value));
}

ExprId MachineWriter::Reset(int32_t machine) {
  const int32_t parent = At(machine).parent;
  if (parent < 0) return symbolic::Not(pool_, Previous(Of(machine).begun));
  return Leaf(flat_.states[static_cast<size_t>(parent)].reset);
}

ExprId MachineWriter::Entered(int32_t machine) {
  const int32_t parent = At(machine).parent;
  return parent < 0 ? Reset(machine) : StateEntered(parent);
}

ExprId MachineWriter::Changed(int32_t machine) {
  return symbolic::Or(pool_, Entered(machine), pool_.Binary(Op::kGt, Leaf(Of(machine).fired), pool_.Integer(0)));
}

// A self-transition enters the state anew (MLS 17.1, ticksInState).
ExprId MachineWriter::StateEntered(int32_t state) {
  const auto s = static_cast<size_t>(state);
  if (!entered_[s]) {
    const StateTree::State& of = context_.states[state];
    entered_[s] = NewVariable(fmt::format("$entered({})", ir::FullName(context_.tree, of.instance)),
                              ScalarType::kBoolean, -1, of.span);
    Assign(entered_[s], symbolic::And(pool_, Leaf(flat_.states[s].active), Changed(of.machine)), "state machine");
  }
  return Leaf(entered_[s]);
}

int32_t MachineWriter::MachineAt(const StatePlace& place) const {
  return place.machine >= 0 ? place.machine : context_.states[place.state].machine;
}

// The state that an immediate transition leaves is the one that would go on: whether it does is not known yet.
ExprId MachineWriter::Ticks(const StatePlace& place) {
  const int32_t machine = MachineAt(place);
  VariableId& ticks = Of(machine).ticks;
  const auto count = [&](ExprId anew) {
    return symbolic::If(pool_, anew, pool_.Integer(1), symbolic::Add(pool_, Previous(ticks), pool_.Integer(1)));
  };
  if (!ticks) {
    ticks = NewVariable(fmt::format("$machine[{}].ticks", machine + 1), ScalarType::kInteger, At(machine).parent,
                        At(machine).span);
    Assign(ticks, count(Changed(machine)), "state machine");
  }
  return place.immediate ? count(Entered(machine)) : Leaf(ticks);
}

ExprId MachineWriter::Time(const StatePlace& place) {
  const int32_t machine = MachineAt(place);
  VariableId& since = Of(machine).since;
  const auto begin = [&](ExprId anew) { return symbolic::If(pool_, anew, pool_.Time(), Previous(since)); };
  if (!since) {
    since = NewVariable(fmt::format("$machine[{}].since", machine + 1), ScalarType::kReal, At(machine).parent,
                        At(machine).span);
    Assign(since, begin(Changed(machine)), "state machine");
  }
  return symbolic::Sub(pool_, pool_.Time(), place.immediate ? begin(Entered(machine)) : Leaf(since));
}

// All machines in the state have reached final states; as they were before, of a state that is to be left at this tick.
ExprId MachineWriter::Synchronized(int32_t from, bool immediate) {
  ExprId all = pool_.Boolean(true);
  for (size_t m = 0; m < machines_.size(); ++m) {
    if (machines_[m].parent != from) continue;
    const VariableId state = variables_[m].state;
    ExprId is_final = pool_.Boolean(false);
    for (const int32_t s : machines_[m].states) {
      if (!machines_[m].IsFinal(s, context_.states)) continue;
      const ExprId number = immediate ? Previous(state) : Leaf(state);
      is_final = symbolic::Or(pool_, is_final, pool_.Binary(Op::kEq, number, pool_.Integer(machines_[m].NumberOf(s))));
    }
    all = symbolic::And(pool_, all, is_final);
  }
  return all;
}

ExprId MachineWriter::FirstOf(int32_t machine, bool immediate, ExprId selected,
                              const std::function<ExprId(ExprId, const StatePlace&)>& condition) {
  const StateMachine& of = At(machine);
  ExprId first = pool_.Integer(0);
  for (size_t k = of.transitions.size(); k > 0; --k) {
    const TransitionStatement& transition = *of.transitions[k - 1];
    if (transition.immediate != immediate) continue;
    const int32_t from = context_.states.Of(transition.from);
    ExprId fires = condition(transition.condition, {of.parent, machine, immediate});
    if (transition.synchronize) fires = symbolic::And(pool_, fires, Synchronized(from, immediate));
    if (immediate && !ir::IsLiteral(pool_[fires].op)) fires = ConditionOf(machine, k, fires);
    const ExprId is_there = pool_.Binary(Op::kEq, selected, pool_.Integer(of.NumberOf(from)));
    first = symbolic::If(pool_, symbolic::And(pool_, is_there, fires), pool_.Integer(static_cast<int64_t>(k)), first);
  }
  return first;
}

ExprId MachineWriter::ConditionOf(int32_t machine, size_t transition, ExprId condition) {
  const StateMachine& of = At(machine);
  const VariableId v = NewVariable(fmt::format("$machine[{}].condition[{}]", machine + 1, transition),
                                   ScalarType::kBoolean, of.parent, of.transitions[transition - 1]->span);
  Assign(v, condition, "condition of a transition");
  flat_.immediate_conditions.push_back(v);
  return Leaf(v);
}

void MachineWriter::Write(const std::function<ExprId(ExprId, const StatePlace&)>& condition) {
  for (size_t m = 0; m < machines_.size(); ++m) {
    WriteMachine(static_cast<int32_t>(m), condition);
    WriteStates(static_cast<int32_t>(m));
  }
}

void MachineWriter::WriteMachine(int32_t machine, const std::function<ExprId(ExprId, const StatePlace&)>& condition) {
  const StateMachine& of = At(machine);
  const Variables variables = Of(machine);
  const ExprId reset = Reset(machine), one = pool_.Integer(1), none = pool_.Integer(0);
  const ExprId selected = symbolic::If(pool_, reset, one, Previous(variables.state));
  if (variables.begun) Assign(variables.begun, pool_.Boolean(true), "state machine");
  // Transitions are numbered by priority: the smaller number of two fires, 0 is none.
  ExprId fired = FirstOf(machine, true, selected, condition);
  if (!ir::IsLiteral(pool_[fired].op)) {
    const VariableId immediate =
        NewVariable(fmt::format("$machine[{}].immediate", machine + 1), ScalarType::kInteger, of.parent, of.span);
    Assign(immediate, fired, "state machine");
    fired = Leaf(immediate);
  }
  if (variables.delayed) {
    const ExprId waiting = Previous(variables.delayed);
    const ExprId is_first =
        symbolic::And(pool_, pool_.Binary(Op::kGt, waiting, none),
                      symbolic::Or(pool_, pool_.Binary(Op::kEq, fired, none), pool_.Binary(Op::kLt, waiting, fired)));
    fired = symbolic::If(pool_, is_first, waiting, fired);
    Assign(variables.delayed, FirstOf(machine, false, Leaf(variables.state), condition), "state machine");
  }
  Assign(variables.fired, symbolic::If(pool_, reset, none, fired), "state machine");
  ExprId state = selected;
  for (size_t k = of.transitions.size(); k > 0; --k) {
    const int64_t to = of.NumberOf(context_.states.Of(of.transitions[k - 1]->to));
    state = symbolic::If(pool_, Is(variables.fired, static_cast<int64_t>(k)), pool_.Integer(to), state);
  }
  Assign(variables.state, state, "state machine");
  for (size_t i = 0; i < of.states.size(); ++i) {
    const ExprId is_left = symbolic::Not(pool_, Is(variables.state, static_cast<int64_t>(i) + 1));
    Assign(variables.pending[i],
           symbolic::And(pool_, is_left, symbolic::Or(pool_, reset, Previous(variables.pending[i]))), "state machine");
  }
}

void MachineWriter::WriteStates(int32_t machine) {
  const StateMachine& of = At(machine);
  const Variables& variables = Of(machine);
  for (size_t i = 0; i < of.states.size(); ++i) {
    const ir::FlatState state = flat_.states[static_cast<size_t>(of.states[i])];
    ExprId active = Is(variables.state, static_cast<int64_t>(i) + 1);
    if (of.parent >= 0) {
      active = symbolic::And(pool_, Leaf(flat_.states[static_cast<size_t>(of.parent)].active), active);
    }
    Assign(state.active, active, "state machine");
    ExprId reset = symbolic::Or(pool_, Reset(machine), Previous(variables.pending[i]));
    for (size_t k = 0; k < of.transitions.size(); ++k) {
      if (!of.transitions[k]->reset || context_.states.Of(of.transitions[k]->to) != of.states[i]) continue;
      reset = symbolic::Or(pool_, reset, Is(variables.fired, static_cast<int64_t>(k) + 1));
    }
    Assign(state.reset, symbolic::And(pool_, Leaf(state.active), reset), "state machine");
  }
}

}  // namespace stiction::flatten
