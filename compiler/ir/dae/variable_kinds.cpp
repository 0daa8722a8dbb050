// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/dae/variable_kinds.h"

namespace stiction::ir {

VariableKind KindOf(const DaeVariable& variable) {
  if (variable.alias) return VariableKind::kAlias;
  const bool is_known = variable.variability == Variability::kParameter ||
                        variable.variability == Variability::kConstant || variable.causality == Causality::kInput;
  if (is_known) return VariableKind::kParameter;
  const bool is_continuous = variable.type == ScalarType::kReal && variable.variability == Variability::kContinuous;
  return is_continuous ? VariableKind::kContinuous : VariableKind::kDiscrete;
}

VariableKinds::VariableKinds(const Dae& dae) : dae_(&dae) {
  kinds_.reserve(dae.variables.size());
  for (const DaeVariable& variable : dae.variables) kinds_.push_back(KindOf(variable));
}

}  // namespace stiction::ir
