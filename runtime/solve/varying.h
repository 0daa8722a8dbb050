// What depends on the unknowns of a block.
#pragma once

#include <unordered_set>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// The unknowns, inner and discrete variables of a block, and the slots that the code of `range` computes from them.
std::unordered_set<Slot> VaryingSlots(const Program& program, const BlockCode& block, Range range);

}  // namespace stiction::runtime
