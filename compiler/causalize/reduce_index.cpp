// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/reduce_index.h"

#include <fmt/format.h>

#include <algorithm>

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
  derivative.origin = variable.origin;
  dae.variables[v.index()].derivative = d;
  dae.variables.push_back(std::move(derivative));
  return d;
}

bool IsInlinedLate(const ir::Function& f) { return f.inlining == ir::Inlining::kAfterIndexReduction; }

bool InlinesLate(const ir::Dae& dae) { return std::any_of(dae.functions.begin(), dae.functions.end(), IsInlinedLate); }

/// Inlines those functions that stand as calls during index reduction (MLS 18.3). @pre InlinesLate
void InlineLate(const ir::Dae& dae, ir::ExprId& left, ir::ExprId& right) {
  for (ir::ExprId* side : {&left, &right}) {
    *side = symbolic::InlineCalls(*dae.pool, dae.functions, *side, IsInlinedLate);
  }
}

std::vector<int32_t> Numbers(const std::vector<ir::VariableId>& variables) {
  std::vector<int32_t> numbers(variables.size());
  std::transform(variables.begin(), variables.end(), numbers.begin(), [](ir::VariableId v) { return v.value; });
  return numbers;
}

std::vector<int32_t> Incident(const ir::Dae& dae, ModelOccurrences& occurrences, ir::ExprId left, ir::ExprId right) {
  if (InlinesLate(dae)) InlineLate(dae, left, right);
  std::vector<ir::VariableId> variables;
  occurrences.ContinuousUnknowns(left, right, variables);
  return Numbers(variables);
}

/// How an equation is differentiated whose derivative, by the derivative functions, does not hold the derivative of the
/// variable that it determines: an argument of which a function says noDerivative (MLS 12.7.1).
enum class LeftOut {
  kAccepted,   // other equations have that derivative
  kFromBodies  // the bodies of the functions tell it
};

