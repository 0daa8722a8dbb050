// SPDX-License-Identifier: BSD-3-Clause
// Block triangular form of a matched system: strong components in the order in which they can be solved.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/graph/bipartite.h"

namespace stiction::graph {

/// The strong components of a directed graph whose node `i` needs the nodes `needs.Row(i)`, in an order in which each
/// component needs only itself and earlier ones. Where the order is free, the component with the lowest node goes
/// first.
/// @param needs square: as many columns as rows. Loops (i, i) are allowed and change nothing
/// @returns components, each with its nodes ascending
/// @source Tarjan 1972, doi 10.1137/0201010; Duff & Reid 1978, doi 10.1145/355780.355785, as done by SuiteSparse BTF
std::vector<std::vector<int32_t>> StrongComponents(const BipartiteGraph& needs);

}  // namespace stiction::graph
