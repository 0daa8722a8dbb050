// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/dae/derivatives.h"

#include <fmt/format.h>

namespace stiction::ir {

VariableId DerivativeOf(Dae& dae, VariableId v) {
  if (const VariableId known = dae.variables[v.index()].derivative) return known;
  const VariableId d(static_cast<int64_t>(dae.variables.size()));
  const DaeVariable& variable = dae.variables[v.index()];
  DaeVariable derivative;
  derivative.name = fmt::format("der({})", variable.name);
  derivative.is_protected = variable.is_protected;
  derivative.is_generated = true;
  derivative.integral = v;
  derivative.origin = variable.origin;
  dae.variables[v.index()].derivative = d;
  dae.variables.push_back(std::move(derivative));
  return d;
}

void RestoreDerivatives(Dae& dae) {
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    if (dae.variables[i].alias || !dae.variables[i].derivative) continue;
    const VariableId d = dae.variables[i].derivative;
    DaeVariable& derivative = dae.variables[d.index()];
    if (!derivative.alias) {
      derivative.integral = VariableId(static_cast<int64_t>(i));
      continue;
    }
    DaeEquation equation;
    equation.left = dae.pool->Variable(d, ScalarType::kReal);
    equation.right = dae.pool->Variable(derivative.alias->target, ScalarType::kReal);
    if (derivative.alias->negated) equation.right = dae.pool->Unary(Op::kNeg, equation.right);
    equation.origin = derivative.origin;
    derivative.alias.reset();
    derivative.integral = VariableId(static_cast<int64_t>(i));
    dae.equations.push_back(equation);
  }
}

}  // namespace stiction::ir
