// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/dae/parameter_values.h"

#include <algorithm>
#include <utility>

#include "compiler/ir/flat/fallback_value.h"

namespace stiction::ir {

ParameterValues::ParameterValues(const Dae& dae, const VariableKinds& kinds)
    : dae_(dae), kinds_(kinds), state_(dae.variables.size(), State::kOpen), values_(dae.variables.size()) {}

OpenValue* ParameterValues::OpenOf(VariableId v) const {
  if (!dae_.open) return nullptr;
  const auto found = std::ranges::find(dae_.open->values, v, &OpenValue::variable);
  return found == dae_.open->values.end() ? nullptr : &*found;
}

bool ParameterValues::IsZero(VariableId v) {
  const UnnotedReads unnoted(dae_.open);
  const bool is_zero = Of(v) == 0.0;
  if (dae_.open) dae_.open->zeros.emplace_back(v, is_zero);
  return is_zero;
}

std::optional<double> ParameterValues::Of(VariableId v) {
  if (v.index() >= state_.size()) return std::nullopt;
  const DaeVariable& variable = dae_.variables[v.index()];
  if (OpenValue* const open = OpenOf(v)) {
    open->is_read = true;
    has_read_open_ = true;
    return open->number;
  }
  if (state_[v.index()] == State::kOpen) {
    if (!kinds_.IsParameter(v) || variable.causality == Causality::kInput) return std::nullopt;
    state_[v.index()] = State::kBusy;
    const bool had_read_open = std::exchange(has_read_open_, false);
    const bool is_free = variable.attributes.fixed && Evaluate(variable.attributes.fixed) != 1.0;
    const ExprId value = variable.binding ? variable.binding : StartOf(*dae_.pool, variable);
    if (!is_free) values_[v.index()] = Evaluate(value);
    // One that depends on an open value is evaluated again, so that each reading is noted.
    state_[v.index()] = has_read_open_ ? State::kOpen : State::kDone;
    has_read_open_ = has_read_open_ || had_read_open;
  }
  return values_[v.index()];
}

std::optional<double> ParameterValues::Evaluate(ExprId e) {
  return symbolic::Evaluate(
      *dae_.pool, dae_.functions, e, [this](VariableId v) { return Of(v); }, &calls_);
}

}  // namespace stiction::ir
