// SPDX-License-Identifier: BSD-3-Clause
// The connects of a model before anything is flattened: what `cardinality` counts and the connection graph consists of.
#pragma once

#include <functional>

#include "compiler/expand/expander.h"

namespace stiction::flatten {

/// A connect, or an operator of MLS 9.4.1 (`Connections.branch`, ...), with the iterators around it in force.
using ConnectVisitor = std::function<void(const ir::BoundEquation&)>;

/// Visits them from the root to the leaves of the tree of instances. Of an if-equation the branch that its conditions
/// choose at compile time; a condition that is not known then chooses nothing: what flattening reports of it is not
/// repeated here.
/// @param expander one without iterators in force; the visitor may use it
void WalkConnects(Expander& expander, const ConnectVisitor& visit);

/// Counts the connect equations of the whole model in which each connector stands, by instance and element; a connect
/// of arrays counts for each of their elements, and what stands around the model once for each of its own connectors.
/// What cannot be expanded counts nothing: its own expansion reports it.
/// @param expander one without iterators in force
/// @source MLS 3.7.4.3 `cardinality`
ConnectCounts CountConnects(Expander& expander);

}  // namespace stiction::flatten
