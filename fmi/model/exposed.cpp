// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/model/exposed.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "runtime/external/provided.h"

namespace stiction::fmi {

using runtime::Program;
using runtime::RelationInfo;
using runtime::Slot;
using runtime::VariableInfo;
using runtime::VariableKind;

namespace {

// A state or derivative, not an alias of one.
bool IsItself(const Program& program, const Exposed& variable) {
  const VariableKind kind = program.variables[static_cast<size_t>(variable.number)].kind;
  return kind == VariableKind::kState || kind == VariableKind::kDerivative;
}

}  // namespace

ExposedModel Expose(const Program& program, const std::vector<Slot>& starts) {
  ExposedModel model;
  model.variables.push_back({.kind = Exposed::Kind::kTime, .name = "time"});
  std::unordered_map<Slot, int32_t> of_slot;  // the state or derivative itself, else the first that is no negative
  for (size_t v = 0; v < program.variables.size(); ++v) {
    const VariableInfo& info = program.variables[v];
    const auto reference = static_cast<int32_t>(model.variables.size());
    model.variables.push_back({.name = info.name,
                               .type = info.type,
                               .slot = info.slot,
                               .negated = info.negated,
                               .number = static_cast<int32_t>(v),
                               .is_input = info.kind == VariableKind::kInput,
                               .is_output = info.is_output,
                               .start = starts[v]});
    if (info.negated) continue;
    const auto [first, is_new] = of_slot.try_emplace(info.slot, reference);
    const bool is_itself = info.kind == VariableKind::kState || info.kind == VariableKind::kDerivative;
    if (is_itself && !is_new && !IsItself(program, model.variables[static_cast<size_t>(first->second)]))
      first->second = reference;
  }
  const auto find = [&](Slot slot, Exposed missing) {
    const auto [found, is_new] = of_slot.try_emplace(slot, static_cast<int32_t>(model.variables.size()));
    if (is_new) model.variables.push_back(std::move(missing));
    return found->second;
  };
  for (size_t s = 0; s < program.states.size(); ++s) {
    const runtime::StateInfo& state = program.states[s];
    const auto number = static_cast<int32_t>(s);
    model.state_of.push_back(find(state.slot, {.name = state.name, .slot = state.slot, .number = -1}));
    model.derivative_of.push_back(find(state.derivative, {.kind = Exposed::Kind::kDerivative,
                                                          .name = fmt::format("der({})", state.name),
                                                          .slot = state.derivative,
                                                          .number = number}));
  }
  for (size_t r = 0; r < program.relations.size(); ++r) {
    if (program.relations[r].kind == RelationInfo::Kind::kState) model.indicators.push_back(static_cast<int32_t>(r));
  }
  for (size_t h = 0; h < program.held.size(); ++h) {
    model.indicators.push_back(static_cast<int32_t>(program.relations.size() + h));
  }
  model.first_indicator = static_cast<uint32_t>(model.variables.size());
  for (size_t i = 0; i < model.indicators.size(); ++i) {
    model.variables.push_back({.kind = Exposed::Kind::kIndicator,
                               .name = fmt::format("_indicator[{}]", i + 1),
                               .number = static_cast<int32_t>(i)});
  }
  return model;
}

bool ExposedModel::IsKnown(size_t variable) const {
  const Exposed& known = variables[variable];
  return known.is_input || std::ranges::any_of(state_of, [&](int32_t state) {
           return variables[static_cast<size_t>(state)].slot == known.slot;
         });
}

std::string WhyNotExchanged(const Program& program, bool in_model_exchange) {
  if (in_model_exchange && !program.delays.empty()) {
    return fmt::format(
        "delay() and spatialDistribution() ({}) need the past of the solution, which an importer's own "
        "method does not tell: this model can be run in Co-Simulation only",
        program.delays.front().place);
  }
  return {};
}

bool HasState(const Program& program) {
  if (!program.delays.empty()) return false;
  const bool has_objects =
      std::ranges::any_of(program.objects, [](const runtime::ObjectInfo& object) { return !object.is_local; });
  for (const runtime::FunctionCode& function : program.functions) {
    for (const runtime::ExternalCode& external : function.externals) {
      if (runtime::FindProvided(external.c_name) == nullptr && (!external.is_pure || has_objects)) return false;
    }
  }
  return true;
}

}  // namespace stiction::fmi
