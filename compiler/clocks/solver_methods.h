// SPDX-License-Identifier: BSD-3-Clause
// Solver methods of discretized sub-partitions (MLS 16.8).
#pragma once

#include <map>
#include <set>

#include "compiler/clocks/partitioning.h"

namespace stiction::clocks {

/// The solver of each set whose clock has one, or that needs one and takes that of the sets it exchanges values with
/// (MLS 16.8.4).
/// @returns by root of the set
std::map<int32_t, ir::SolverMethod> InferMethods(Partitioning& graph, const std::set<int32_t>& clocked,
                                                 Diagnostics& diagnostics);

}  // namespace stiction::clocks
