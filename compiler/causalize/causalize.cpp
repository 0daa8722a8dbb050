// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/causalize.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/causalize/balance.h"
#include "compiler/causalize/combine_equations.h"
#include "compiler/causalize/initial_system.h"
#include "compiler/causalize/model_occurrences.h"
#include "compiler/causalize/parameters.h"
#include "compiler/causalize/reduce_index.h"
#include "compiler/causalize/select_states.h"
#include "compiler/causalize/sort_blocks.h"
#include "compiler/graph/matching.h"
#include "compiler/ir/dae/derivatives.h"

namespace stiction {
namespace {

/// The Real part of the continuous system: equation_of_variable[v], invalid for what is not unknown.
std::vector<ir::EquationId> MatchContinuous(const ir::CausalModel& model, ModelOccurrences& occurrences,
                                            Diagnostics& diagnostics) {
  const ir::Dae& dae = model.dae;
  std::vector<char> is_state(dae.variables.size(), 0);
  for (const ir::VariableId x : model.states) is_state[x.index()] = 1;
  std::vector<char> is_invariant(dae.equations.size(), 0);
  for (const ir::InvariantSet& set : model.invariants) {
    for (const ir::EquationId id : set.equations) is_invariant[id.index()] = 1;
  }
  graph::BipartiteGraph graph;
  std::vector<int32_t> column_of_variable(dae.variables.size(), -1);
  std::vector<ir::VariableId> variable_of_column;
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const ir::VariableId v(static_cast<int64_t>(i));
    if (!occurrences.kinds().IsContinuous(v) || is_state[i]) continue;
    column_of_variable[i] = graph.AddColumn();
    variable_of_column.push_back(v);
  }
  std::vector<ir::EquationId> equation_of_row;
  std::vector<int32_t> columns;
  std::vector<ir::VariableId> variables;
  for (size_t i = 0; i < dae.equations.size(); ++i) {
    if (dae.equations[i].is_discrete || is_invariant[i]) continue;
    const ir::EquationId id(static_cast<int64_t>(i));
    columns.clear();
    occurrences.ContinuousUnknowns(id, variables);
    for (const ir::VariableId v : variables) {
      if (column_of_variable[v.index()] >= 0) columns.push_back(column_of_variable[v.index()]);
    }
    graph.AddRow(columns);
    equation_of_row.push_back(id);
  }
  const graph::Matching matching = graph::MaximumMatching(graph);
  std::vector<ir::EquationId> equation_of_variable(dae.variables.size());
  for (size_t column = 0; column < variable_of_column.size(); ++column) {
    const ir::VariableId v = variable_of_column[column];
    const int32_t row = matching.row_of_column[column];
    if (row >= 0) {
      equation_of_variable[v.index()] = equation_of_row[static_cast<size_t>(row)];
      continue;
    }
    diagnostics
        .Error(DiagnosticKind::StructurallySingular, dae.variables[v.index()].origin.span,
               fmt::format("after index reduction no equation determines `{}`", dae.variables[v.index()].name))
        .hint = "check the constraints between the states: a coefficient may vanish identically";
  }
  return equation_of_variable;
}

/// State = pre(state) + jump as an equation of events, for which the state is an unknown.
void AppendJumps(ir::CausalModel& model, std::vector<ir::EquationId>& equation_of_variable) {
  ir::Dae& dae = model.dae;
  for (const ir::Jump& jump : dae.jumps) {
    if (!std::ranges::binary_search(model.states, jump.state)) continue;
    ir::DaeEquation equation;
    equation.left = dae.pool->Variable(jump.state, ir::ScalarType::kReal);
    equation.right = dae.pool->Binary(ir::Op::kAdd, dae.pool->Pre(jump.state, ir::ScalarType::kReal),
                                      dae.pool->Variable(jump.jump, ir::ScalarType::kReal));
    equation.holds_at_events_only = true;
    equation.origin = jump.origin;
    equation.origin.derivation = "restart at a change of mode";
    equation_of_variable[jump.state.index()] = ir::EquationId(static_cast<int64_t>(dae.equations.size()));
    dae.equations.push_back(equation);
  }
}

void SortContinuousAndEvent(ir::CausalModel& model, const std::vector<ir::EquationId>& equation_of_variable,
                            SharedByEquations& shared) {
  const ir::Dae& dae = model.dae;
  std::vector<ir::VariableId> variable_of_equation(dae.equations.size());
  for (size_t v = 0; v < equation_of_variable.size(); ++v) {
    if (equation_of_variable[v])
      variable_of_equation[equation_of_variable[v].index()] = ir::VariableId(static_cast<int64_t>(v));
  }
  std::vector<MatchedUnknown> continuous;
  std::vector<MatchedUnknown> event;
  for (size_t i = 0; i < dae.equations.size(); ++i) {
    const ir::DaeEquation& equation = dae.equations[i];
    MatchedUnknown m;
    m.equation = ir::EquationId(static_cast<int64_t>(i));
    m.left = equation.left;
    m.right = equation.right;
    if (equation.is_discrete) {
      m.kind = MatchedUnknown::Kind::kDiscrete;
      m.variable = ir::VariableId((*dae.pool)[equation.left].payload);
    } else {
      m.variable = variable_of_equation[i];
      if (!m.variable) continue;  // an invariant
      if (!equation.holds_at_events_only) continuous.push_back(m);
    }
    event.push_back(m);
  }
  AppendRelations(dae, event);
  const auto is_parameter = [&shared](ir::VariableId v) { return shared.occurrences().kinds().IsParameter(v); };
  model.continuous = SortIntoBlocks(dae, continuous, is_parameter, shared);
  model.event = SortIntoBlocks(dae, event, is_parameter, shared);
}

}  // namespace

