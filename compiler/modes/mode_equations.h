// SPDX-License-Identifier: BSD-3-Clause
// Mode equations: equations whose form depends on conditions that change at events only.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/ir/dae/variable_kinds.h"

namespace stiction {

/// A branch of a mode equation: what is left of it under the decisions of its path.
struct ModeBranch {
  std::vector<std::pair<ir::ExprId, bool>> path;  // conditions with the values they have, in order of the decisions
  ir::ExprId residual;                            // left - right, with 0 for parameters that are 0: f0 + f1*v does
                                                  // not constrain v if f1 = 0
  Span span;                                      // where it is written, as far as that is known
};

/// A continuous equation split by its own conditions.
struct ModeEquation {
  ir::EquationId equation;
  std::vector<ModeBranch> branches;  // at least two; of each decision first those where the condition holds
};

/// The mode equations of a model. A condition counts if it is held between events: relations and discrete variables,
/// not parameters, and not what stands under noEvent. An equation of more than 64 branches is none.
std::vector<ModeEquation> FindModeEquations(const ir::Dae& dae, const ir::VariableKinds& kinds);

/// The expression that has values[b] in branch b. @param values Real or Integer expressions, one for each branch
ir::ExprId Combine(ir::ExprPool& pool, const ModeEquation& equation, std::span<const ir::ExprId> values);

}  // namespace stiction
