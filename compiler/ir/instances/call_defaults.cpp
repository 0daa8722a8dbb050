// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/instances/call_defaults.h"

#include <map>

#include "compiler/ir/instances/bound.h"
#include "compiler/ir/instances/substitute_locals.h"

namespace stiction::ir {

std::optional<MissingInput> FillDefaults(const FunctionInstance& function, BoundExpression& call) {
  std::map<int32_t, BoundPtr> value_of_local;
  std::vector<int32_t> inputs;
  for (size_t v = 0; v < function.variables.size(); ++v) {
    if (function.variables[v].causality != Causality::kInput) continue;
    value_of_local[static_cast<int32_t>(v)] = call.operands[inputs.size()];
    inputs.push_back(static_cast<int32_t>(v));
  }
  for (const int32_t local : function.declaration_order) {
    const FunctionVariable& variable = function.variables[static_cast<size_t>(local)];
    if (value_of_local[local] || !variable.binding) continue;
    for (const int32_t other : LocalsOf(*variable.binding)) {
      if (value_of_local[other] || variable.causality != Causality::kInput) continue;
      return MissingInput{static_cast<size_t>(local), static_cast<size_t>(other)};
    }
    value_of_local[local] = SubstituteLocals(variable.binding, value_of_local);
  }
  for (size_t i = 0; i < inputs.size(); ++i) {
    call.operands[i] = value_of_local[inputs[i]];
    if (!call.operands[i]) return MissingInput{static_cast<size_t>(inputs[i]), std::nullopt};
  }
  return std::nullopt;
}

}  // namespace stiction::ir
