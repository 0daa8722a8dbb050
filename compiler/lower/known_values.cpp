// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/known_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/flat/fallback_value.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {

using ir::ExprId;

void LowerDeclarations(LowerContext& context, ExpressionLowering& lower) {
  for (size_t i = 0; i < context.flat.variables.size(); ++i) {
    ir::DaeVariable& variable = context.dae.variables[i];
    context.origin = variable.origin;
    variable.binding = lower.IfGiven(variable.binding, EventMode::kLiteral);
    ir::Attributes& attributes = variable.attributes;
    for (ExprId* e : {&attributes.start, &attributes.fixed, &attributes.min, &attributes.max, &attributes.nominal}) {
      *e = lower.IfGiven(*e, EventMode::kLiteral);
    }
  }
  const ir::VariableKinds kinds(context.dae);
  ir::ParameterValues values(context.dae, kinds);
  for (ir::DaeVariable& variable : context.dae.variables) {
    if (!variable.attributes.fixed) continue;
    const auto fixed = values.Evaluate(variable.attributes.fixed);
    if (fixed) variable.attributes.fixed = context.pool().Boolean(*fixed != 0);
  }
}

void CompleteParameters(LowerContext& context) {
  for (ir::DaeVariable& variable : context.dae.variables) {
    if (variable.variability > ir::Variability::kParameter || variable.binding) continue;
    const ExprId fixed = variable.attributes.fixed;
    if (fixed && symbolic::IsNumber(context.pool(), fixed, 0)) continue;
    const bool has_start = static_cast<bool>(variable.attributes.start);
    variable.binding = ir::StartOf(context.pool(), variable);
    // A structure must not hinge on a zero that nobody chose.
    const bool is_chosen = has_start || !context.flat.is_surrounded;
    if (!is_chosen && symbolic::IsNumber(context.pool(), variable.binding, 0) &&
        variable.type == ir::ScalarType::kReal) {
      constexpr double kAnything = 0.7310585786300049;
      variable.binding = context.pool().Real(kAnything);
    }
    // Of a constant that is used it is an error (CheckConstants).
    if (variable.variability == ir::Variability::kConstant) continue;
    const std::string value = context.Text(variable.binding);
    context.diagnostics
        .Warning(DiagnosticKind::ParameterWithoutValue, variable.origin.span,
                 fmt::format("parameter `{}` has no value; its {} value {} is taken", variable.name,
                             has_start ? "start" : "fallback", value))
        .hint = fmt::format("give it one: `{} = {}`", variable.name, value);
  }
}

namespace {

bool HoldsUnknowns(LowerContext& context, ExprId e) {
  return std::ranges::any_of(symbolic::Variables(context.pool(), e), [&](ir::VariableId v) {
    return context.flat.variables[v.index()].variability > ir::Variability::kParameter;
  });
}

}  // namespace

void CompleteInputs(const std::vector<ir::FlatEquation>& equations, LowerContext& context) {
  std::vector<bool> determined(context.flat.variables.size());
  const auto determine = [&](ExprId side) {
    if (IsVariable(context.pool(), side)) determined[static_cast<size_t>(context.pool()[side].payload)] = true;
  };
  for (const ir::FlatEquation& equation : equations) {
    if (equation.kind != ir::FlatEquation::Kind::kEquality) continue;
    // `component.u = u` and a connection, on whichever side the input stands, hand it on, and so does `m*der(v) = u`;
    // `u = y` and `3 = u` determine it.
    const bool is_connection = equation.origin.derivation.str().find("connect") != std::string::npos;
    if (is_connection && IsVariable(context.pool(), equation.left) && IsVariable(context.pool(), equation.right))
      continue;
    determine(equation.left);
    if (!HoldsUnknowns(context, equation.left)) determine(equation.right);
  }
  for (size_t i = 0; i < determined.size(); ++i) {
    ir::DaeVariable& variable = context.dae.variables[i];
    if (variable.causality != ir::Causality::kInput || variable.variability <= ir::Variability::kParameter) continue;
    if (determined[i]) {
      variable.causality = ir::Causality::kNone;
      continue;
    }
    if (context.flat.has_importer) continue;
    const ExprId start = ir::StartOf(context.pool(), variable);
    context.diagnostics
        .Warning(DiagnosticKind::InputWithoutValue, variable.origin.span,
                 fmt::format("nothing determines the input `{}`; it keeps its start value {}", variable.name,
                             context.Text(start)))
        .hint = fmt::format("bind it: `{} = ...`", variable.name);
  }
}

}  // namespace stiction