ir::CausalModel Causalize(ir::Dae dae, Diagnostics& diagnostics) {
  ir::CausalModel model;
  model.dae = std::move(dae);
  ir::RestoreDerivatives(model.dae);
  ModelOccurrences occurrences(model.dae);
  const std::vector<char> is_fixed = EvaluateFixed(model.dae, occurrences.kinds(), diagnostics);
  ParameterOrder parameters = OrderParameters(model.dae, occurrences.kinds(), is_fixed, diagnostics);
  model.parameters = std::move(parameters.assignments);
  if (!CheckBalance(model.dae, occurrences, diagnostics) || diagnostics.HasErrors()) return model;
  CombineEquations(model.dae, occurrences);
  std::vector<char> is_differentiated(model.dae.variables.size(), 0);
  for (size_t i = 0; i < is_differentiated.size(); ++i) {
    is_differentiated[i] = static_cast<bool>(model.dae.variables[i].derivative);
  }
  if (!ReduceIndex(model.dae, occurrences, diagnostics)) return model;

  StateSelection selection = SelectStates(model.dae, occurrences, is_fixed, is_differentiated, diagnostics);
  if (diagnostics.HasErrors()) return model;
  model.states = std::move(selection.states);
  model.derivatives = std::move(selection.derivatives);
  model.dummies = std::move(selection.dummies);
  model.invariants = std::move(selection.invariants);

  std::vector<ir::EquationId> equation_of_variable = MatchContinuous(model, occurrences, diagnostics);
  if (diagnostics.HasErrors()) return model;
  AppendJumps(model, equation_of_variable);
  SharedByEquations shared(model.dae, occurrences);
  SortContinuousAndEvent(model, equation_of_variable, shared);
  BuildInitialSystem(model, equation_of_variable, is_fixed, parameters.unknowns, shared, diagnostics);
  return model;
}

void CheckStructure(ir::Dae dae, Diagnostics& diagnostics) {
  ir::RestoreDerivatives(dae);
  ModelOccurrences occurrences(dae);
  CheckBalance(dae, occurrences, diagnostics);
}

}  // namespace stiction
