// SPDX-License-Identifier: BSD-3-Clause
// Lowering of when-equations: assignments guarded by edges (MLS 8.3.5), reinit, assert and terminate guarded actions.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "compiler/lower/context.h"
#include "compiler/lower/expressions.h"

namespace stiction {

/// Makes the Real variables that a when-equation of `equations` assigns discrete (MLS 3.8.3).
void MarkAssignedInWhen(const std::vector<ir::FlatEquation>& equations, LowerContext& context);

class WhenLowering {
 public:
  WhenLowering(LowerContext& context, ExpressionLowering& lower) : context_(context), lower_(lower) {}

  /// Appends to the Dae, for each variable v of the when-equation,
  ///   v := if active_1 then e_1 elseif active_2 then e_2 ... else pre(v)
  /// where active_i is ExpressionLowering::Active of the i-th condition.
  void Run(const ir::FlatEquation& when);

 private:
  struct Assignment {
    ir::VariableId variable;
    ir::ExprId value;
    Origin origin;
  };
  using Assignments = std::vector<Assignment>;

  /// @param guard true at the events at which the body is active
  Assignments Body(const std::vector<ir::FlatEquation>& body, ir::ExprId guard);
  void Assign(const ir::FlatEquation& equation, Assignments& assignments);
  /// Reports a variable that is already determined.
  void Append(Assignment assignment, Assignments& assignments);
  void If(const ir::FlatEquation& equation, ir::ExprId guard, Assignments& assignments);
  void Reinit(const ir::FlatEquation& equation, ir::ExprId guard);
  /// Reports a second reinit of a state that can act at the same event as the first.
  void RequireOneReinit(const ir::FlatEquation& equation, ir::VariableId state);
  /// Reports the first variable that one branch assigns and another does not. @returns whether there is none
  bool AssignTheSame(const std::vector<Assignments>& branches, const Origin& origin);

  LowerContext& context_;
  ExpressionLowering& lower_;
  /// The branches around an equation, outermost first: the when- or if-equation and the number of its branch.
  using Path = std::vector<std::pair<const ir::FlatEquation*, size_t>>;
  struct SeenReinit {
    Path path;
    Origin origin;
  };

  bool starts_ = false;  // the present branch is active at the initial time
  Path path_;
  std::map<ir::VariableId, std::vector<SeenReinit>> reinits_of_;
};

}  // namespace stiction
