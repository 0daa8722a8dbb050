// SPDX-License-Identifier: BSD-3-Clause
// Algorithm sections of models and blocks (MLS 11.1) -> scalar equations.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "compiler/expand/expander.h"
#include "compiler/flatten/equations.h"
#include "compiler/specialize/functions.h"
#include "compiler/symbolic/evaluate.h"

namespace stiction::flatten {

/// Executes an algorithm with expressions for values: loops are unrolled, branches become if-expressions, and what is
/// left of each variable that it assigns is one equation `variable = expression`. A variable is read before it is
/// assigned as pre(v) if it is discrete, else as its start value (MLS 11.1.2); when-statements act at the edge of their
/// condition (MLS 11.2.7), their right sides make no events. One method for each kind of statement and target, over one
/// symbolic state, hence their number.
class AlgorithmFlattener {
 public:
  AlgorithmFlattener(ExpansionContext& context, Expander& expander, FunctionTable& functions,
                     EquationFlattener& equations)
      : context_(context), expander_(expander), functions_(functions), equations_(equations) {}

  /// Appends the equations of `algorithm`; what cannot be converted is reported, and nothing is appended then.
  void Flatten(const ir::BoundAlgorithm& algorithm, bool is_initial, std::vector<ir::FlatEquation>& out);

 private:
  using Statements = std::vector<ir::BoundStatement>;

  /// Known values at one point of the algorithm.
  struct State {
    AssignedValues values;
    ir::ExprId broken;  // whether the innermost loop has been left; invalid outside of loops
  };
  /// Assignments of the algorithm to one variable.
  struct Target {
    int64_t assignments = 0;
    bool only_in_when = true;
    Span span;                 // of the first assignment
    bool is_complete = false;  // `value` is the last one
    ir::ExprId value;
  };

  /// A loop that was made a function.
  struct LoopCall {
    ir::BoundPtr call;
    std::vector<ir::BoundPtr> targets;
  };

  void Execute(const ir::BoundAlgorithm& algorithm);
  /// Notes the variables that got their last value.
  void Complete();
  void Run(const Statements& statements, size_t first = 0);
  void Run(const ir::BoundStatement& statement);
  void Assign(const ir::BoundStatement& statement);
  void AssignValue(const FlatValue& target, const FlatValue& value, Span span);
  void AssignScalar(ir::ExprId target, ir::ExprId value, Span span);
  void AssignTo(const ir::BoundExpression& target, const FlatValue& value, Span span);
  void MultiAssign(const ir::BoundStatement& statement);
  void If(const ir::BoundStatement& statement, size_t branch);
  void For(const ir::BoundStatement& statement, size_t index);
  void While(const ir::BoundStatement& statement);
  void When(const ir::BoundStatement& statement);
  /// A loop whose number of turns is not known here.
  /// @param first_index the first of the iterators that belong to it
  void RunAsFunction(const ir::BoundStatement& loop, size_t first_index);
  void Call(const ir::BoundStatement& statement);
  /// Runs `yes` and `no` on the present state each, and merges the two results by `condition`.
  template <class Yes, class No>
  void Choose(ir::ExprId condition, Yes yes, No no);
  /// State after a choice.
  State Merge(ir::ExprId condition, State yes, const State& no);
  /// True if the present loop has another turn, as far as `break` is concerned.
  bool MayGoOn(const ir::BoundStatement& statement);
  template <class Rest>
  void UnlessBroken(const ir::BoundStatement& statement, Rest rest);
  template <class Body>
  void Loop(Body body);
  ir::ExprId ValueBefore(ir::VariableId v);
  ir::ExprId Current(const State& state, ir::VariableId v);
  std::optional<double> ParameterValue(ir::VariableId v);
  /// The value of an expression of constants and parameters.
  std::optional<double> Known(ir::ExprId e, symbolic::CallResults* calls = nullptr);
  void CollectTargets(const Statements& statements);
  void CollectTarget(const ir::BoundExpression& target);
  void CollectVariables(ir::InstanceId instance, const std::vector<ir::BoundMember>& members, size_t member);
  void RequireAssignable(ir::VariableId v, Span span);
  void Count(Span span);

  ExpansionContext& context_;
  Expander& expander_;
  FunctionTable& functions_;
  EquationFlattener& equations_;
  bool is_initial_ = false;
  State state_;
  std::set<ir::VariableId> outputs_;          // what reads as its value before until it is assigned
  std::map<ir::VariableId, Target> targets_;  // of the present pass
  std::map<ir::VariableId, Target> earlier_;  // of the pass before
  std::vector<ir::VariableId> order_;         // of the first assignments
  std::vector<ir::FlatEquation> actions_;     // assert, terminate
  std::vector<ir::ExprId> conditions_;        // the branches around the present statement
  int when_depth_ = 0, loop_depth_ = 0, if_depth_ = 0;
  int64_t statements_ = 0;
  std::map<ir::VariableId, ir::InstanceId> instances_;        // by first variable
  std::map<ir::VariableId, std::vector<double>> parameters_;  // of instances, by first variable; empty: not known
  std::map<std::pair<const ir::BoundStatement*, size_t>, LoopCall> loops_;  // by statement and first iterator
};

}  // namespace stiction::flatten
