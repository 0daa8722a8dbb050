// SPDX-License-Identifier: BSD-3-Clause
// Slots that depend on the unknowns of a block.
#pragma once

#include <unordered_set>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// The unknowns, inner and discrete variables of a block, and the slots that later blocks of its system and then the
/// code of `range` compute from them.
std::unordered_set<Slot> VaryingSlots(const Program& program, const BlockCode& block, Range range);

/// The same without what later blocks compute: for `range` that runs before them, as the operands of a mixed block.
std::unordered_set<Slot> VaryingSlotsWithin(const Program& program, const BlockCode& block, Range range);

/// Of each unknown: entries of the Jacobian in its column are computed from relations, held values or discrete
/// variables, so that the column changes from mode to mode.
std::vector<bool> ModeDependentColumns(const Program& program, const BlockCode& block);

}  // namespace stiction::runtime
