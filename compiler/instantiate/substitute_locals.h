// SPDX-License-Identifier: BSD-3-Clause
// Values in place of the variables of a function: its default values, written for one call.
#pragma once

#include <map>

#include "compiler/ir/instances/expression.h"

namespace stiction {

/// @returns a copy of `e` with the given values in place of the locals of these numbers, with their subscripts and
/// members
ir::BoundPtr SubstituteLocals(const ir::BoundPtr& e, const std::map<int32_t, ir::BoundPtr>& value_of_local);

}  // namespace stiction
