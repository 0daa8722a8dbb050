// SPDX-License-Identifier: BSD-3-Clause
// The InstanceTree: one model with all modifications merged, redeclarations applied, false conditional components gone
// (MLS 5.6.1 "instance tree"). Component arrays of class type are expanded into element instances; arrays of the
// built-in types stay whole.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/classes/class_tree.h"
#include "compiler/ir/expr/open_values.h"
#include "compiler/ir/instances/child_names.h"
#include "compiler/ir/instances/expression.h"
#include "compiler/ir/instances/foreign_functions.h"

namespace stiction::ir {

enum class InstanceKind {
  kBuiltin,    // Real, Integer, Boolean, String or an enumeration, with dims: becomes variables
  kComposite,  // model, block, record, connector, ...: has children
  kArray       // an array of composites: has `elements` (row-major, as many as the product of dims), no children
};

/// A node of the tree: plain data; the kind says which members count.
struct Instance {
  InstanceKind kind = InstanceKind::kComposite;
  InternedText name;  // component name; of an element of an array "" (its index is `index`)
  InstanceId parent;  // of an element: the kArray instance
  /// Of an element that is like the first of its array, and of all in it: the instance of the first (MLS 7.2.5). What
  /// is bound is then bound there: equations and attributes stand there only, and they and the binding mention its
  /// instances, for which those of this element stand in (Counterparts). An original has none.
  InstanceId original;
  std::vector<int64_t> index;                          // of an element: its subscripts, from 1
  ClassId cls;                                         // kComposite and elements: its class
  ast::ClassKind class_kind = ast::ClassKind::kModel;  // the restriction of that class (connector, record, ...)
  std::vector<int64_t> dims;                           // kArray, kBuiltin: evaluated dimensions; empty: scalar
  std::vector<InstanceId> children;  // kComposite, in order of declaration (inherited first where extends stands)
  ChildNames child_by_name;
  std::vector<InstanceId> elements;  // kArray

  // Declaration. Effective values: prefixes of enclosing components are merged in (MLS 4.4.2.2).
  ast::FlowPrefix flow = ast::FlowPrefix::kNone;
  Variability variability = Variability::kContinuous;
  Causality causality = Causality::kNone;  // as declared on the component or its short class
  bool is_protected = false;               // or what holds it is
  bool is_declared_protected = false;      // in its own class
  bool is_final = false;
  int32_t open = -1;  // a parameter of no class, without parent: of OpenValues
  /// Of an expandable connector, and of arrays of them: connects have made it what it is (MLS 9.1.3).
  bool is_expandable = false;
  ScalarType scalar = ScalarType::kReal;  // kBuiltin
  EnumerationId enumeration;              // kBuiltin, enumerations
  /// kBuiltin: the class of an external object (MLS 12.9.7). A parameter of Integer type below: the number of the
  /// object.
  InternedText object_class;
  /// kBuiltin (and records): declaration equation or parameter value, innermost-to-outermost merged; null if none.
  BoundPtr binding;
  /// kBuiltin: attribute modifiers by name (start, fixed, min, max, nominal, unit, displayUnit, quantity, stateSelect).
  /// A value of a non-`each` modifier has the instance's dims, one of an `each` modifier (or a type's own) is scalar.
  std::map<std::string, BoundPtr, std::less<>> attributes;
  /// kBuiltin, an array: the attributes that its declaration gives without `each` (MLS 7.2.5).
  std::vector<std::string> arrays_wanted;
  /// Of an overdetermined type or record in a connector: its function `equalityConstraint` (MLS 9.4.1).
  FunctionInstanceId equality_constraint;
  InternedText comment;
  Span span;  // of the declared name
  Span type_span;

  // kComposite: the equations of its class and base classes, names bound.
  std::vector<BoundEquation> equations;
  std::vector<BoundEquation> initial_equations;
  std::vector<BoundAlgorithm> algorithms;
  std::vector<BoundAlgorithm> initial_algorithms;
};

/// A variable of a function.
struct FunctionVariable {
  std::string name;
  Causality causality = Causality::kNone;  // kNone: protected
  Type type;                               // dims -1 where written as `:` or not constant
  std::vector<BoundSubscript> dims;        // as written
  BoundPtr binding;                        // default value or initial value; may be null
  /// A record without a value of its own: the values that its declaration gives to members, as assignments
  /// (MLS 12.4.4).
  std::vector<BoundStatement> member_values;
  bool is_fixed_member = false;  // of a record constructor: final or constant, with a value (MLS 12.6)
  bool is_functional = false;    // an input that is a function (MLS 12.4.2). Only where FunctionInstance::is_generic
  Span span;
};

/// An annotation `derivative(order = ..., noDerivative = ..., zeroDerivative = ...) = function` (MLS 12.7.1).
struct DerivativeAnnotation {
  FunctionInstanceId function;
  int order = 1;
  std::vector<std::string> no_derivative, zero_derivative;  // names of inputs
  Span span;
};

/// `external "C" result = function(arguments) annotation(...)` (MLS 12.9).
struct BoundExternal {
  std::string language;             // "C", "builtin", ...
  std::string function;             // the name in that language
  BoundPtr result;                  // kLocal; null: none
  std::vector<BoundPtr> arguments;  // in the order of the call, that of the default mapping included
  ExternalSource source;
  bool is_pure = false;  // declared so (MLS 12.3)
  Span span;

