// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/initial_equations.h"

#include <algorithm>
#include <optional>

#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

// A parameter that depends on a free one, or a free one with a declaration equation, gets that as initial equation.
void AppendParameterBindings(const InitialProblem& problem) {
  ir::Dae& dae = problem.dae;
  const InternedText value_of_parameter("value of a parameter");
  for (const ir::VariableId p : problem.parameter_unknowns) {
    const ir::DaeVariable& parameter = problem.Variable(p);
    if (!parameter.binding) continue;
    ir::DaeEquation equation;
    equation.left = dae.pool->Variable(p, parameter.type, parameter.enumeration);
    equation.right = parameter.binding;
    equation.is_discrete = parameter.type != ir::ScalarType::kReal;
    equation.origin = {parameter.origin.span, value_of_parameter};
    dae.initial_equations.push_back(equation);
  }
}

// Jumps and impulses that the initial mode would need: they rule out modes that the start values contradict.
void AppendRestarts(const InitialProblem& problem, const std::vector<ir::EquationId>& equation_of_variable,
                    AppendedEquations& appended) {
  ir::Dae& dae = problem.dae;
  ir::ExprPool& pool = *dae.pool;
  appended.first_restart = dae.initial_equations.size();
  for (size_t i = 0; i < equation_of_variable.size(); ++i) {
    const ir::EquationId id = equation_of_variable[i];
    const ir::VariableId v(static_cast<int64_t>(i));
    if (!id || !dae.equations[id.index()].holds_at_events_only) continue;
    if (std::ranges::binary_search(problem.model.states, v)) continue;
    ir::DaeEquation equation = dae.equations[id.index()];
    symbolic::Rewriter without_jump(pool, [&](const ir::ExprNode& node) -> std::optional<ir::ExprId> {
      if (node.op != ir::Op::kPre || !problem.kinds.IsContinuous(ir::VariableId(node.payload))) return std::nullopt;
      return pool.Variable(ir::VariableId(node.payload), ir::ScalarType::kReal);
    });
    equation.right = without_jump(equation.right);
    equation.holds_at_events_only = false;
    dae.initial_equations.push_back(equation);
    appended.restarting.push_back(v);
  }
}

// Places for them, in the numbers of which start values are counted on.
void AppendHiddenConstraints(ir::Dae& dae, AppendedEquations& appended) {
  appended.first_hidden = dae.initial_equations.size();
  for (const ir::HiddenConstraint& hidden : dae.hidden_constraints) {
    ir::DaeEquation equation;
    equation.left = dae.pool->Real(0);
    equation.right = hidden.residual;
    equation.origin = hidden.origin;
    equation.origin.derivation = kHiddenConstraint;
    dae.initial_equations.push_back(equation);
  }
}

// Equations of the model as they are on the path to the start, which ends in the model's own.
void AppendPaths(const InitialProblem& problem, AppendedEquations& appended) {
  ir::Dae& dae = problem.dae;
  for (size_t i = 0; i < dae.equations.size(); ++i) {
    if (!dae.equations[i].path_left) continue;
    ir::DaeEquation equation = dae.equations[i];
    equation.left = equation.path_left;
    equation.right = equation.path_right;
    appended.path_of_equation.emplace(i, problem.EquationOfInitial(dae.initial_equations.size()));
    dae.initial_equations.push_back(equation);
  }
}

}  // namespace

AppendedEquations AppendInitialEquations(InitialProblem& problem,
                                         const std::vector<ir::EquationId>& equation_of_variable) {
  AppendedEquations appended;
  AppendParameterBindings(problem);
  AppendRestarts(problem, equation_of_variable, appended);
  AppendHiddenConstraints(problem.dae, appended);
  AppendPaths(problem, appended);
  return appended;
}

}  // namespace stiction
