// SPDX-License-Identifier: BSD-3-Clause
// The built-in functions of arrays (MLS 10.3), expanded to scalars.
#pragma once

#include <optional>

#include "compiler/expand/expander.h"

namespace stiction::flatten {

/// The greatest or the least value of a scalar type: min and max of nothing (MLS 10.3.4).
double ExtremeOf(const ir::InstanceTree& tree, const ir::Type& type, bool greatest);

/// @returns nothing if the call is of another built-in function
/// @throws ExpansionError
std::optional<FlatValue> ExpandArrayBuiltin(Expander& expander, const ir::BoundExpression& call);

}  // namespace stiction::flatten
