// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "compiler/instantiate/instantiation.h"
#include "compiler/ir/expr/builtin_functions.h"

namespace stiction {

struct Found;

/// The function argument of the function around a reference that it names, or null.
const Functional* FunctionalOf(const ast::ComponentReference& reference, const Found& found);

/// Binds calls, of functions by position, by name and by default, and of built-in operators and functions (MLS 3.7,
/// 10.3, 12.4).
class Calls {
 public:
  Calls(Instantiation& data, Reports& reports, Names& names, Classes& classes, Expressions& expressions,
        References& references, Functions& functions, ExternalInterfaces& externals, Operators& operators)
      : data_(data),
        reports_(reports),
        names_(names),
        classes_(classes),
        expressions_(expressions),
        references_(references),
        functions_(functions),
        externals_(externals),
        operators_(operators) {}

  ir::BoundPtr Bind(const ast::Expression& e, Context& context);
  /// Returns true if an operator that depends on more than its arguments may stand there: not in a function. Else
  /// reports it.
  bool AllowsOperator(const std::string& name, Span span, const Context& context);

 private:
  bool AllowsNames(const ast::Expression& e);
  Group* GroupOf(const ir::BoundExpression& holder);
  /// A call of a name that lookup does not find, or by which it finds a predefined type.
  ir::BoundPtr BindPredefined(const ast::Expression& e, bool is_type, Context& context);
  ClassElement* FindCallee(const ast::ComponentReference& callee, const Found& found, Context& context);
  /// The function that a call through components names, `world.gravityAcceleration(r)` (MLS 5.3.2).
  ClassElement* FindMemberFunction(const ast::ComponentReference& callee, Context& context);
  /// @param given values of inputs that are not asked for any more, by position
  ir::BoundPtr BindUserCall(const ast::Expression& e, ir::FunctionInstanceId function, Context& context,
                            const std::map<size_t, ir::BoundPtr>& given = {});
  // functional_arguments.cpp
  /// A call of a function that the function around it was given.
  ir::BoundPtr BindFunctionalCall(const ast::Expression& e, const Functional& functional, Context& context);
  /// An argument that is a function, and the values it brings. @returns nothing after a report
  std::optional<Functional> BindFunctional(const ast::Expression& e, Context& context,
                                           std::vector<ir::BoundPtr>& values);
  bool GiveInputs(const ast::Expression& e, Context& context, Functional& functional,
                  std::vector<ir::BoundPtr>& values);
  /// Turns a call of a function that takes functions into one of what is made for these.
  /// @param functionals the arguments that are functions, by position; null: another one
  bool CallFor(const std::vector<const ast::Expression*>& functionals, ir::BoundExpression& call, Context& context);
  /// A call of one of several functions: of that which takes arguments of this number and these names, or if several
  /// do, of that whose inputs have the types (MLS 14.2). @param what they are, for messages
  ir::BoundPtr BindOverloaded(const ast::Expression& e, const std::string& what,
                              const std::vector<ir::FunctionInstanceId>& functions, Context& context);
  /// True if a function takes so many arguments with such names, whatever their types.
  bool Takes(ir::FunctionInstanceId function, const std::vector<ast::Argument>& arguments);
  /// `String` of a predefined type or of an operator record (MLS 14.4).
  ir::BoundPtr BindString(const ast::Expression& e, Context& context);
  /// The defaults of the inputs that a call leaves out (MLS 12.4.1). @returns false after reporting a missing one
  bool FillDefaults(ir::BoundExpression& call);

  /// The defaults of the options of `String`. @returns false if what is given is wrong
  bool FillStringOptions(const ast::Expression& e, ir::BoundExpression& call);
  ir::BoundPtr BindBuiltin(const ast::Expression& e, const std::string& name, Context& context);
  ir::BoundPtr BindPure(const ast::Expression& e, Context& context);
  ir::BoundPtr BindConversion(const ast::Expression& e, const ResolvedType& type, Context& context);
  /// Of a call of `size`: a dimension that is known of a component whose others are being found.
  std::optional<int64_t> SizeSoFar(const ast::Expression& e, const Context& context);
  bool BindArguments(const std::vector<ast::Argument>& arguments, const BuiltinFunction& builtin,
                     ir::BoundExpression& call, Context& context);
  /// Gives a transition the arguments that it leaves out.
  static void FillTransition(ir::BoundExpression& transition);
  /// getInstanceName() (MLS 3.7.4.3): "Vehicle.engine.controller" in that component of the model Vehicle.
  ir::BoundPtr InstanceName(Span span, const Context& context);

  Instantiation& data_;
  Reports& reports_;
  Names& names_;
  Classes& classes_;
  Expressions& expressions_;
  References& references_;
  Functions& functions_;
  ExternalInterfaces& externals_;
  Operators& operators_;
};

}  // namespace stiction
