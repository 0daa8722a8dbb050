// SPDX-License-Identifier: BSD-3-Clause
// Which equations and variables belong together: the graph of MLS 16.7.2.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/clocks/disjoint_sets.h"
#include "compiler/clocks/rational.h"
#include "compiler/ir/flat/flat_model.h"
#include "compiler/support/diagnostics.h"

namespace stiction::clocks {

/// A constructor that says when the clock of `node` ticks: `Clock(...)` of Integer, Real or Boolean.
struct Definition {
  int32_t node = -1;
  ir::ExprId clock;  // the kClock
  Origin origin;
};

/// What a conversion says of two clocks (MLS 16.5.2): the period of `to` is `ratio` times that of `from`, and it begins
/// `shift` periods of `from` later.
struct Conversion {
  enum class Kind {
    kExact,
    kSlower,     // ratio is an Integer to be inferred
    kFaster,     // 1/ratio is
    kAnyOfBase,  // noClock: of one base-partition
  };
  Kind kind = Kind::kExact;
  int32_t from = -1, to = -1;
  Ratio ratio = 1, shift = 0;
  Origin origin;
};

/// A solver method given to the clock of `node`.
struct MethodUse {
  int32_t node = -1;
  std::string method;
  Origin origin;
};

/// Why a node is clocked, or unclocked.
struct Reason {
  int32_t node = -1;
  std::string text;  // "`x` is sampled"
  Origin origin;
  int32_t state = -1;  // of the equation that says so
};

/// Nodes are the variables of the model, by number, then its equations, then clocks without a name. Nodes of one set
/// have one clock, or are unclocked together.
struct Partitioning {
  DisjointSets sets;
  std::vector<int32_t> node_of_equation;
  std::vector<std::pair<int32_t, int32_t>> edges;  // between nodes: why two are in one set
  std::vector<Definition> definitions;
  std::vector<Conversion> conversions;
  std::vector<MethodUse> methods;
  std::vector<Reason> clocked, unclocked;
  std::vector<Reason> continuous;  // contain der or another operator that makes a partition a discretized one
};

/// Builds the graph. Afterwards no clocked when-equation is left: its equations stand side by side; nor an equation
/// between clocks; and each first argument of a conversion is a variable, or known.
Partitioning PartitionModel(ir::FlatModel& model, Diagnostics& diagnostics);

}  // namespace stiction::clocks
