// SPDX-License-Identifier: BSD-3-Clause
// Tearing: a small set of unknowns from which the others follow one after the other.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "compiler/graph/bipartite.h"

namespace stiction::graph {

/// Of an edge: the column follows from the row whatever else is torn.
inline constexpr char kDefining = 2;

struct Tearing {
  std::vector<int32_t> tearing_columns;                  // ascending
  std::vector<std::pair<int32_t, int32_t>> assignments;  // (row, column) in the order of evaluation
  std::vector<int32_t> residual_rows;                    // ascending; as many as tearing columns if square
};

/// Chooses tearing columns greedily. An unknown that no open row can be solved for must be torn; otherwise the one goes
/// that lets most rows be solved at once, then the one that occurs most, then the lowest. Between choices, each row
/// with a single open unknown it can be solved for determines it. In large systems what would follow from many tearing
/// columns is torn as well where that leaves much fewer entries in all.
/// @param graph rows are equations, columns unknowns
/// @param solvable by edge number of `graph`: whether the row may be solved for the column; kDefining: and has to be
/// @source Elmqvist & Otter 1994, Methods for tearing systems of equations in object-oriented modeling; Cellier &
/// Kofman
///   2006, Continuous System Simulation, sect. 7.3, doi 10.1007/0-387-30260-3 (the heuristic)
Tearing ChooseTearing(const BipartiteGraph& graph, const std::vector<char>& solvable);

}  // namespace stiction::graph
