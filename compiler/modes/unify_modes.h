// SPDX-License-Identifier: BSD-3-Clause
// Dae -> Dae: models whose equations change with modes so that index or states change, made one of fixed states.
#pragma once

#include "compiler/ir/dae/dae.h"

namespace stiction {

/// Differentiates each mode equation branch by branch, as often as a common list of states asks for: `if engaged then
/// w1 = w2 else tau = 0` becomes `if engaged then der(w1) = der(w2) else tau = 0`. What the branches lose by that is
/// kept as hidden constraints (Dae::hidden_constraints), and restored by a restart where a mode begins: jumps of states
/// and impulses solve linear equations with the Jacobian that the mode has anyway; equations that are not
/// differentiated integrate over the instant, so that momentum, charge and mass are conserved.
/// A model without such equations is returned as it is, and so is one whose modes have no common list of states, or
/// that has no derivative where one is needed: it may never come into the mode that needs it. Dae::modes tells of all.
/// @source Benveniste, Caillaud & Malandain 2020, The mathematical foundations of physical systems modeling languages,
///   arXiv 2008.05166
ir::Dae UnifyModes(ir::Dae dae);

}  // namespace stiction
