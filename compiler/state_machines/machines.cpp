// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/state_machines/machines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace stiction::flatten {

using ir::InstanceId;

int64_t StateMachine::NumberOf(int32_t state) const {
  return std::find(states.begin(), states.end(), state) - states.begin() + 1;
}

bool StateMachine::IsFinal(int32_t state, const StateTree& tree) const {
  return std::none_of(transitions.begin(), transitions.end(),
                      [&](const TransitionStatement* t) { return t->from == tree[state].instance; });
}

namespace {

class Finder {
 public:
  Finder(ExpansionContext& context, Diagnostics& diagnostics)
      : context_(context), statements_(context.state_statements), states_(context.states), diagnostics_(diagnostics) {}

  std::vector<StateMachine> Run() {
    CollectStates();
    if (!states_.states.empty()) FindParents();
    CheckPlaces();
    if (diagnostics_.HasErrors()) return {};
    Couple();
    CheckInitialStates();
    CheckPriorities();
    CheckQueries();
    return std::move(machines_);
  }

 private:
  std::string Name(InstanceId id) const { return ir::FullName(context_.tree, id); }
  std::string Name(int32_t state) const { return Name(states_[state].instance); }

  void CollectStates() {
    const auto add = [this](InstanceId id, Span span) {
      if (!number_.emplace(id, static_cast<int32_t>(states_.states.size())).second) return;
      states_.states.push_back({.instance = id, .span = span});
    };
    for (const InitialStateStatement& initial : statements_.initials) add(initial.state, initial.state_span);
    for (const TransitionStatement& transition : statements_.transitions) {
      add(transition.from, transition.from_span);
      add(transition.to, transition.to_span);
    }
  }

  void FindParents() {
    states_.of_instance.assign(context_.tree.instances.size(), -1);
    for (size_t i = 0; i < context_.tree.instances.size(); ++i) {
      const InstanceId id(static_cast<int64_t>(i));
      for (InstanceId at = id; at; at = context_.tree.instances[at.index()].parent) {
        const auto state = number_.find(at);
        if (state == number_.end()) continue;
        states_.of_instance[i] = state->second;
        break;
      }
    }
    for (StateTree::State& state : states_.states) {
      state.parent = states_.Of(context_.tree.instances[state.instance.index()].parent);
    }
  }

  // A state machine lies where it is written, not in one of its states or beside others.
  void CheckPlaces() {
    for (const InitialStateStatement& initial : statements_.initials) {
      CheckPlace(initial.scope, initial.state, initial.state_span);
    }
    for (const TransitionStatement& transition : statements_.transitions) {
      CheckPlace(transition.scope, transition.from, transition.from_span);
      CheckPlace(transition.scope, transition.to, transition.to_span);
    }
  }

  void CheckPlace(InstanceId scope, InstanceId state, Span span) {
    const int32_t parent = states_[number_.at(state)].parent;
    if (parent == states_.Of(scope)) return;
    const bool is_within = parent >= 0 && states_.IsWithin(parent, states_.Of(scope));
    Diagnostic& error = diagnostics_.Error(
        DiagnosticKind::NotAState, span,
        is_within ? fmt::format("`{}` lies in the state `{}`, and can be a state of a machine in there only (MLS 17.1)",
                                Name(state), Name(parent))
                  : fmt::format("`{}` lies outside of the state whose machine this is (MLS 17.1)", Name(state)));
    error.labels.push_back({context_.tree.instances[state.index()].span, "it is declared here"});
    error.hint = is_within ? fmt::format("write the equation in the class of `{}`", Name(parent))
                           : "write the equation where the state is declared";
  }

