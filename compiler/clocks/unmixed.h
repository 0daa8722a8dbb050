// SPDX-License-Identifier: BSD-3-Clause
// What is clocked and what is not are separate (MLS 16.7.4).
#pragma once

#include "compiler/clocks/partitioning.h"

namespace stiction::clocks {

/// Reports sets that have reasons to be clocked and to be unclocked, with the equations that connect both.
/// @errors ClockedMixed
void RequireUnmixed(const ir::FlatModel& model, Partitioning& graph, Diagnostics& diagnostics);

}  // namespace stiction::clocks
