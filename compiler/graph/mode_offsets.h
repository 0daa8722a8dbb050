// SPDX-License-Identifier: BSD-3-Clause
// Structural analysis of systems whose equations change with modes: how often each equation is differentiated in each
// of its branches, with the same states in all modes.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/graph/bipartite.h"

namespace stiction::graph {

/// An entry of the signature matrix: `order` is that of the highest derivative of the variable `column` in an equation.
struct Signature {
  int32_t column;
  int32_t order;
  friend bool operator==(const Signature&, const Signature&) = default;
};
using SignatureRow = std::vector<Signature>;

/// A differential-algebraic system of as many equations as variables. An equation has one branch, or several of which
/// the mode takes one.
struct ModeSystem {
  int32_t column_count = 0;
  std::vector<std::vector<SignatureRow>> branches;  // by equation, by branch: distinct columns
};

/// The branch that each equation takes.
using Configuration = std::vector<int32_t>;

/// Branches that some equations take together: equation, branch.
using Alternative = std::vector<std::pair<int32_t, int32_t>>;

/// Configurations to look at: each base, and with each alternative those of the first two that are not singular.
struct Configurations {
  std::vector<Configuration> bases;
  std::vector<Alternative> alternatives;
};

/// The offsets of the Sigma-method with one list of states for all modes.
struct CommonOffsets {
  std::vector<int32_t> of_column;                 // D_j: the derivatives of variable j below this order are states
  std::vector<std::vector<int32_t>> of_equation;  // c_ib, by equation and branch: how often it is differentiated
};

/// The least D for which the differentiated system of every configuration determines the derivatives of order D, found
/// by raising D as each configuration in turn needs it. Configurations that are structurally singular take no part.
/// @returns nothing if no D suits them all: two modes fix contradicting differences between the D of two variables
/// @source Pryce 2001, A simple structural analysis method for DAEs, doi 10.1023/A:1021998624799; Caillaud, Malandain &
///   Thibault 2020, Implicit structural analysis of multimode DAE systems, hal-02572879
std::optional<CommonOffsets> FindCommonOffsets(const ModeSystem& system, const Configurations& configurations);

/// All of these configurations; of the alternatives those of the first two bases.
std::vector<Configuration> ListOf(const Configurations& configurations);

/// Two of the first configurations that have no common offsets. @returns nothing if each two of these have some
std::optional<std::pair<Configuration, Configuration>> FindContradiction(
    const ModeSystem& system, const std::vector<Configuration>& configurations);

/// The equations in their branches as a graph: an edge where an equation holds a variable or a derivative of it.
BipartiteGraph GraphOf(const ModeSystem& system, const Configuration& configuration);

}  // namespace stiction::graph
