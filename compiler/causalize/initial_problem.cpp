// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/initial_problem.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

constexpr size_t kMaxNames = 5;

}  // namespace

InitialProblem::InitialProblem(ir::CausalModel& of_model, const std::vector<char>& fixed,
                               std::span<const ir::VariableId> unknown_parameters, SharedByEquations& of_equations,
                               Diagnostics& to)
    : model(of_model),
      dae(of_model.dae),
      is_fixed(fixed),
      parameter_unknowns(unknown_parameters),
      shared(of_equations),
      kinds(of_equations.occurrences().kinds()),
      diagnostics(to),
      is_free(of_model.dae.variables.size(), 0) {
  for (const ir::VariableId p : parameter_unknowns) is_free[p.index()] = 1;
}

std::vector<ir::VariableId> InitialProblem::FreeParametersIn(ir::ExprId e) const {
  if (!e) return {};
  std::vector<ir::VariableId> variables = symbolic::Variables(*dae.pool, e);
  std::erase_if(variables, [this](ir::VariableId v) { return !IsFree(v); });
  return variables;
}

ir::EquationId InitialProblem::EquationOfInitial(size_t i) const {
  return ir::EquationId(static_cast<int64_t>(dae.equations.size() + i));
}

ir::EquationId InitialProblem::AddStart(ir::VariableId v, bool chosen) {
  const size_t id = dae.equations.size() + dae.initial_equations.size() + model.start_conditions.size();
  model.start_conditions.push_back({v, chosen});
  return ir::EquationId(static_cast<int64_t>(id));
}

std::string InitialProblem::NamesOf(std::span<const ir::VariableId> variables) const {
  std::string names;
  for (size_t i = 0; i < std::min(variables.size(), kMaxNames); ++i) {
    names += fmt::format("{}`{}`", i == 0 ? "" : ", ", Variable(variables[i]).name);
  }
  if (variables.size() > kMaxNames) names += fmt::format(" and {} more", variables.size() - kMaxNames);
  return names;
}

}  // namespace stiction
