// SPDX-License-Identifier: BSD-3-Clause
// Differential equations that are solved from tick to tick (MLS 16.8).
#pragma once

#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Completes the equations of a discretized sub-partition to as many as it has variables: reduces their index, selects
/// states, and appends for each state the formula of the solver method, which at the first tick is an initial condition
/// (MLS 16.8.2). Derivatives are variables like others afterwards.
/// @param equations of the partition
/// @param conditions its initial equations
/// @errors those of index reduction and state selection, NotYetSupported
void Discretize(ir::Dae& dae, int32_t partition, std::vector<ir::DaeEquation>& equations,
                const std::vector<ir::DaeEquation>& conditions, Diagnostics& diagnostics);

}  // namespace stiction
