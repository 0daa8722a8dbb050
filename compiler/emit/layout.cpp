#include "compiler/emit/layout.h"

#include <bit>

namespace stiction::emit {

using runtime::Slot;

Layout::Layout(const ir::CausalModel& model, runtime::Program& program) : dae_(model.dae), program_(program) {
  program.time = New();
  program.initial = New();
  program.terminal = New();
  of_variable_.resize(dae_.variables.size(), runtime::kNoSlot);
  pre_of_.resize(dae_.variables.size(), runtime::kNoSlot);
  for (size_t v = 0; v < dae_.variables.size(); ++v) {
    const ir::DaeVariable& variable = dae_.variables[v];
    if (!variable.alias && variable.type != ir::ScalarType::kString) of_variable_[v] = New();
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
    if (is_discrete && !variable.alias && variable.type != ir::ScalarType::kString) {
      PreOf(ir::VariableId(static_cast<int64_t>(v)));
    }
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
