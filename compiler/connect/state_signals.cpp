// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/connect/state_signals.h"

#include <fmt/format.h>

#include <algorithm>

namespace stiction::flatten {
namespace {

using ir::ExprId;
using ir::FlatEquation;
using ir::InstanceId;
using ir::Op;
using ir::VariableId;

class SignalWriter {
 public:
  SignalWriter(ExpansionContext& context, const std::vector<SignalMember>& members)
      : context_(context), pool_(*context.flat.pool), members_(members) {}

  std::vector<FlatEquation> Run() {
    Write(-1, {});
    return std::move(equations_);
  }

 private:
  int32_t StateOf(const SignalMember& member) const { return context_.states.Of(member.instance); }

  std::vector<const SignalMember*> MembersIn(int32_t state) const {
    std::vector<const SignalMember*> own;
    for (const SignalMember& member : members_) {
      if (StateOf(member) == state) own.push_back(&member);
    }
    return own;
  }

  std::vector<int32_t> StatesBelow(int32_t state) const {
    std::vector<int32_t> below;
    for (const SignalMember& member : members_) {
      for (int32_t s = StateOf(member); s >= 0 && s != state; s = context_.states[s].parent) {
        if (context_.states[s].parent != state) continue;
        if (std::find(below.begin(), below.end(), s) == below.end()) below.push_back(s);
      }
    }
    return below;
  }

  /// True if an output of the state itself is in the set.
  bool Produces(int32_t state) const {
    const std::vector<const SignalMember*> own = MembersIn(state);
    return std::any_of(own.begin(), own.end(), [&](const SignalMember* member) {
      if (context_.tree.instances[member->instance.index()].causality != ir::Causality::kOutput) return false;
      InstanceId at = context_.tree.instances[member->instance.index()].parent;
      while (at && at != context_.states[state].instance && IsPartOfInterface(context_.tree.instances[at.index()])) {
        at = context_.tree.instances[at.index()].parent;
      }
      return at == context_.states[state].instance;
    });
  }

  static bool IsPartOfInterface(const ir::Instance& instance) {
    return instance.kind == ir::InstanceKind::kArray || instance.class_kind == ast::ClassKind::kConnector ||
           ast::IsRecord(instance.class_kind);
  }

  ExprId Leaf(VariableId v) const {
    const ir::FlatVariable& variable = context_.flat.variables[v.index()];
    return pool_.Variable(v, variable.type, variable.enumeration);
  }

  /// @param given the signal outside of the state, if it comes from there
  /// @returns the signal in the state
  ExprId Write(int32_t state, ExprId given) {
    std::vector<std::pair<int32_t, ExprId>> sources;
    std::vector<int32_t> sinks;
    for (const int32_t below : StatesBelow(state)) {
      if (Produces(below)) {
        sources.emplace_back(below, Write(below, {}));
      } else {
        sinks.push_back(below);
      }
    }
    const std::vector<const SignalMember*> own = MembersIn(state);
    ExprId signal = own.empty() ? given : Leaf(own.front()->variable);
    if (own.empty() && !signal && sources.size() == 1) signal = sources.front().second;
    if (own.empty() && !signal && sources.size() > 1) {
      if (sinks.empty()) return {};
      signal = Leaf(NewSignal(state, sources.front().second));
    }
    const Span span = own.empty() ? members_.front().span : own.front()->span;
    if (given && !own.empty()) Equal(signal, given, state, span);
    if (!given && !sources.empty() && sources.front().second != signal) {
      Equal(signal, Merged(sources, signal), state, span);
    }
    for (size_t k = 1; k < own.size(); ++k) Equal(signal, Leaf(own[k]->variable), state, own[k]->span);
    for (const int32_t sink : sinks) {
      const ExprId inside = Write(sink, signal);
      if (!signal) signal = inside;
    }
    return signal;
  }

  ExprId Merged(const std::vector<std::pair<int32_t, ExprId>>& sources, ExprId signal) {
    if (sources.size() == 1) return sources.front().second;
    const ir::ExprNode& node = pool_[signal];
    ExprId value =
        pool_.Make({.op = Op::kPrevious, .type = node.type, .enumeration = node.enumeration, .args = {signal}});
    for (size_t i = sources.size(); i > 0; --i) {
      const auto query = static_cast<int32_t>(context_.state_statements.queries.size());
      const StateTree::State& state = context_.states[sources[i - 1].first];
      context_.state_statements.queries.push_back({state.instance, state.span});
      const ExprId active = pool_.Make({.op = Op::kActiveState, .type = ir::ScalarType::kBoolean, .payload = query});
      value = pool_.If(active, sources[i - 1].second, value);
    }
    return value;
  }

  VariableId NewSignal(int32_t state, ExprId like) {
    const ir::ExprNode node = pool_[like];
    ir::FlatVariable variable;
    const ir::FlatVariable& of = context_.flat.variables[static_cast<size_t>(node.payload)];
    variable.name = fmt::format("$merged({})", of.name);
    variable.type = node.type;
    variable.enumeration = node.enumeration;
    variable.variability = of.variability;
    variable.is_generated = true;
    variable.state = state;
    variable.origin.span = members_.front().span;
    context_.flat.variables.push_back(std::move(variable));
    return VariableId(static_cast<int64_t>(context_.flat.variables.size()) - 1);
  }

  void Equal(ExprId left, ExprId right, int32_t state, Span span) {
    FlatEquation equation;
    equation.kind = FlatEquation::Kind::kEquality;
    equation.left = left;
    equation.right = right;
    equation.state = state;
    equation.origin = {.span = span, .derivation = "connection equation"};
    equations_.push_back(std::move(equation));
  }

  ExpansionContext& context_;
  ir::ExprPool& pool_;
  const std::vector<SignalMember>& members_;
  std::vector<FlatEquation> equations_;
};

}  // namespace

bool AreInStates(const ExpansionContext& context, const std::vector<SignalMember>& members) {
  return std::any_of(members.begin(), members.end(),
                     [&](const SignalMember& member) { return context.states.Of(member.instance) >= 0; });
}

std::vector<FlatEquation> StateSignalEquations(ExpansionContext& context, const std::vector<SignalMember>& members) {
  return SignalWriter(context, members).Run();
}

}  // namespace stiction::flatten
