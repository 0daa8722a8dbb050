// SPDX-License-Identifier: BSD-3-Clause
// Balance of each component in itself.
#pragma once

#include <span>

#include "compiler/connect/connections.h"
#include "compiler/expand/expander.h"
#include "compiler/support/diagnostics.h"

namespace stiction::flatten {

/// Reports components that have more or fewer equations than unknowns in themselves: what is declared in the class
/// against its equations, connects and declaration equations. What an enclosing class gives, the flows and inputs of
/// the public connectors and the public inputs, counts as given; what a component in it asks for, as to be given here.
/// Components that consist of others, or have outer, overdetermined or expandable parts, are left to the balance of the
/// whole model, which a fault of theirs shows where all they consist of is right. Equations too few are a warning where
/// those there are mention each variable: practical models complete such a component from outside.
/// @param scopes the instance in whose class each of the first equations stands
/// @source MLS 4.7
void CheckLocalBalance(const ExpansionContext& context, std::span<const ir::InstanceId> scopes,
                       std::span<const ConnectedPair> joins, Diagnostics& diagnostics);

}  // namespace stiction::flatten
