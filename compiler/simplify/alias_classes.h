// SPDX-License-Identifier: BSD-3-Clause
// Classes of variables that are equal up to the sign.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/dae/dae.h"

namespace stiction {

/// a = b, or a = -b.
struct AliasPair {
  ir::VariableId a, b;
  bool negated = false;
};

/// The pair that an equation states equal, if it is of that form. Parameters take no part, nor do variables of
/// different types or variability, nor derivatives (der(x) = v stays an equation, so that each state keeps its
/// derivative).
std::optional<AliasPair> ReadAlias(const ir::Dae& dae, const ir::DaeEquation& equation);

/// A disjoint-set forest whose edges carry a sign.
/// @source R. E. Tarjan, Efficiency of a good but not linear set union algorithm, 1975, doi:10.1145/321879.321884
class AliasClasses {
 public:
  explicit AliasClasses(const ir::Dae& dae);

  /// Joins the classes of the pair. @returns false, and does nothing, if they are one class already, both hold an
  /// input, or one holds an input and the other a differentiated variable, or both hold a discrete variable with a
  /// fixed start value, and not the same: these are of pre(v) (MLS 8.6), which may differ where the variables do not
  bool Join(const AliasPair& pair);

  struct Member {
    ir::VariableId variable;
    bool negated = false;  // relative to the root of its class
  };
  /// The classes of two and more, by their lowest id; members ascending.
  std::vector<std::vector<Member>> All();

 private:
  Member Root(ir::VariableId v);

  struct Node {
    ir::VariableId parent;
    bool negated = false;  // relative to the parent
    int size = 1;
    bool has_input = false;
    bool has_derivative = false;
    ir::ExprId start;  // fixed, of a discrete variable
  };
  std::vector<Node> nodes_;
};

}  // namespace stiction
