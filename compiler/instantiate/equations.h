// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Binds the equations and algorithms of instances (MLS 8, 11.1), and the statements of functions.
class Equations {
 public:
  Equations(Instantiation& data, Reports& reports, Expressions& expressions, Functions& functions)
      : data_(data), reports_(reports), expressions_(expressions), functions_(functions) {}

  /// Binds the equations of an instance and of all in it.
  void BindAll(ir::InstanceId id);
  /// Adds what can be bound of some statements.
  void BindStatements(const std::vector<ast::StatementPtr>& from, std::vector<ir::BoundStatement>& to,
                      Context& context);

 private:
  void BindSections(const Group& group, ir::Instance& instance);
  void BindList(const std::vector<ast::EquationPtr>& from, std::vector<ir::BoundEquation>& to, Context& context);
  std::optional<ir::BoundEquation> Bind(const ast::Equation& equation, Context& context);
  bool BindConnect(const ast::Equation& equation, ir::BoundEquation& bound, const Context& context);
  void CheckAssignedInWhen(const ir::BoundExpression& target, const Context& context);
  std::optional<ir::BoundStatement> BindStatement(const ast::Statement& statement, Context& context);
  bool CheckPlace(const ast::Statement& statement, const Context& context);
  bool CheckTarget(const ir::BoundPtr& target, bool in_model);

  Instantiation& data_;
  Reports& reports_;
  Expressions& expressions_;
  Functions& functions_;
};

}  // namespace stiction
