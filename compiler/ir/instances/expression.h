// SPDX-License-Identifier: BSD-3-Clause
// Expressions of the InstanceTree: names are bound to instances, functions and types, arrays are whole, every node
// keeps its span for diagnostics. After typecheck every node has its type, dimensions and variability.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/ast/ast.h"
#include "compiler/ir/classes/class_tree.h"
#include "compiler/ir/expr/expr.h"
#include "compiler/ir/flat/flat_model.h"
#include "compiler/support/source.h"

namespace stiction::ir {

using InstanceId = Id<struct InstanceTag>;
using FunctionInstanceId = Id<struct FunctionInstanceTag>;

struct BoundExpression;
using BoundPtr = std::shared_ptr<BoundExpression>;

struct TypeMember;

/// Type of an expression: a scalar type with dimensions, a record/connector/model value (`record` names the class), or
/// an external object (`record` names its class; its value below is the Integer number of the object).
struct Type {
  enum class Kind { kUnknown, kScalar, kRecord, kTuple, kNone, kObject };
  Kind kind = Kind::kUnknown;
  ScalarType scalar = ScalarType::kReal;
  EnumerationId enumeration;
  std::string record;
  ClassId operators;  // kRecord: the operator record that declares its operators; invalid: it has none (MLS 14)
  /// -1: not known before the function is specialised (inside functions only).
  std::vector<int64_t> dims;
  /// kRecord: in order of declaration; empty of connectors and models.
  std::vector<TypeMember> members;
};

/// A member of a record type.
struct TypeMember {
  std::string name;
  Type type;
};

/// One subscript; null expression: `:`.
struct BoundSubscript {
  BoundPtr expression;
  Span span;
};

enum class BoundKind {
  kReal,
  kInteger,
  kBoolean,
  kString,
  kEnumeration,  // literals: `number`, `text`, `type.enumeration`
  kComponent,    // a component of the model: `instance`, `subscripts`, then `members`
  kLocal,     // a variable of the function being defined: `local` (index into its variables), `subscripts`, `members`
  kIterator,  // a for or reduction iterator: `local` is its unique number
  kTime,
  kUnary,
  kBinary,         // `unary` / `binary`, operands
  kIf,             // operands: condition, value, ..., else value
  kRange,          // start, stop or start, step, stop
  kArray,          // {e1, ...}: operands
  kMatrix,         // [a, b; c]: `rows` gives the number of operands per row
  kComprehension,  // {operands[0] for iterators}; as an argument of a reduction too
  kTuple,          // (a, , b): operands, null where left out
  kSubscripted,    // (operands[0])[subscripts]
  kMember,         // (operands[0]).text: a record's member
  kEnd,            // resolved by typecheck to the size of the dimension it stands in
  kBuiltin,        // a built-in operator or function named `text` (der, pre, sin, sum, size, fill, ...), operands
  kCall,           // a user function: `function`, operands by position (defaults filled in, never null); `number` is
                   //   1 in `pure(...)` (MLS 12.3)
  kOverloaded      // one of several calls, the operands; typecheck takes the one whose inputs have the types (MLS 14.2)
};

struct BoundMember {
  std::string name;
  std::vector<BoundSubscript> subscripts;
  Span span;
};

struct BoundIterator {
  int32_t number = -1;  // unique in the compilation
  std::string name;
  BoundPtr range;  // never null: implicit ranges are filled in, else a diagnostic
};

/// An expression whose names are bound: plain data; the kind says which members count.
struct BoundExpression {
  BoundKind kind;
  Variability variability = Variability::kContinuous;
  bool is_checked = false;  // typecheck has seen it
  Span span;
  Type type;
  double number = 0;
  std::string text;
  InstanceId instance;
  int32_t local = -1;
  FunctionInstanceId function;
  ast::UnaryOperator unary{};
  ast::BinaryOperator binary{};
  std::vector<BoundPtr> operands;
  std::vector<int32_t> rows;
  std::vector<BoundSubscript> subscripts;
  std::vector<BoundMember> members;
  std::vector<BoundIterator> iterators;
  /// kEnd: which subscript position (0-based) it stands in, and of what.
  int32_t end_position = -1;
  BoundPtr end_of;
};

// ---- equations and statements ---------------------------------------------------------------

struct BoundEquation;
struct BoundStatement;

template <class T>
struct BoundBranch {
  BoundPtr condition;  // null: else
  std::vector<T> body;
};

struct BoundEquation {
  ast::EquationKind kind;
  BoundPtr left, right;  // kEquality; kCall: `left` is a kBuiltin (assert, reinit, terminate) or a kCall
  BoundPtr from, to;     // kConnect: kComponent expressions
  std::vector<BoundBranch<BoundEquation>> branches;
  std::vector<BoundIterator> indices;
  std::vector<BoundEquation> body;
  Span span;
};

struct BoundStatement {
  ast::StatementKind kind;
  BoundPtr target;  // kAssign: kLocal in a function, kComponent in a model; kMultiAssign: kTuple of those
  BoundPtr value;
  std::vector<BoundBranch<BoundStatement>> branches;
  std::vector<BoundIterator> indices;
  std::vector<BoundStatement> body;
  Span span;
};

/// An algorithm section of a model or block (MLS 11.1).
struct BoundAlgorithm {
  std::vector<BoundStatement> statements;
};

}  // namespace stiction::ir
