// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// True if a class body or one of its base classes has a connect that a `break connect(...)` names (MLS 7.4).
bool HasConnect(const Scope& part, const ast::ModificationArgument& argument);

/// Binds the equations and algorithms of instances (MLS 8, 11.1), and the statements of functions.
class Equations {
 public:
  Equations(Instantiation& data, Reports& reports, Names& names, Expressions& expressions, References& references,
            Iterators& iterators, Functions& functions)
      : data_(data),
        reports_(reports),
        names_(names),
        expressions_(expressions),
        references_(references),
        iterators_(iterators),
        functions_(functions) {}

  /// Binds the equations of an instance and of all in it.
  void BindAll(ir::InstanceId id);
  /// Adds what can be bound of some statements.
  void BindStatements(const std::vector<ast::StatementPtr>& from, std::vector<ir::BoundStatement>& to,
                      Context& context);

 private:
  void BindSections(const Group& group, ir::Instance& instance);
  void BindList(const std::vector<ast::EquationPtr>& from, std::vector<ir::BoundEquation>& to, Context& context);
  std::optional<ir::BoundEquation> Bind(const ast::Equation& equation, Context& context);
  std::optional<ir::BoundEquation> BindConnect(const ast::Equation& equation, const Context& context);
  /// @param bound without what a condition has removed
  bool CheckConnect(const ast::Equation& equation, const ir::BoundEquation& bound, const Context& context);
  /// The instances of the parts of a reference, of arrays the whole, as far as they are there.
  std::vector<ir::InstanceId> PathOf(const ast::ComponentReference& reference, const Context& context);
  /// True if the first part names an outer component.
  bool IsOuter(const ast::ComponentReference& reference, const Context& context);
  void CheckAssignedInWhen(const ir::BoundExpression& target, const Context& context);
  std::optional<ir::BoundStatement> BindStatement(const ast::Statement& statement, Context& context);
  bool CheckPlace(const ast::Statement& statement, const Context& context);
  bool CheckTarget(const ir::BoundPtr& target, bool in_model);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  Expressions& expressions_;
  References& references_;
  Iterators& iterators_;
  Functions& functions_;
};

}  // namespace stiction