  void Couple() {
    std::vector<int32_t> leader(states_.states.size());
    for (size_t s = 0; s < leader.size(); ++s) leader[s] = static_cast<int32_t>(s);
    const auto find = [&leader](int32_t s) {
      while (leader[static_cast<size_t>(s)] != s) s = leader[static_cast<size_t>(s)];
      return s;
    };
    for (const TransitionStatement& transition : statements_.transitions) {
      const int32_t a = find(number_.at(transition.from)), b = find(number_.at(transition.to));
      leader[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
    }
    std::map<int32_t, int32_t> machine_of;  // by leader
    for (size_t s = 0; s < leader.size(); ++s) {
      const auto state = static_cast<int32_t>(s);
      const auto [machine, is_new] = machine_of.emplace(find(state), static_cast<int32_t>(machines_.size()));
      if (is_new) machines_.push_back({.parent = states_[state].parent});
      states_.states[s].machine = machine->second;
      machines_[static_cast<size_t>(machine->second)].states.push_back(state);
    }
    for (const TransitionStatement& transition : statements_.transitions) {
      MachineOf(transition.from).transitions.push_back(&transition);
    }
    for (StateMachine& machine : machines_) {
      std::stable_sort(machine.transitions.begin(), machine.transitions.end(),
                       [](const auto* a, const auto* b) { return a->priority < b->priority; });
    }
  }

  StateMachine& MachineOf(InstanceId state) {
    return machines_[static_cast<size_t>(states_[number_.at(state)].machine)];
  }

  void CheckInitialStates() {
    std::map<int32_t, const InitialStateStatement*> initial_of;
    for (const InitialStateStatement& initial : statements_.initials) {
      const int32_t machine = states_[number_.at(initial.state)].machine;
      const auto [first, is_new] = initial_of.emplace(machine, &initial);
      if (!is_new) {
        Diagnostic& error = diagnostics_.Error(
            DiagnosticKind::InitialStateCount, initial.span,
            fmt::format("`{}` is a second initial state of one state machine (MLS 17.1)", Name(initial.state)));
        error.labels.push_back({first->second->span, "the first one"});
        error.hint = "keep one of them; states that no transitions join are two machines";
        continue;
      }
      StateMachine& of = machines_[static_cast<size_t>(machine)];
      of.span = initial.span;
      std::rotate(of.states.begin(), of.states.begin() + of.NumberOf(number_.at(initial.state)) - 1,
                  of.states.begin() + of.NumberOf(number_.at(initial.state)));
    }
    for (size_t m = 0; m < machines_.size(); ++m) {
      if (initial_of.contains(static_cast<int32_t>(m))) continue;
      const int32_t first = machines_[m].states.front();
      diagnostics_
          .Error(DiagnosticKind::InitialStateCount, states_[first].span,
                 fmt::format("the state machine of `{}` has no initial state (MLS 17.1)", Name(first)))
          .hint = "say in which state it begins: `initialState(...)`";
    }
  }

  void CheckPriorities() {
    std::map<std::pair<InstanceId, int64_t>, const TransitionStatement*> of_priority;
    for (const TransitionStatement& transition : statements_.transitions) {
      if (transition.priority < 1) {
        diagnostics_
            .Error(
                DiagnosticKind::TransitionPriority, transition.priority_span,
                fmt::format("the priority of a transition must be at least 1, not {} (MLS 17.1)", transition.priority))
            .hint = "the smallest number fires first";
        continue;
      }
      const auto [first, is_new] = of_priority.emplace(std::pair(transition.from, transition.priority), &transition);
      if (is_new) continue;
      Diagnostic& error = diagnostics_.Error(DiagnosticKind::TransitionPriority, transition.span,
                                             fmt::format("two transitions from `{}` have the priority {} (MLS 17.1)",
                                                         Name(transition.from), transition.priority));
      error.labels.push_back({first->second->span, "the other one"});
      error.hint = "give one of them another `priority`: the smallest fires first";
    }
  }

  void CheckQueries() {
    for (const StateQuery& query : statements_.queries) {
      if (!query.state || number_.contains(query.state)) continue;
      Diagnostic& error =
          diagnostics_.Error(DiagnosticKind::NotAState, query.span,
                             fmt::format("`{}` is no state of a state machine (MLS 17.1)", Name(query.state)));
      error.labels.push_back({context_.tree.instances[query.state.index()].span, "it is declared here"});
      error.hint = "states are what `transition` or `initialState` names";
    }
  }

  ExpansionContext& context_;
  const StateStatements& statements_;
  StateTree& states_;
  Diagnostics& diagnostics_;
  std::map<InstanceId, int32_t> number_;  // of a state
  std::vector<StateMachine> machines_;
};

}  // namespace

std::vector<StateMachine> FindMachines(ExpansionContext& context, Diagnostics& diagnostics) {
  return Finder(context, diagnostics).Run();
}

}  // namespace stiction::flatten
