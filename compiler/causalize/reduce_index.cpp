#include "compiler/causalize/reduce_index.h"

#include <fmt/format.h>

#include "compiler/causalize/occurrences.h"
#include "compiler/graph/pantelides.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/inline.h"

namespace stiction {
namespace {

ir::VariableId DerivativeOf(ir::Dae& dae, ir::VariableId v) {
  if (const ir::VariableId known = dae.variables[v.index()].derivative) return known;
  const ir::VariableId d(static_cast<int64_t>(dae.variables.size()));
  const ir::DaeVariable& variable = dae.variables[v.index()];
  ir::DaeVariable derivative;
  derivative.name = fmt::format("der({})", variable.name);
  derivative.is_protected = variable.is_protected;
  derivative.is_generated = true;
  derivative.integral = v;
  derivative.origin = {variable.origin.span, fmt::format("derivative of {}", variable.name)};
  dae.variables[v.index()].derivative = d;
  dae.variables.push_back(std::move(derivative));
  return d;
}

/// The equation with those functions inlined that stand as calls during index reduction (MLS 18.3).
ir::DaeEquation Inlined(const ir::Dae& dae, const ir::DaeEquation& equation) {
  const auto chosen = [](const ir::Function& f) { return f.inlining == ir::Inlining::kAfterIndexReduction; };
  ir::DaeEquation inlined = equation;
  for (ir::ExprId* side : {&inlined.left, &inlined.right}) {
    *side = symbolic::InlineCalls(*dae.pool, dae.functions, *side, chosen);
  }
  return inlined;
}

std::vector<int32_t> Incident(const ir::Dae& dae, const ir::DaeEquation& equation) {
  std::vector<int32_t> incident;
  for (const ir::VariableId v : ContinuousUnknowns(dae, Inlined(dae, equation))) incident.push_back(v.value);
  return incident;
}

}  // namespace

bool ReduceIndex(ir::Dae& dae, Diagnostics& diagnostics) {
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const ir::DaeVariable& variable = dae.variables[i];
    if (variable.attributes.state_select == ir::StateSelect::kAlways && IsContinuousUnknown(variable)) {
      DerivativeOf(dae, ir::VariableId(static_cast<int64_t>(i)));
    }
  }

  graph::DifferentiationGraph system;
  std::vector<ir::EquationId> id_of_equation;  // by equation of `system`
  for (const ir::DaeVariable& variable : dae.variables) {
    system.derivative_of_variable.push_back(IsContinuousUnknown(variable) ? variable.derivative.value : -1);
  }
  for (size_t i = 0; i < dae.equations.size(); ++i) {
    if (dae.equations[i].is_discrete) continue;
    system.variables_of_equation.push_back(Incident(dae, dae.equations[i]));
    id_of_equation.emplace_back(static_cast<int64_t>(i));
  }

  const auto differentiate = [&](graph::DifferentiationGraph& graph, int32_t e) -> std::vector<int32_t> {
    const ir::EquationId id = id_of_equation[static_cast<size_t>(e)];
    const ir::DaeEquation& equation = dae.equations[id.index()];
    const auto derivative = [&dae](ir::VariableId v) {
      const ir::DaeVariable& variable = dae.variables[v.index()];
      if (!IsContinuousUnknown(variable)) return dae.pool->Real(0);
      return dae.pool->Variable(DerivativeOf(dae, v), ir::ScalarType::kReal);
    };
    const std::optional<ir::ExprId> left =
        symbolic::TimeDerivative(*dae.pool, dae.functions, equation.left, derivative);
    const std::optional<ir::ExprId> right =
        symbolic::TimeDerivative(*dae.pool, dae.functions, equation.right, derivative);
    if (!left || !right) return {};
    ir::DaeEquation result;
    result.left = *left;
    result.right = *right;
    result.derivative_of = id;
    result.origin = equation.origin;
    result.origin.derivation = equation.origin.derivation.empty() ? "derivative of this equation"
                                                                  : "derivative of " + equation.origin.derivation;
    for (size_t d = graph.derivative_of_variable.size(); d < dae.variables.size(); ++d) {
      graph.derivative_of_variable[dae.variables[d].integral.index()] = static_cast<int32_t>(d);
      graph.derivative_of_variable.push_back(-1);
    }
    std::vector<int32_t> incident = Incident(dae, result);
    id_of_equation.emplace_back(static_cast<int64_t>(dae.equations.size()));
    dae.equations.push_back(std::move(result));
    return incident;
  };
  const graph::DifferentiationResult result = graph::Pantelides(system, differentiate);
  if (result.failed_equation < 0) {
    for (ir::DaeEquation& equation : dae.equations) equation = Inlined(dae, equation);
    for (ir::DaeEquation& equation : dae.initial_equations) equation = Inlined(dae, equation);
    return true;
  }

  const ir::DaeEquation& failed = dae.equations[id_of_equation[static_cast<size_t>(result.failed_equation)].index()];
  std::string external = symbolic::ExternalWithoutDerivative(*dae.pool, dae.functions, failed.left);
  if (external.empty()) external = symbolic::ExternalWithoutDerivative(*dae.pool, dae.functions, failed.right);
  diagnostics
      .Error(DiagnosticKind::NotDifferentiable, failed.origin.span,
             fmt::format("equation constrains states and must be differentiated, but has no time derivative{}",
                         failed.origin.derivation.empty() ? "" : " (" + failed.origin.derivation + ")"))
      .hint = !external.empty()
                  ? fmt::format("give the external function `{}` an annotation `derivative` (MLS 12.7.1)", external)
                  : "write the constraint without functions that have no derivative, or give the constrained bodies a "
                    "compliance between them";
  return false;
}

}  // namespace stiction
