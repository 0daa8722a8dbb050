// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/variable_kinds.h"

namespace stiction {

VariableKind KindOf(const ir::DaeVariable& variable) {
  if (variable.alias) return VariableKind::kAlias;
  const bool is_known = variable.variability == ir::Variability::kParameter ||
                        variable.variability == ir::Variability::kConstant ||
                        variable.causality == ir::Causality::kInput;
  if (is_known) return VariableKind::kParameter;
  const bool is_continuous =
      variable.type == ir::ScalarType::kReal && variable.variability == ir::Variability::kContinuous;
  return is_continuous ? VariableKind::kContinuous : VariableKind::kDiscrete;
}

VariableKinds::VariableKinds(const ir::Dae& dae) : dae_(&dae) {
  kinds_.reserve(dae.variables.size());
  for (const ir::DaeVariable& variable : dae.variables) kinds_.push_back(KindOf(variable));
}

}  // namespace stiction
