// SPDX-License-Identifier: BSD-3-Clause
// The coarse Dulmage-Mendelsohn decomposition: which part of a singular system has too many equations, which too few.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/graph/bipartite.h"
#include "compiler/graph/matching.h"

namespace stiction::graph {

/// @source Dulmage & Mendelsohn 1958, doi 10.4153/CJM-1958-052-0; Pothen & Fan 1990, doi 10.1145/98267.98287
struct DulmageMendelsohn {
  std::vector<int32_t> over_rows;  // the over-determined part: more rows than columns, ascending
  std::vector<int32_t> over_columns;
  std::vector<int32_t> under_rows;  // the under-determined part: more columns than rows, ascending
  std::vector<int32_t> under_columns;
};

/// @param matching a maximum matching of the graph. The result does not depend on which
DulmageMendelsohn Decompose(const BipartiteGraph& graph, const Matching& matching);

/// The rows that compete with `row` for their columns: those reachable by alternating paths, `row` included, ascending.
/// Of an unmatched row they are the smallest over-determined part it belongs to.
/// @param matching a maximum matching
std::vector<int32_t> CompetingRows(const BipartiteGraph& graph, const Matching& matching, int32_t row);

}  // namespace stiction::graph
