// How often each connector is connected.
#pragma once

#include "compiler/flatten/expander.h"

namespace stiction::flatten {

/// Counts the connect equations of the whole model in which each connector stands, by instance and element; a connect
/// of arrays counts for each of their elements. What cannot be expanded counts nothing: its own expansion reports it.
/// @param expander one without iterators in force
/// @source MLS 3.7.4.3 `cardinality`
ConnectCounts CountConnects(const ir::InstanceTree& tree, Expander& expander);

}  // namespace stiction::flatten
