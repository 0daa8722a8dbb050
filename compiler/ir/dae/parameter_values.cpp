// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/flat/fallback_value.h"

namespace stiction::ir {

ParameterValues::ParameterValues(const Dae& dae, const VariableKinds& kinds)
    : dae_(dae), kinds_(kinds), state_(dae.variables.size(), State::kOpen), values_(dae.variables.size()) {}

std::optional<double> ParameterValues::Of(VariableId v) {
  if (v.index() >= state_.size()) return std::nullopt;
  const DaeVariable& variable = dae_.variables[v.index()];
  if (state_[v.index()] == State::kOpen) {
    if (!kinds_.IsParameter(v) || variable.causality == Causality::kInput) return std::nullopt;
    state_[v.index()] = State::kBusy;
    const bool is_free = variable.attributes.fixed && Evaluate(variable.attributes.fixed) != 1.0;
    const ExprId value = variable.binding ? variable.binding : StartOf(*dae_.pool, variable);
    if (!is_free) values_[v.index()] = Evaluate(value);
    state_[v.index()] = State::kDone;
  }
  return values_[v.index()];
}

std::optional<double> ParameterValues::Evaluate(ExprId e) {
  return symbolic::Evaluate(
      *dae_.pool, dae_.functions, e, [this](VariableId v) { return Of(v); }, &calls_);
}

}  // namespace stiction::ir
