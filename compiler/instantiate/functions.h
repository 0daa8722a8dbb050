// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Builds functions that are called: their variables in the order in which these get values, their bodies or external
/// clauses, and the annotations that tell how they are differentiated and inlined (MLS 12).
class Functions {
 public:
  Functions(Instantiation& data, Reports& reports, Names& names, Classes& classes, Bindings& bindings,
            Expressions& expressions, Equations& equations)
      : data_(data),
        reports_(reports),
        names_(names),
        classes_(classes),
        bindings_(bindings),
        expressions_(expressions),
        equations_(equations) {}

  /// The function, record constructor or constructor of an external object that a class is.
  /// @returns nothing after reporting that it cannot be called
  std::optional<ir::FunctionInstanceId> Of(ClassElement& element, Span use);
  /// A function that takes functions, for these ones: their values are its inputs in their places (MLS 12.4.2).
  /// @pre `generic` is what its name says. @param functionals by name of the input
  std::optional<ir::FunctionInstanceId> For(ir::FunctionInstanceId generic,
                                            const std::map<std::string, Functional, std::less<>>& functionals);
  /// The function `constructor` or `destructor` of the class of an external object (MLS 12.9.7).
  std::optional<ir::FunctionInstanceId> ObjectFunction(const ResolvedType& type, const std::string& name, Span use);
  /// The function `equalityConstraint` of the class of an instance inside a connector, or none (MLS 9.4.1).
  ir::FunctionInstanceId EqualityConstraintOf(ir::InstanceId id);
  /// Reports external objects that are not constructed.
  void RequireObjects();
  /// The built-in function as which a function is declared, `external "builtin"`, or null.
  const std::string* BuiltinOf(ir::FunctionInstanceId id) const;

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
  bool FillVariable(const ComponentElement& element, ir::FunctionVariable& variable, int32_t number,
                    bool is_inside_of_value = false);
  bool FillType(const ComponentElement& element, const ResolvedType& type, ir::FunctionVariable& variable,
                int32_t number, bool has_value);
  bool FillDims(const ComponentElement& element, const ResolvedType& type, ir::FunctionVariable& variable);
  /// The members of the record type of a variable, and the values that its declaration gives to them. Where the
  /// variable has no value as a whole, these values give the sizes of members.
  bool FillRecord(const ResolvedType& type, ir::FunctionVariable& variable, int32_t number, bool has_value);
  void NotConstructed(const std::string& object, Span span, const std::string& of_class);
  /// @param values of the other members of the record, by number
  void FillOpenSizes(const std::map<int32_t, ir::BoundPtr>& values, ir::FunctionVariable& member);
  /// Reads the external clause of a function. @returns whether it can be used
  bool ReadExternal(const ast::External& external, Scope* scope, ir::FunctionInstanceId id);
  bool ReadSource(const ast::Modification* annotation, Scope* scope, ir::ExternalSource& source);
  void ReadAnnotations(const ast::Class& definition, Scope* scope, ir::FunctionInstanceId function);
  /// Checks an annotation `inverse(input = g(...))` (MLS 12.7.3).
  void CheckInverse(const ast::ModificationArgument& annotation, Scope* scope, ir::FunctionInstanceId id);
  void CheckInverseCall(const ast::Expression& call, Scope* scope, const ir::FunctionInstance& function);
  void ReadDerivative(const ast::ModificationArgument& annotation, Scope* scope, ir::FunctionInstanceId function);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  Classes& classes_;
  Bindings& bindings_;
  Expressions& expressions_;
  Equations& equations_;
  std::map<std::tuple<ir::ClassId, const Scope*, const ClassElement*>, std::optional<ir::FunctionInstanceId>>
      function_ids_;
  std::map<ir::FunctionInstanceId, ResolvedType> generic_types_;
  std::map<std::pair<ir::FunctionInstanceId, std::map<std::string, Functional, std::less<>>>,
           std::optional<ir::FunctionInstanceId>>
      specialized_;
  std::map<ir::FunctionInstanceId, std::string> external_builtins_;
  int32_t next_member_ = 1 << 20;     // locals that stand for a record's members while it is filled in
  std::vector<ir::ClassId> filling_;  // records around one another
};

}  // namespace stiction
