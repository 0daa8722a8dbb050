// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/state_machines/outer_outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/flat/fallback_value.h"
#include "compiler/symbolic/build.h"

namespace stiction::flatten {

using ir::ExprId;
using ir::InstanceId;
using ir::VariableId;

void OuterOutputs::Declare() {
  for (const ir::OuterOutput& output : context_.tree.outer_outputs) Declare(output);
  for (const auto& [v, copies] : copies_) {
    CheckExclusive(v, copies);
    CheckStart(v);
  }
}

std::vector<VariableId> OuterOutputs::VariablesBelow(InstanceId id) const {
  std::vector<VariableId> found;
  const ir::Instance& instance = context_.tree.instances[id.index()];
  if (instance.kind == ir::InstanceKind::kBuiltin) {
    const VariableId first = context_.variables[id.index()];
    for (int64_t k = 0; first && k < Count(instance.dims); ++k) found.emplace_back(first.value + k);
    return found;
  }
  const bool is_array = instance.kind == ir::InstanceKind::kArray;
  for (const InstanceId below : is_array ? instance.elements : instance.children) {
    const std::vector<VariableId> inner = VariablesBelow(below);
    found.insert(found.end(), inner.begin(), inner.end());
  }
  return found;
}

void OuterOutputs::Declare(const ir::OuterOutput& output) {
  const int32_t state = context_.states.Of(output.declared_in);
  if (state < 0 || context_.states.Of(output.inner) == state) return;
  const std::vector<VariableId> outer = VariablesBelow(output.inner);
  for (const VariableId v : outer) DeclareCopy(output, state, v);
  if (!output.own) return;
  const std::vector<VariableId> own = VariablesBelow(output.own);
  for (size_t k = 0; k < std::min(own.size(), outer.size()); ++k) passed_on_[own[k]] = copy_.at({state, outer[k]});
}

void OuterOutputs::DeclareCopy(const ir::OuterOutput& output, int32_t state, VariableId v) {
  if (context_.flat.variables[v.index()].variability <= ir::Variability::kParameter) return;
  const auto [copy, is_new] = copy_.try_emplace({state, v});
  if (!is_new) return;
  const ir::FlatVariable of = context_.flat.variables[v.index()];
  const std::string around = ir::FullName(context_.tree, context_.tree.instances[output.inner.index()].parent);
  std::string name =
      ir::FullName(context_.tree, output.declared_in) + "." + of.name.substr(around.empty() ? 0 : around.size() + 1);
  if (output.own) name = fmt::format("$outer({})", name);
  copy->second = writer_.NewVariable(std::move(name), of.type, state, output.span);
  ir::FlatVariable& made = context_.flat.variables[copy->second.index()];
  made.enumeration = of.enumeration;
  made.variability = of.variability;
  made.attributes = of.attributes;
  original_[copy->second] = v;
  copies_[v].push_back({state, copy->second, output.span});
}

void OuterOutputs::CheckExclusive(VariableId v, const std::vector<Copy>& copies) {
  for (size_t i = 0; i < copies.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      if (context_.states.AreExclusive(copies[i].state, copies[j].state)) continue;
      const auto name = [&](const Copy& copy) {
        return ir::FullName(context_.tree, context_.states[copy.state].instance);
      };
      Diagnostic& error = diagnostics_.Error(
          DiagnosticKind::OuterOutputConflict, copies[i].span,
          fmt::format("the states `{}` and `{}` may be active at the same tick, and both assign `{}` (MLS 17)",
                      name(copies[j]), name(copies[i]), context_.flat.variables[v.index()].name));
      if (copies[j].span != copies[i].span) error.labels.push_back({copies[j].span, "the other one"});
      error.hint = "let states of one state machine assign it, of which one is active; `outer input` reads it";
      return;
    }
  }
}

bool OuterOutputs::IsInitial(int32_t state) const {
  for (int32_t s = state; s >= 0; s = context_.states[s].parent) {
    const auto is_initial = [&](const InitialStateStatement& i) { return context_.states.Of(i.state) == s; };
    const std::vector<InitialStateStatement>& initials = context_.state_statements.initials;
    if (std::none_of(initials.begin(), initials.end(), is_initial)) return false;
  }
  return true;
}

bool OuterOutputs::IsAssignedAtFirst(VariableId v) const {
  const auto copies = copies_.find(v);
  if (copies == copies_.end()) return true;
  return std::any_of(copies->second.begin(), copies->second.end(), [&](const Copy& copy) {
    if (!IsInitial(copy.state)) return false;
    const auto own = std::find_if(passed_on_.begin(), passed_on_.end(),
                                  [&](const auto& passed) { return passed.second == copy.variable; });
    return own == passed_on_.end() || IsAssignedAtFirst(own->first);
  });
}

void OuterOutputs::CheckStart(VariableId v) {
  const ir::FlatVariable& variable = context_.flat.variables[v.index()];
  if (passed_on_.contains(v) || variable.attributes.start || IsAssignedAtFirst(v)) return;
  Diagnostic& error = diagnostics_.Error(
      DiagnosticKind::OuterOutputConflict, variable.origin.span,
      fmt::format("`{}` needs a start value: no state that is active at first assigns it (MLS 17.3.5)", variable.name));
  error.labels.push_back({copies_.at(v).front().span, "it is assigned while this state is active"});
  error.hint = fmt::format("give it one: `{}(start = ...)`", variable.name);
}

std::optional<VariableId> OuterOutputs::CopyIn(int32_t state, VariableId v) const {
  const auto copy = copy_.find({state, v});
  return copy == copy_.end() ? std::nullopt : std::optional(copy->second);
}

ExprId OuterOutputs::StartOf(VariableId v) {
  return ir::StartOf(*context_.flat.pool, context_.flat.variables[v.index()]);
}

ExprId OuterOutputs::Before(VariableId v, int32_t state) {
  for (;;) {
    if (const auto original = original_.find(v); original != original_.end()) {
      v = original->second;
    } else if (const auto passed = passed_on_.find(v); passed != passed_on_.end()) {
      v = passed->second;
    } else {
      break;
    }
  }
  const int32_t owner = context_.flat.variables[v.index()].state;
  const ExprId before = writer_.Previous(v);
  if (owner < 0 || !context_.states.IsWithin(state, owner)) return before;
  const ExprId reset = writer_.Leaf(context_.flat.states[static_cast<size_t>(owner)].reset);
  return symbolic::If(*context_.flat.pool, reset, StartOf(v), before);
}

void OuterOutputs::Merge() {
  ir::ExprPool& pool = *context_.flat.pool;
  for (const auto& [v, copies] : copies_) {
    ExprId value = Before(v, context_.flat.variables[v.index()].state);
    for (size_t i = copies.size(); i > 0; --i) {
      const VariableId active = context_.flat.states[static_cast<size_t>(copies[i - 1].state)].active;
      value = symbolic::If(pool, writer_.Leaf(active), writer_.Leaf(copies[i - 1].variable), value);
    }
    writer_.Assign(v, value, "merged assignments of states");
  }
  for (const auto& [own, copy] : passed_on_) writer_.Assign(copy, writer_.Leaf(own), "passed on to the outer variable");
}

}  // namespace stiction::flatten
