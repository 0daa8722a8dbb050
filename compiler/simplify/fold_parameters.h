// SPDX-License-Identifier: BSD-3-Clause
// What the values of parameters take out of the equations.
#pragma once

#include <vector>

#include "compiler/ir/dae/dae.h"

namespace stiction {

/// Rewrites each continuous equation in which an unknown does not count with the values that parameters have: its
/// factor is a parameter that is 0 (`R*i = v1 - v2` with R = 0), or it stands in a branch that parameters switch off
/// (`v = if quasiStatic then 0 else L*der(i)`). A variable is as good as a parameter if its equation gives it the same
/// value whatever the other variables are, and so is a relation between such variables. Index, states and blocks are
/// then those of the model as it is. All other equations stay as they are.
void FoldParameters(ir::Dae& dae);

/// An equation that FoldParameters rewrites, and what it becomes.
struct FoldedEquation {
  ir::EquationId equation;
  ir::ExprId left, right;
  bool operator==(const FoldedEquation&) const = default;
};

/// What FoldParameters does, without doing it.
std::vector<FoldedEquation> FindFolds(const ir::Dae& dae);

}  // namespace stiction
