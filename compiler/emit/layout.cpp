// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/layout.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace stiction::emit {

using runtime::Slot;

namespace {

// States that differ in subscripts only stand together, in the order of the first of each: the equations of an array
// of components then read neighbours.
std::vector<size_t> StateOrder(const ir::CausalModel& model) {
  std::unordered_map<std::string, size_t> number_of_stem;
  std::vector<std::pair<size_t, size_t>> order;  // number of the stem, state
  for (size_t i = 0; i < model.states.size(); ++i) {
    std::string stem;
    int depth = 0;
    for (const char c : model.dae.variables[model.states[i].index()].name) {
      depth += c == '[' ? 1 : 0;
      if (depth == 0) stem += c;
      depth -= c == ']' ? 1 : 0;
    }
    order.emplace_back(number_of_stem.emplace(stem, number_of_stem.size()).first->second, i);
  }
  std::sort(order.begin(), order.end());
  std::vector<size_t> states;
  for (const auto& [stem, state] : order) states.push_back(state);
  return states;
}

}  // namespace

Layout::Layout(const ir::CausalModel& model, runtime::Program& program)
    : dae_(model.dae), program_(program), state_order_(StateOrder(model)) {
  program.time = New();
  program.initial = New();
  program.terminal = New();
  of_variable_.resize(dae_.variables.size(), runtime::kNoSlot);
  pre_of_.resize(dae_.variables.size(), runtime::kNoSlot);
  for (const size_t i : state_order_) of_variable_[model.states[i].index()] = New();
  for (size_t v = 0; v < dae_.variables.size(); ++v) {
    const ir::DaeVariable& variable = dae_.variables[v];
    if (!variable.alias && of_variable_[v] == runtime::kNoSlot) of_variable_[v] = New();
  }
  for (size_t v = 0; v < dae_.variables.size(); ++v) {
    const ir::DaeVariable& variable = dae_.variables[v];
    is_negated_.push_back(variable.alias && variable.alias->negated);
    if (variable.alias) of_variable_[v] = of_variable_[variable.alias->target.index()];
  }
  program.relations.resize(dae_.relations.size());
  for (runtime::RelationInfo& relation : program.relations) relation.value = New();
  program.held.resize(dae_.held_values.size());
  for (runtime::HeldInfo& held : program.held) held.value = New();
  program.delays.resize(dae_.delays.size());
  for (runtime::DelayInfo& delay : program.delays) delay.value = New();
  program.samples.resize(dae_.samples.size());
  for (runtime::SampleInfo& sample : program.samples) sample.tick = New();
  for (size_t v = 0; v < dae_.variables.size(); ++v) {
    const ir::DaeVariable& variable = dae_.variables[v];
    const bool is_discrete = variable.variability == ir::Variability::kDiscrete;
    if (is_discrete && !variable.alias) PreOf(ir::VariableId(static_cast<int64_t>(v)));
  }
}

Slot Layout::New(double value) {
  program_.initial_slots.push_back(value);
  return static_cast<Slot>(program_.initial_slots.size() - 1);
}

Slot Layout::Constant(double value) {
  const auto [entry, added] = constants_.try_emplace(std::bit_cast<uint64_t>(value), runtime::kNoSlot);
  if (added) entry->second = New(value);
  return entry->second;
}

Slot Layout::PreOf(ir::VariableId v) {
  if (const std::optional<ir::Alias>& alias = dae_.variables[v.index()].alias) v = alias->target;
  Slot& slot = pre_of_[v.index()];
  if (slot == runtime::kNoSlot) {
    slot = New();
    const ir::DaeVariable& variable = dae_.variables[v.index()];
    program_.pres.push_back({Of(v), slot, variable.variability == ir::Variability::kDiscrete, variable.name});
  }
  return slot;
}

}  // namespace stiction::emit
