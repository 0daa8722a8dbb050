// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/causal/causal_model.h"

#include "compiler/ir/flat/fallback_value.h"
#include "compiler/support/check.h"

namespace stiction::ir {

DaeEquation CausalModel::Equation(EquationId id) const {
  size_t index = id.index();
  if (index < dae.equations.size()) return dae.equations[index];
  index -= dae.equations.size();
  if (index < dae.initial_equations.size()) return dae.initial_equations[index];
  index -= dae.initial_equations.size();
  CHECK(index < start_conditions.size(), "equation {} of the initial system", id.value);
  static const InternedText kStartValue = "start value";
  const VariableId v = start_conditions[index].variable;
  if (start_conditions[index].is_guess) {
    DaeEquation nothing;
    nothing.left = nothing.right = dae.pool->Real(0);
    nothing.origin = {dae.variables[v.index()].origin.span, kStartValue};
    return nothing;
  }
  const DaeVariable& variable = dae.variables[v.index()];
  DaeEquation equation;
  equation.left = dae.pool->Variable(v, variable.type, variable.enumeration);
  equation.right = StartOf(*dae.pool, variable);
  equation.is_discrete = variable.variability == Variability::kDiscrete;
  equation.origin = {variable.origin.span, kStartValue};
  return equation;
}

std::pair<ExprId, ExprId> CausalModel::Sides(EquationId id) const {
  if (id.index() < dae.equations.size()) return {dae.equations[id.index()].left, dae.equations[id.index()].right};
  const DaeEquation equation = Equation(id);
  return {equation.left, equation.right};
}

Span CausalModel::SpanOf(EquationId id) const {
  return id.index() < dae.equations.size() ? dae.equations[id.index()].origin.span : Equation(id).origin.span;
}

}  // namespace stiction::ir
