// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Builds functions that are called: their variables in the order in which these get values, and their bodies
/// (MLS 12). Variables, external clauses, external objects and annotations are read by classes of their own.
class Functions {
 public:
  Functions(Instantiation& data, Reports& reports, Names& names, Classes& classes, Groups& groups, Equations& equations,
            FunctionVariables& variables, FunctionAnnotations& annotations, ExternalInterfaces& externals,
            ExternalObjects& objects)
      : data_(data),
        reports_(reports),
        names_(names),
        classes_(classes),
        groups_(groups),
        equations_(equations),
        variables_(variables),
        annotations_(annotations),
        externals_(externals),
        objects_(objects) {}

  /// The function, record constructor or constructor of an external object that a class is.
  /// @returns nothing after reporting that it cannot be called
  std::optional<ir::FunctionInstanceId> Of(ClassElement& element, Span use);
  /// A function that takes functions, for these ones: their values are its inputs in their places (MLS 12.4.2).
  /// @pre `generic` is what its name says. @param functionals by name of the input
  std::optional<ir::FunctionInstanceId> For(ir::FunctionInstanceId generic,
                                            const std::map<std::string, Functional, std::less<>>& functionals);
  /// The function `equalityConstraint` of the class of an instance inside a connector, or none (MLS 9.4.1).
  ir::FunctionInstanceId EqualityConstraintOf(ir::InstanceId id);

 private:
  /// The function that a scalar type or one that it is derived from declares, or null.
  ClassElement* EqualityConstraintOf(Scope* scope, ast::Name type);
  bool Build(const ResolvedType& type, ir::FunctionInstanceId id,
             const std::map<std::string, Functional, std::less<>>& functionals);
  /// `function f = der(g, x)` (MLS 12.7.2).
  bool BuildPartial(const ResolvedType& type, ir::FunctionInstanceId id);
  /// The values that a function argument brings, as inputs.
  void AddGiven(const std::string& name, const Functional& functional, ir::FunctionInstance& to) const;
  /// With what its type says.
  ast::Causality CausalityOf(const ComponentElement& element);
  /// True of an input that is a function (MLS 12.4.2).
  bool IsFunctional(const ComponentElement& element);
  /// The inputs of a function that takes functions: all that a call of it needs to know.
  void FillGeneric(const Group& group, ir::FunctionInstanceId id);
  bool BindBody(const Group& group, ir::FunctionInstanceId id);
  /// Reports calls of impure functions in one that is declared pure (MLS 12.3).
  void CheckPure(const ir::FunctionInstance& function);
  void CheckPure(const ir::FunctionInstance& function, const ir::BoundExpression& e);
  void CheckPure(const ir::FunctionInstance& function, const std::vector<ir::BoundStatement>& body);
  /// Orders the declarations by what they need (MLS 12.4.4). @returns false after reporting a cycle
  bool OrderDeclarations(ir::FunctionInstance& function);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  Classes& classes_;
  Groups& groups_;
  Equations& equations_;
  FunctionVariables& variables_;
  FunctionAnnotations& annotations_;
  ExternalInterfaces& externals_;
  ExternalObjects& objects_;
  std::map<std::tuple<ir::ClassId, const Scope*, const ClassElement*>, std::optional<ir::FunctionInstanceId>>
      function_ids_;
  std::map<ir::FunctionInstanceId, ResolvedType> generic_types_;
  std::map<std::pair<ir::FunctionInstanceId, std::map<std::string, Functional, std::less<>>>,
           std::optional<ir::FunctionInstanceId>>
      specialized_;
};

}  // namespace stiction
