// SPDX-License-Identifier: BSD-3-Clause
// The variables of the flat model: one for each scalar of each component of a built-in type.
#pragma once

#include "compiler/expand/expander.h"
#include "compiler/flatten/equations.h"
#include "compiler/specialize/functions.h"

namespace stiction::flatten {

/// Appends the variables of the model, depth first in order of declaration, and of those package constants that have no
/// compile-time value; notes where each instance's variables begin. Attributes and bindings are not filled yet.
void DeclareVariables(ExpansionContext& context);

/// Fills the attributes of the variables of a kBuiltin instance.
void FillAttributes(ir::InstanceId instance, Expander& expander, EquationFlattener& equations);

/// Turns the declaration equation of an instance into bindings (parameters, constants) or equations (other variables);
/// the binding of a record goes to its members.
void FillBinding(ir::InstanceId instance, Expander& expander, EquationFlattener& equations,
                 std::vector<ir::FlatEquation>& out);

}  // namespace stiction::flatten
