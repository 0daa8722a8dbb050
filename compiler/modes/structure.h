// SPDX-License-Identifier: BSD-3-Clause
// Structure of a model whose equations change with modes: signatures by branch, the configurations looked at, offsets.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "compiler/graph/mode_offsets.h"
#include "compiler/ir/dae/dae.h"
#include "compiler/ir/dae/variable_kinds.h"
#include "compiler/modes/mode_equations.h"

namespace stiction {

/// The continuous equations of a model as rows, its continuous unknowns without integral as columns, each of which
/// stands for its derivatives, too.
struct ModeStructure {
  std::vector<ir::EquationId> equation_of_row;
  std::vector<const ModeEquation*> modes_of_row;  // null: an equation of one branch
  std::vector<ir::VariableId> variable_of_column;
  std::vector<int32_t> row_of_equation;  // -1: a discrete equation
  graph::ModeSystem system;
  graph::Configurations configurations;  // those looked at
  double configuration_count = 1;        // of all there are
  bool is_uniform = false;               // there is a common list of states, given by the offsets
  graph::CommonOffsets offsets;

  int32_t OffsetOf(int32_t row, int32_t branch) const {
    return offsets.of_equation[static_cast<size_t>(row)][static_cast<size_t>(branch)];
  }
  int32_t HighestOffset(int32_t row) const;
  /// True if all branches have the same signature.
  bool HasAlikeBranches(int32_t row) const;
  /// True if the derivative in this entry is one that the differentiated equation is solved for.
  bool IsTight(int32_t row, int32_t branch, const graph::Signature& entry) const {
    return entry.order + OffsetOf(row, branch) == offsets.of_column[static_cast<size_t>(entry.column)];
  }
};

/// Analyses the model in all configurations if there are few; else in those in which all elements are in their k-th
/// alternative, and in those that differ from one of two of these in one element. An element is a set of mode equations
/// with conditions in common, an alternative of it branches that go together.
/// @pre derivatives are variables of their own (RestoreDerivatives)
/// @param equations outlive the result
/// @param few so many configurations are looked at one by one
/// @returns nothing if the numbers of equations and unknowns differ
std::optional<ModeStructure> AnalyzeModes(const ir::Dae& dae, const ir::VariableKinds& kinds,
                                          std::span<const ModeEquation> equations, size_t few = 256);

/// left - right of an equation, of a mode equation in a branch.
ir::ExprId ResidualOf(const ir::Dae& dae, const ModeStructure& structure, int32_t row, int32_t branch);

/// The derivative of that order of a column; made if the model has none.
ir::VariableId DerivativeOf(ir::Dae& dae, const ModeStructure& structure, int32_t column, int32_t order);

}  // namespace stiction
