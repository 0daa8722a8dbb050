// SPDX-License-Identifier: BSD-3-Clause
// Perfect matchings of bipartite graphs.
#pragma once

#include "compiler/graph/bipartite.h"

namespace stiction::graph {

/// True if there is a matching without a free row or column. Searches for shortest augmenting paths, many at once:
/// O(edges sqrt(rows)), where the path by path search of MaximumMatching may be quadratic along a chain.
/// @source Hopcroft & Karp 1973, An n^5/2 algorithm for maximum matchings in bipartite graphs, doi 10.1137/0202019
bool HasPerfectMatching(const BipartiteGraph& graph);

}  // namespace stiction::graph