/// Differentiates what has to be. @returns the equation that cannot be, if there is one
std::optional<ir::EquationId> Reduce(ir::Dae& dae, ModelOccurrences& occurrences, LeftOut left_out) {
  const VariableKinds& kinds = occurrences.kinds();
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const ir::VariableId v(static_cast<int64_t>(i));
    if (kinds.IsContinuous(v) && dae.variables[i].attributes.state_select == ir::StateSelect::kAlways) {
      DerivativeOf(dae, v);
    }
  }

  graph::DifferentiationGraph system;
  std::vector<ir::EquationId> id_of_equation;  // by equation of `system`
  system.derivative_of_variable.reserve(dae.variables.size());
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const bool is_continuous = kinds.IsContinuous(ir::VariableId(static_cast<int64_t>(i)));
    system.derivative_of_variable.push_back(is_continuous ? dae.variables[i].derivative.value : -1);
  }
  const bool inlines_late = InlinesLate(dae);
  std::vector<ir::VariableId> variables;
  system.variables_of_equation.reserve(dae.equations.size());
  for (size_t i = 0; i < dae.equations.size(); ++i) {
    if (dae.equations[i].is_discrete) continue;
    const ir::EquationId id(static_cast<int64_t>(i));
    if (inlines_late) {
      system.variables_of_equation.push_back(Incident(dae, occurrences, dae.equations[i].left, dae.equations[i].right));
    } else {
      occurrences.ContinuousUnknowns(id, variables);
      system.variables_of_equation.push_back(Numbers(variables));
    }
    id_of_equation.push_back(id);
  }

  const auto derivative = [&dae, &kinds](ir::VariableId v) {
    if (!kinds.IsContinuous(v)) return dae.pool->Real(0);
    return dae.pool->Variable(DerivativeOf(dae, v), ir::ScalarType::kReal);
  };
  const auto differentiated = [&](const ir::DaeEquation& equation,
                                  symbolic::Annotations annotations) -> std::optional<ir::DaeEquation> {
    const std::optional<ir::ExprId> left =
        symbolic::TimeDerivative(*dae.pool, dae.functions, equation.left, derivative, annotations);
    const std::optional<ir::ExprId> right =
        symbolic::TimeDerivative(*dae.pool, dae.functions, equation.right, derivative, annotations);
    if (!left || !right) return std::nullopt;
    ir::DaeEquation result;
    result.left = *left;
    result.right = *right;
    return result;
  };
  const auto contains = [](const std::vector<int32_t>& incident, ir::VariableId v) {
    return std::find(incident.begin(), incident.end(), v.value) != incident.end();
  };

  const auto differentiate = [&](graph::DifferentiationGraph& graph, int32_t e,
                                 int32_t wanted) -> std::vector<int32_t> {
    const ir::EquationId id = id_of_equation[static_cast<size_t>(e)];
    const ir::DaeEquation equation = dae.equations[id.index()];
    std::optional<ir::DaeEquation> found = differentiated(equation, symbolic::Annotations::kUsed);
    if (!found) return {};
    std::vector<int32_t> incident = Incident(dae, occurrences, found->left, found->right);
    const bool from_bodies = left_out == LeftOut::kFromBodies && wanted >= 0;
    if (from_bodies && !contains(incident, dae.variables[static_cast<size_t>(wanted)].derivative)) {
      found = differentiated(equation, symbolic::Annotations::kIgnored);
      if (!found) return {};
      incident = Incident(dae, occurrences, found->left, found->right);
      if (!contains(incident, dae.variables[static_cast<size_t>(wanted)].derivative)) return {};
    }
    ir::DaeEquation& result = *found;
    result.derivative_of = id;
    result.origin = equation.origin;
    result.origin.derivation = equation.origin.derivation.empty() ? "derivative of this equation"
                                                                  : "derivative of " + equation.origin.derivation.str();
    for (size_t d = graph.derivative_of_variable.size(); d < dae.variables.size(); ++d) {
      graph.derivative_of_variable[dae.variables[d].integral.index()] = static_cast<int32_t>(d);
      graph.derivative_of_variable.push_back(-1);
    }
    id_of_equation.emplace_back(static_cast<int64_t>(dae.equations.size()));
    dae.equations.push_back(result);
    return incident;
  };
  const graph::DifferentiationResult result = graph::Pantelides(system, differentiate);
  if (result.failed_equation >= 0) return id_of_equation[static_cast<size_t>(result.failed_equation)];
  if (!inlines_late) return std::nullopt;
  for (ir::DaeEquation& equation : dae.equations) InlineLate(dae, equation.left, equation.right);
  for (ir::DaeEquation& equation : dae.initial_equations) InlineLate(dae, equation.left, equation.right);
  return std::nullopt;
}

/// Removes what a reduction that got stuck has appended. @param variables,equations their numbers before it
void TakeBack(ir::Dae& dae, size_t variables, size_t equations) {
  dae.variables.resize(variables);
  dae.equations.resize(equations);
  for (ir::DaeVariable& variable : dae.variables) {
    if (variable.derivative && variable.derivative.index() >= variables) variable.derivative = {};
  }
}

}  // namespace

bool ReduceIndex(ir::Dae& dae, ModelOccurrences& occurrences, Diagnostics& diagnostics) {
  const size_t variables = dae.variables.size();
  const size_t equations = dae.equations.size();
  const std::optional<ir::EquationId> stuck = Reduce(dae, occurrences, LeftOut::kAccepted);
  if (!stuck) return true;
  const ir::DaeEquation failed = dae.equations[stuck->index()];
  TakeBack(dae, variables, equations);
  if (!Reduce(dae, occurrences, LeftOut::kFromBodies)) return true;
  std::string external = symbolic::ExternalWithoutDerivative(*dae.pool, dae.functions, failed.left);
  if (external.empty()) external = symbolic::ExternalWithoutDerivative(*dae.pool, dae.functions, failed.right);
  diagnostics
      .Error(DiagnosticKind::NotDifferentiable, failed.origin.span,
             fmt::format("equation constrains states and must be differentiated, but has no time derivative{}",
                         failed.origin.derivation.empty() ? "" : " (" + failed.origin.derivation.str() + ")"))
      .hint = !external.empty()
                  ? fmt::format("give the external function `{}` an annotation `derivative` (MLS 12.7.1)", external)
                  : "write the constraint without functions that have no derivative, or give the constrained bodies a "
                    "compliance between them";
  return false;
}

}  // namespace stiction
