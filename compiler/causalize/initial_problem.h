// SPDX-License-Identifier: BSD-3-Clause
// What the steps that build the initial system share.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "compiler/causalize/sort_blocks.h"
#include "compiler/ir/causal/causal_model.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

struct InitialProblem {
  /// @pre all outlive it. @param is_fixed by variable @param parameter_unknowns not known before initialisation
  InitialProblem(ir::CausalModel& model, const std::vector<char>& is_fixed,
                 std::span<const ir::VariableId> parameter_unknowns, SharedByEquations& shared,
                 Diagnostics& diagnostics);

  const ir::DaeVariable& Variable(ir::VariableId v) const { return dae.variables[v.index()]; }
  bool IsReal(ir::VariableId v) const { return Variable(v).type == ir::ScalarType::kReal; }
  bool IsFixed(ir::VariableId v) const { return v.index() < is_fixed.size() && is_fixed[v.index()] != 0; }
  /// True if it is a parameter that the initial system determines.
  bool IsFree(ir::VariableId v) const { return is_free[v.index()] != 0; }
  std::vector<ir::VariableId> FreeParametersIn(ir::ExprId e) const;
  /// The number of Dae::initial_equations[i], as in Block::equations.
  ir::EquationId EquationOfInitial(size_t i) const;
  ir::EquationId AddStart(ir::VariableId v, bool chosen);
  /// "`a`, `b`", of many the first.
  std::string NamesOf(std::span<const ir::VariableId> variables) const;

  ir::CausalModel& model;
  ir::Dae& dae;
  const std::vector<char>& is_fixed;
  std::span<const ir::VariableId> parameter_unknowns;
  SharedByEquations& shared;
  const ir::VariableKinds& kinds;
  Diagnostics& diagnostics;
  std::vector<char> is_free;              // by variable
  std::vector<ir::EquationId> redundant;  // checked after the solution
};

}  // namespace stiction
