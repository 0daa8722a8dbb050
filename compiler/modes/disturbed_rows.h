// SPDX-License-Identifier: BSD-3-Clause
// The equations that a change of mode disturbs, and which of them determine jumps and impulses together.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/modes/structure.h"

namespace stiction {

/// A set of rows of the ModeStructure with the columns that they are matched to, of which each gets a jump (where
/// states are among its derivatives) or an impulse.
struct DisturbedRows {
  std::vector<int32_t> rows;     // ascending
  std::vector<int32_t> columns;  // by row
};

/// Connected sets of the mode equations given and all that is solved after them. Algebraic variables that no state and
/// no relation depends on are left out, and so is what has an impulse only in a product with a variable that jumps,
/// `der(work) = f*v`, as far as no constraint depends on it: how v passes from one side of its jump to the other no
/// equation says.
/// @param dae gets derivatives that index reduction would make
/// @param changing rows that are differentiated in some branch
std::vector<DisturbedRows> FindDisturbedRows(ir::Dae& dae, const ModeStructure& structure,
                                             const std::vector<int32_t>& changing);

}  // namespace stiction
