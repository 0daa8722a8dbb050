// SPDX-License-Identifier: BSD-3-Clause
// Values in place of the variables of a function: its default values, written for one call.
#pragma once

#include <map>

#include "compiler/ir/instances/expression.h"

namespace stiction::ir {

/// @returns a copy of `e` with the given values in place of the locals of these numbers, with their subscripts and
/// members
BoundPtr SubstituteLocals(const BoundPtr& e, const std::map<int32_t, BoundPtr>& value_of_local);

}  // namespace stiction::ir
