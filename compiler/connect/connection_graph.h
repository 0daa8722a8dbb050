// SPDX-License-Identifier: BSD-3-Clause
// The virtual connection graph of overdetermined types and records (MLS 9.4).
#pragma once

#include <map>
#include <utility>

#include "compiler/expand/expander.h"

namespace stiction::flatten {

/// Treatment of the equation R1 = R2 of two connected overdetermined variables.
enum class GraphEdge {
  kTree,       // stays
  kBroken,     // is replaced by 0 = equalityConstraint(R1, R2): it closes a loop or joins two roots
  kRedundant,  // is left out: other connects join the two already
};

/// The spanning trees of the graph.
struct ConnectionGraph {
  GraphAnswers answers;
  std::map<std::pair<ir::InstanceId, ir::InstanceId>, GraphEdge> edge_of_pair;  // of connects; smaller id first
  /// The overdetermined variables that no root determines: the first of their part of the graph, by variable.
  std::map<ir::InstanceId, ir::InstanceId> unrooted;

  GraphEdge EdgeOf(ir::InstanceId a, ir::InstanceId b) const;
};

/// Collects the edges and roots of the whole model and reduces the graph to spanning trees: one for each definite root,
/// and one for each other part, whose root is its potential root with the lowest priority (ties: the first declared).
/// Edges are kept in the order of the connects, so that the last one of a loop is broken.
/// Reports ConnectionGraph for a loop of required edges, and for two definite roots that required edges join.
/// @param expander one without iterators in force
ConnectionGraph BuildConnectionGraph(Expander& expander, Diagnostics& diagnostics);

/// The residues by which the equality of two overdetermined variables is written: `equalityConstraint(from, to)`.
/// @throws ExpansionError if the function has not one output
std::vector<ir::ExprId> ConstraintResidues(Expander& expander, ir::InstanceId from, ir::InstanceId to, Span span);

/// True if the call is `Connections.branch`, `.root` or `.potentialRoot`, which stand as equations.
bool IsGraphOperator(const ir::BoundExpression& call);

}  // namespace stiction::flatten
