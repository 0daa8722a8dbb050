// The terms of a sum: what a residual adds up, for error bounds relative to the sizes of the terms.
#pragma once

#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// The slots whose values (up to sign) the instructions of `range` sum up to `target`, ascending. Just `target` if it
/// is no sum.
std::vector<Slot> TermSlots(const Program& program, Range range, Slot target);

}  // namespace stiction::runtime
