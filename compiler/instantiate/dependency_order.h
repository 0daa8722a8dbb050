// SPDX-License-Identifier: BSD-3-Clause
// The order in which the declarations of a function take effect: what is used comes first (MLS 12.4.4).
#pragma once

#include <vector>

#include "compiler/ir/instances/instance_tree.h"

namespace stiction {

/// @param order 0 .. n-1, each after what it needs, else ascending; cut short if there is a `cycle`
/// @param cycle each needs the next, and the last the first; empty: none
struct DependencyOrder {
  std::vector<size_t> order, cycle;
};

/// The variables of a function by number: their declaration assignments, defaults of inputs and sizes.
DependencyOrder OrderOfVariables(const ir::FunctionInstance& function);
/// The assignments that the declaration of a record gives to its members (FunctionVariable::member_values).
DependencyOrder OrderOfMemberValues(const std::vector<ir::BoundStatement>& member_values);
/// True if each member of the record of `target` that `value` reads is among those that `given` assigns, at least in
/// part.
bool HasAllNeeded(const ir::BoundExpression& value, const ir::BoundExpression& target,
                  const std::vector<ir::BoundStatement>& given);

}  // namespace stiction
