// SPDX-License-Identifier: BSD-3-Clause
// What is told of modes: equations by branch in words, and the table of them that a stopped run is explained with.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/modes/structure.h"

namespace stiction {

/// An equation in a branch as left and right side.
std::pair<ir::ExprId, ir::ExprId> SidesOf(const ir::Dae& dae, const ModeStructure& structure, int32_t row,
                                          int32_t branch);

/// Fills Dae::modes, unless all branches of each equation hold the same unknowns. @pre the equations of the structure
/// are those of the Dae
void FillModeTable(ir::Dae& dae, const ModeStructure& structure);

/// "in mode {a} the equations determine x and der(y), in mode {not a} der(x) and y", of the modes that have no
/// common list of states; empty if all have one.
std::string TellContradiction(const ir::Dae& dae, const ModeStructure& structure);

/// The conditions that the branches of these rows need: "engaged, s <= 1.0". @param rows ascending
std::string TellConditions(const ir::Dae& dae, const ModeStructure& structure,
                           const graph::Configuration& configuration, const std::vector<int32_t>& rows);

}  // namespace stiction