  bool is_fortran() const { return language == "FORTRAN 77"; }
};

/// True if an external function may change a variable that it is given: all but inputs, and in FORTRAN no single text,
/// of which it gets a copy (MLS 12.9.1).
inline bool IsWritten(const BoundExternal& external, const FunctionVariable& variable) {
  const bool is_text = variable.type.scalar == ScalarType::kString && variable.type.dims.empty();
  return variable.causality != Causality::kInput && !(is_text && external.is_fortran());
}

/// A function as it is called from this model.
struct FunctionInstance {
  std::string name;  // full name
  ClassId cls;
  std::vector<FunctionVariable> variables;  // in order of declaration
  /// The variables by number, each after those that its declaration (value and size) refers to (MLS 12.4.4).
  std::vector<int32_t> declaration_order;
  std::vector<BoundStatement> body;
  std::shared_ptr<const BoundExternal> external;  // instead of a body
  bool is_record_constructor = false;
  /// Of the constructor of external objects: the function that ends their life (MLS 12.9.7).
  std::optional<FunctionInstanceId> destructor;
  bool is_impure = false;  // declared so (MLS 12.3)
  /// It takes functions: a declaration only, nothing calls it. For each choice of functions there is one of its own.
  bool is_generic = false;
  Inlining inlining = Inlining::kIfSmall;
  std::vector<DerivativeAnnotation> derivatives;
  /// `function f = der(g, x, y)` (MLS 12.7.2): g, whose variables it has, without a body; and the numbers of x, y.
  std::optional<FunctionInstanceId> partial_of;
  std::vector<int32_t> differentiated_by;
  Span span;
};

/// An operator record that the model uses (MLS 14).
struct OperatorRecord {
  std::string name;  // full name
  /// The functions of each operator by its name, "'+'", "'constructor'"; of those that the model may use.
  std::map<std::string, std::vector<FunctionInstanceId>, std::less<>> operators;
};

/// A declaration `outer output` in the class of `declared_in` (MLS 17.3.5). @pre `inner` is a component of the model
struct OuterOutput {
  InstanceId declared_in;
  InstanceId inner;  // what it stands for
  InstanceId own;    // of `inner outer output`: the inner component of it; else invalid
  Span span;
};

/// What the annotations of a connector ask of its connections; the texts are what is told (MLS 18.5).
struct ConnectionRestriction {
  std::string must_be_connected, may_only_connect_once;
};

struct InstanceTree {
  std::string name;  // the model's full class name
  InstanceId root;
  std::deque<Instance> instances;  // by InstanceId; they never move. Package constants used by the model are instances
                                   // with an invalid parent and their full name as name, variability constant
  std::deque<FunctionInstance> functions;  // by FunctionInstanceId; they never move
  std::map<ClassId, OperatorRecord> operator_records;
  std::map<ClassId, std::string> class_names;  // full names of the classes of composites, for messages
  std::vector<OuterOutput> outer_outputs;
  std::map<InstanceId, ConnectionRestriction> connection_restrictions;  // of connectors of components
  std::vector<Enumeration> enumerations;  // by EnumerationId; StateSelect and AssertionLevel first
  /// The directory of each top-level package that was loaded from a directory or a file, for `modelica://` (MLS 13.5).
  std::map<std::string, std::string, std::less<>> package_directories;
  std::shared_ptr<ForeignFunctions> foreign;  // null: no call in another language has a value at translation
  Experiment experiment;
  OpenValuesPtr open;  // null: no value may change afterwards
};

/// "m[2].flange.s": the full name of an instance from the root (without the root's own name).
std::string FullName(const InstanceTree& tree, InstanceId id);

/// The instance at which the expressions of an instance are bound.
inline InstanceId OriginalOf(const InstanceTree& tree, InstanceId id) {
  const InstanceId original = tree.instances[id.index()].original;
  return original ? original : id;
}

/// The attributes of an instance, which stand in its original.
inline const std::map<std::string, BoundPtr, std::less<>>& AttributesOf(const InstanceTree& tree, InstanceId id) {
  return tree.instances[OriginalOf(tree, id).index()].attributes;
}

}  // namespace stiction::ir
