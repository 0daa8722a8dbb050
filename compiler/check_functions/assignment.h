// SPDX-License-Identifier: BSD-3-Clause
// Definite assignment: the variables of a function have a value where they are read or returned (MLS 12.4.4).
#pragma once

#include "compiler/ir/expr/function.h"
#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Reports what no path to a read assigns, and outputs without a value that nothing assigns, as errors; what only some
/// branches assign, as a warning where it is read or returned. An array or a record counts as assigned with its first
/// element, and a loop as run at least once; of an array whose size is an expression only the errors are told.
/// Elements of arrays and records are left to CheckSlotsAssigned.
/// @returns whether anything was reported
/// @pre typecheck has succeeded
bool CheckAssigned(const ir::FunctionInstance& function, Diagnostics& diagnostics);

/// Reports as errors the reads of slots that no path to the read assigns, and the slots of outputs that nothing
/// assigns. An assignment or a read of an element that is chosen at run time may be of each element: it assigns all as
/// far as this check goes, and is wrong only if none of them has a value. In the first turn of a loop only what is read
/// under no condition counts.
/// @returns whether anything was reported
bool CheckSlotsAssigned(const ir::ExprPool& pool, const ir::Function& function, Diagnostics& diagnostics);

}  // namespace stiction
