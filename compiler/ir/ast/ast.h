// SPDX-License-Identifier: BSD-3-Clause
// The Ast: what was written, with where. Every construct of the concrete syntax (MLS 3.6, Appendix A) has its node; no
// name is resolved and no type is known. Plain data; the tree is owned from the top.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/source.h"

namespace stiction::ast {

struct Class;
struct Expression;
struct Modification;
using ExpressionPtr = std::unique_ptr<Expression>;

/// An identifier with its place. Quoted identifiers keep their quotes (MLS 2.3.1).
struct Identifier {
  std::string text;
  Span span;
};

/// `A.B.C`, or `.A.B.C` when `global`.
struct Name {
  bool global = false;
  std::vector<Identifier> parts;
  Span span;
};

/// One subscript; without an expression it is `:`.
struct Subscript {
  ExpressionPtr expression;
  Span span;
};

/// `a[i].b.c[1, :]`, with a leading dot when `global` (MLS A.2.7 component-reference).
struct ComponentReference {
  struct Part {
    Identifier name;
    std::vector<Subscript> subscripts;
  };
  bool global = false;
  std::vector<Part> parts;
  Span span;
};

/// `i in range`; without a range the iteration set is implicit (MLS 11.2.2.2).
struct ForIndex {
  Identifier name;
  ExpressionPtr range;
};

/// A function call's argument: an expression, a named one, or a partial application `function f(...)` (MLS 12.4.2.1).
struct Argument {
  std::optional<Identifier> name;
  ExpressionPtr value;
};

enum class UnaryOperator { kPlus, kMinus, kElementPlus, kElementMinus, kNot };
enum class BinaryOperator {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kElementAdd,
  kElementSubtract,
  kElementMultiply,
  kElementDivide,
  kElementPower,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kAnd,
  kOr
};

enum class ExpressionKind {
  kInteger,      // UNSIGNED-INTEGER: `number`, and `text` as written
  kReal,         // UNSIGNED-REAL: `number`, and `text` as written
  kString,       // `text`, escapes resolved
  kBoolean,      // `boolean`
  kReference,    // `reference`
  kCall,         // `reference` is the callee; `arguments`, and `iterators` for `f(e for i in ...)`.
                 //   der, initial and pure are callees by these names
  kPartialCall,  // `function f(named arguments)` as an argument (MLS 12.4.2.1): `reference`, `arguments`
  kUnary,        // `unary`, operands[0]
  kBinary,       // `binary`, operands[0], operands[1]
  kIf,           // operands: condition, value, condition, value, ..., else value
  kRange,        // operands: start, stop or start, step, stop
  kArray,        // `{e1, ...}`: operands; with `iterators` the comprehension `{e for i in ...}`
  kMatrix,       // `[a, b; c, d]`: `rows`
  kTuple,        // `(a, , b)`: operands, null where left out. A parenthesised single expression is no tuple: it is
                 //   folded away, its span covers the parentheses
  kSubscripted,  // `(e)[i]`: operands[0], `subscripts` (MLS 3.6 A.2.7 primary)
  kMember,       // `(e).name`: operands[0], `member`
  kEnd           // `end` inside a subscript
};

struct Expression {
  ExpressionKind kind;
  Span span;
  double number = 0;
  bool boolean = false;
  std::string text;
  UnaryOperator unary{};
  BinaryOperator binary{};
  Span operator_span;
  ComponentReference reference;
  std::vector<ExpressionPtr> operands;
  std::vector<Argument> arguments;
  std::vector<ForIndex> iterators;
  std::vector<std::vector<ExpressionPtr>> rows;
  std::vector<Subscript> subscripts;
  Identifier member;
};

// ---- equations and statements (MLS A.2.6) ---------------------------------------------------

struct Equation;
struct Statement;
using EquationPtr = std::unique_ptr<Equation>;
using StatementPtr = std::unique_ptr<Statement>;

/// A branch of `if`/`elseif`/`when`/`elsewhen`; the `else` branch has no condition.
template <class T>
struct Branch {
  ExpressionPtr condition;
  std::vector<std::unique_ptr<T>> body;
};

enum class EquationKind { kEquality, kIf, kFor, kConnect, kWhen, kCall };

struct Equation {
  EquationKind kind;
  Span span;
  std::string comment;
  ExpressionPtr left, right;               // kEquality; kCall: `left` is the call (assert, reinit, terminate, ...)
  std::vector<Branch<Equation>> branches;  // kIf, kWhen
  std::vector<ForIndex> indices;           // kFor
  std::vector<EquationPtr> body;           // kFor
  ComponentReference from, to;             // kConnect
};

enum class StatementKind { kAssign, kCall, kMultiAssign, kIf, kFor, kWhile, kWhen, kBreak, kReturn };

struct Statement {
  StatementKind kind;
  Span span;
  std::string comment;
  ExpressionPtr target;                     // kAssign: a kReference; kMultiAssign: a kTuple
  ExpressionPtr value;                      // kAssign; kMultiAssign, kCall: the call
  std::vector<Branch<Statement>> branches;  // kIf, kWhen; kWhile: one branch
  std::vector<ForIndex> indices;            // kFor
  std::vector<StatementPtr> body;           // kFor
};

struct EquationSection {
  bool initial = false;
  std::vector<EquationPtr> equations;
  Span span;
};

struct AlgorithmSection {
  bool initial = false;
  std::vector<StatementPtr> statements;
  Span span;
};

// ---- modification (MLS A.2.5) ---------------------------------------------------------------

struct Component;

/// One argument of a class modification.
struct ModificationArgument {
  enum class Kind {
    kModification,        // `name(...) = value`
    kRedeclareComponent,  // `redeclare T c` or `replaceable T c`: `component`
    kRedeclareClass,      // `redeclare model M = N` or `replaceable ...`: `cls`, a short class definition
    kBreakConnect,        // `break connect(a, b)` in an extends (MLS 7.4)
    kBreakComponent       // `break c`
  };
  Kind kind = Kind::kModification;
  bool each = false;
  bool final = false;
  bool redeclare = false;
  bool replaceable = false;
  Name name;                                   // kModification, kBreakComponent
  std::unique_ptr<Modification> modification;  // kModification; null for a bare `name "comment"`
  std::unique_ptr<Component> component;
  std::unique_ptr<Class> cls;
  std::optional<Name> constraining;  // `constrainedby T(...)`
  std::unique_ptr<Modification> constraining_modification;
  ComponentReference from, to;  // kBreakConnect
  std::string comment;
  Span span;
};

/// `(arguments) = value`; either part may be missing.
struct Modification {
  std::vector<ModificationArgument> arguments;
  ExpressionPtr value;
  bool value_is_break = false;  // `= break` (MLS 7.2.7)
  bool is_assignment = false;   // `:= value`
  Span span;
};

/// An annotation keeps only its modification.
using AnnotationPtr = std::unique_ptr<Modification>;

// ---- classes (MLS A.2.2 to A.2.4) -----------------------------------------------------------

enum class Variability { kContinuous, kDiscrete, kParameter, kConstant };
enum class Causality { kNone, kInput, kOutput };
enum class FlowPrefix { kNone, kFlow, kStream };

struct TypePrefix {
  FlowPrefix flow = FlowPrefix::kNone;
  Variability variability = Variability::kContinuous;  // kContinuous: no prefix written
  Causality causality = Causality::kNone;
};

/// One declared component. A clause `Real x, y;` gives one Component each.
struct Component {
  TypePrefix prefix;
  Name type;
  std::vector<Subscript> type_subscripts;  // `Real[3] x`
  Identifier name;
  std::vector<Subscript> subscripts;  // `Real x[3]`
  std::unique_ptr<Modification> modification;
  ExpressionPtr condition;  // `if condition`
  std::string comment;
  AnnotationPtr annotation;
  Span span;
};

struct Import {
  enum class Kind { kQualified, kRenaming, kUnqualified, kList };  // A.B.C; D = A.B.C; A.B.*; A.B.{C, D}
  Kind kind = Kind::kQualified;
  Name name;
  Identifier alias;               // kRenaming
  std::vector<Identifier> names;  // kList
  Span span;
};

struct Extends {
  Name base;
  std::vector<ModificationArgument> arguments;
  AnnotationPtr annotation;
  Span span;
};

enum class Visibility { kPublic, kProtected };

/// An element of a class body (MLS A.2.3): exactly one of the four is set.
struct Element {
  Visibility visibility = Visibility::kPublic;
  bool redeclare = false;
  bool final = false;
  bool inner = false;
  bool outer = false;
  bool replaceable = false;
  std::unique_ptr<Import> import;
  std::unique_ptr<Extends> extends;
  std::unique_ptr<Class> cls;
  std::unique_ptr<Component> component;
  std::optional<Name> constraining;
  std::unique_ptr<Modification> constraining_modification;
  Span repeated_description;  // a description or annotation behind the constraining clause and before it (MLS 7.3.2.1)
  Span span;
};

enum class ClassKind {
  kClass,
  kModel,
  kRecord,
  kBlock,
  kConnector,
  kType,
  kPackage,
  kFunction,
  kOperator,
  kOperatorRecord,
  kOperatorFunction
};

inline bool IsRecord(ClassKind kind) { return kind == ClassKind::kRecord || kind == ClassKind::kOperatorRecord; }
inline bool IsFunction(ClassKind kind) { return kind == ClassKind::kFunction || kind == ClassKind::kOperatorFunction; }
inline bool IsOperatorOrFunction(ClassKind kind) { return kind == ClassKind::kOperator || IsFunction(kind); }

enum class ClassForm {
  kLong,         // class C ... end C;
  kExtends,      // class extends C(...) ... end C;
  kShort,        // class C = base[dims](...);
  kEnumeration,  // type E = enumeration(a, b);
  kDer           // function f = der(g, x, y);
};

struct EnumerationLiteral {
  Identifier name;
  std::string comment;
  AnnotationPtr annotation;
};

/// `external "C" y = f(a, b) annotation(...);`
struct External {
  std::string language;
  std::optional<ComponentReference> result;
  Identifier function;  // empty text: not given
  std::vector<ExpressionPtr> arguments;
  AnnotationPtr annotation;
  Span span;
};

/// A class definition as written: plain data, a member for each part that the grammar allows (MLS A.2.2).
struct Class {
  ClassKind kind = ClassKind::kClass;
  ClassForm form = ClassForm::kLong;
  bool encapsulated = false;
  bool partial = false;
  bool expandable = false;            // expandable connector
  bool pure = false, impure = false;  // functions
  bool final = false;                 // top-level `final class`
  Identifier name;
  std::string comment;
  // kLong, kExtends
  std::vector<Element> elements;  // in order of writing
  std::vector<EquationSection> equations;
  std::vector<AlgorithmSection> algorithms;
  std::unique_ptr<External> external;
  std::vector<ModificationArgument> extends_arguments;  // kExtends
  // kShort: base with prefix, dimensions and arguments; kDer: base is the function
  TypePrefix base_prefix;
  Name base;
  std::vector<Subscript> base_subscripts;
  std::vector<ModificationArgument> base_arguments;
  // kEnumeration
  bool enumeration_open = false;  // enumeration(:)
  std::vector<EnumerationLiteral> literals;
  // kDer
  std::vector<Identifier> der_arguments;
  AnnotationPtr annotation;
  Span span;
};

/// One file (MLS A.2.1 stored-definition).
struct StoredDefinition {
  SourceId source;
  std::optional<Name> within;  // `within;` gives a Name without parts
  std::vector<std::unique_ptr<Class>> classes;
};

}  // namespace stiction::ast
