// SPDX-License-Identifier: BSD-3-Clause
// What an instance is to a connect (MLS 9.1).
#pragma once

#include "compiler/ir/instances/instance_tree.h"

namespace stiction::flatten {

/// True of connectors and of all within them, where everything may be connected (MLS 9.1).
bool IsConnector(const ir::InstanceTree& tree, ir::InstanceId id);

/// True if an expandable connector holds it: there a flow variable is zero on either side on which nothing connects it
/// (MLS 9.2).
bool IsInExpandable(const ir::InstanceTree& tree, ir::InstanceId id);

/// True if the connector belongs to the component in whose class a connect stands: the outermost component below the
/// scope is a connector (MLS 9.1.2).
bool IsOutside(const ir::InstanceTree& tree, ir::InstanceId connector, ir::InstanceId scope);

/// True if the class of `scope` declares what holds the instance as protected.
bool IsProtectedBelow(const ir::InstanceTree& tree, ir::InstanceId id, ir::InstanceId scope);

}  // namespace stiction::flatten
