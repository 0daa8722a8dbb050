// SPDX-License-Identifier: BSD-3-Clause
// Definite assignment of the elements of arrays and the members of records in a function, where they are read or
// returned (MLS 12.4.4): asked of the specialised function, whose scalars are slots.
#pragma once

#include "compiler/ir/expr/function.h"
#include "compiler/support/diagnostics.h"

namespace stiction::flatten {

/// Reports as errors the reads of slots that no path to the read assigns, and the slots of outputs that nothing
/// assigns. An assignment or a read of an element that is chosen at run time may be of each element: it assigns all as
/// far as this check goes, and is wrong only if none of them has a value. In the first turn of a loop only what is read
/// under no condition counts.
/// @returns whether anything was reported
bool CheckSlotsAssigned(const ir::ExprPool& pool, const ir::Function& function, Diagnostics& diagnostics);

}  // namespace stiction::flatten
