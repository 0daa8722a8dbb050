// SPDX-License-Identifier: BSD-3-Clause
// Restart at a change of mode: hidden constraints, jumps of states, impulses.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/modes/structure.h"

namespace stiction {

/// A mode equation of which some branch is differentiated.
struct DifferentiatedModes {
  int32_t row = -1;                                // of the ModeStructure
  std::vector<std::vector<ir::ExprId>> residuals;  // by branch: left - right, time derivatives up to the offset
  /// All branches constrain the same variables: the equation holds at all times and is differentiated as a whole.
  bool is_alike = false;
};

/// Appends hidden constraints, and for each connected set of equations that a change of mode disturbs: the jump of each
/// state and the impulse of each algebraic variable as unknowns, their linear equations
///   sum_j dF_i/dx_j^(D_j - c_i) jump_j = -F_i^(c_i - 1)   of the branch that is active, 0 of equations without modes,
/// which hold at events only, and what impulses do to relations.
/// @source Griewank: dF^(k)/dx^(j+k) = dF/dx^(j), so that the matrix is that of the highest derivatives
void AddRestart(ir::Dae& dae, const ModeStructure& structure, const std::vector<DifferentiatedModes>& differentiated);

}  // namespace stiction
