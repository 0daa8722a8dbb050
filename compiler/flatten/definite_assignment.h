// SPDX-License-Identifier: BSD-3-Clause
// Definite assignment: the variables of a function have a value where they are read or returned (MLS 12.4.4).
#pragma once

#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction::flatten {

/// Reports what no path to a read assigns, and outputs without a value that nothing assigns, as errors; what only some
/// branches assign, as a warning where it is read or returned. An array or a record counts as assigned with its first
/// element, and a loop as run at least once; of an array whose size is an expression only the errors are told.
/// Elements of arrays and records are left to CheckSlotsAssigned.
/// @returns whether anything was reported
/// @pre typecheck has succeeded
bool CheckAssigned(const ir::FunctionInstance& function, Diagnostics& diagnostics);

}  // namespace stiction::flatten
