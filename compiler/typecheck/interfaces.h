// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/ir/instances/instance_tree.h"
#include "compiler/support/diagnostics.h"

namespace stiction::typecheck {

/// Checks what components show to the outside: connectors have as many flow variables as potentials (MLS 9.3.1), and
/// warns of inputs that are no connectors and get no value where their component is declared (MLS 4.7).
void CheckInterfaces(const ir::InstanceTree& tree, Diagnostics& diagnostics);

}  // namespace stiction::typecheck
