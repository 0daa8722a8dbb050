// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Binds the values and attributes that modifications give to instances (MLS 4.9, 7.2), and evaluates expressions while
/// the tree grows: what a value depends on is expanded and bound first.
class Bindings {
 public:
  Bindings(Instantiation& data, Reports& reports, Components& components, Expressions& expressions,
           SettingModifiers& settings)
      : data_(data), reports_(reports), components_(components), expressions_(expressions), settings_(settings) {}

  void Bind(ir::InstanceId id);
  /// Binds an instance and all in it.
  void BindAll(ir::InstanceId id);
  /// Gives the members of a value that is given to a whole record to its components.
  void PushToMembers(ir::InstanceId id);
  /// The value of a modifier, of a component array that of the element; null if there is none, or after a report.
  ir::BoundPtr ValueOf(const Modifier& modifier);

  /// @returns nothing of an expression without a value that is known when translating; that is not reported
  std::optional<Value> Evaluate(const ir::BoundExpression& e, const IteratorValues& iterators = {});
  /// Reports the parameter without a value by which an expression has none.
  /// @returns false if it has none for another reason
  bool ReportMissingValue(const ir::BoundExpression& e, const std::string& what);
  std::optional<std::vector<int64_t>> DimensionsOf(const ir::BoundExpression& e);

 private:
  ir::BoundPtr WholeValueOf(const Modifier& modifier);
  ir::BoundPtr ElementOf(ir::BoundPtr value, const Modifier& modifier);
  /// The component that is taken where a record is an element of `{if ... then a else b for i in 1:n}`.
  /// @param index subscripts that are still to be applied @param turns the iterators so far
  /// @returns null where that is not known when translating
  ir::BoundPtr TakenFrom(const ir::BoundExpression& value, std::vector<int64_t> index, IteratorValues turns);
  ir::BoundPtr MemberOf(const ir::BoundPtr& value, const std::string& name, Span span);
  void BindAlike(ir::InstanceId id);
  void BindBuiltin(ir::InstanceId id, const Modifiers& modifiers);
  /// Reports a value from outside of a component that adds an equation to it (MLS 4.7).
  void CheckEachValue(ir::InstanceId id, const Modifier& m, const ir::BoundExpression& value);
  void CheckAddedEquation(ir::InstanceId id, const Modifier& value);

  /// Binds all that the value of an expression depends on.
  void Ready(const ir::BoundExpression& e);
  void ReadyInstance(ir::InstanceId id, const std::vector<ir::BoundMember>& members, size_t next);
  void ReadyFunction(ir::FunctionInstanceId id);
  void ReadyStatements(const std::vector<ir::BoundStatement>& body);

  Instantiation& data_;
  Reports& reports_;
  Components& components_;
  Expressions& expressions_;
  SettingModifiers& settings_;
  /// Values that many instances share: by expression and scope, of literals without scope.
  std::map<std::pair<const ast::Expression*, Scope*>, ir::BoundPtr> shared_values_;
  std::set<ir::FunctionInstanceId> ready_functions_;
};

}  // namespace stiction
