// SPDX-License-Identifier: BSD-3-Clause
// A Modelica function below the flat model (MLS 12): local variables are numbered scalar slots, arrays lie in
// consecutive slots (row-major), and each function is specialised to constant array dimensions, so that names and sizes
// are gone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/support/source.h"

namespace stiction::ir {

struct FunctionStatement;
using FunctionBody = std::vector<FunctionStatement>;

/// The source of an external function: the annotations of its external clause (MLS 12.9.4). Directories are file
/// paths.
struct ExternalSource {
  std::vector<std::string> includes;  // C text
  std::vector<std::string> include_directories, libraries, library_directories;
};

/// An argument of an external function, or its result. Arrays are all elements of a variable, row-major in memory.
struct ExternalArgument {
  ScalarType type = ScalarType::kReal;
  bool is_object = false;     // of type kInteger: the number of an external object
  bool is_size = false;       // a C size_t
  bool is_output = false;     // written by the function, through a pointer
  int32_t value = -1;         // scalar inputs: index of FunctionStatement::conditions
  int32_t slot = -1;          // arrays and what is written: the first slot
  std::vector<int64_t> dims;  // of arrays
};

/// A call of a function in another language (MLS 12.9).
struct ExternalCall {
  std::string function;
  bool is_fortran = false;  // arguments by address, arrays column-major (MLS 12.9.1.2)
  std::vector<ExternalArgument> arguments;
  std::optional<ExternalArgument> result;  // scalar
  bool is_pure = false;                    // declared so (MLS 12.3)
  ExternalSource source;
};

/// An assignment target: slot `slot`, or, with a valid `index`, slot + index (0-based, checked against `extent`).
struct FunctionTarget {
  int32_t slot = -1;
  int32_t extent = 1;
  ExprId index;
};

struct FunctionStatement {
  enum class Kind {
    kAssign,      // target := value
    kCallAssign,  // targets[i] := output i of the kCall node `value`; a target with slot -1 is left out
    kIf,          // conditions[i] -> bodies[i]; one more body than conditions is the else branch
    kWhile,       // while conditions[0] do bodies[0]   (for-loops are unrolled or written as while by flatten)
    kBreak,
    kReturn,
    kAssert,   // conditions[0], `value` is the message (a String expression)
    kExternal  // `external`, with the values of its scalar arguments in `conditions`
  };
  Kind kind;
  FunctionTarget target;
  std::vector<FunctionTarget> targets;
  ExprId value;
  std::vector<ExprId> conditions;
  std::vector<FunctionBody> bodies;
  std::shared_ptr<const ExternalCall> external = nullptr;
  Origin origin;
};

/// One scalar slot of a function, for people.
struct FunctionSlot {
  std::string name;  // "x", "a[2,1]"
  ScalarType type;
};

/// Inlining: the point at which a call is replaced by the body of the function (MLS 18.3).
enum class Inlining : uint8_t {
  kNever,
  kIfSmall,             // nothing is said: as Function::inlining tells once it is known
  kAtOnce,              // Inline = true, LateInline = true; operators of operator records
  kAfterIndexReduction  // InlineAfterIndexReduction = true
};

/// One `annotation(derivative(...) = g)` (MLS 12.7.1): df/dt is a call of g with f's arguments and then the time
/// derivatives of the inputs `differentiated`, in this order.
struct FunctionDerivative {
  FunctionId function;
  int order = 1;  // 2: of a function that is itself a first derivative; its inputs before the last depend on each other
  std::vector<int32_t> differentiated;  // scalar inputs of f
  std::vector<int32_t> constant;        // zeroDerivative: only usable where these inputs do not vary
  std::vector<int32_t> output;          // by scalar output of f: that of g; -1: it has no derivative
};

/// A function specialised to its scalar signature. Slots: inputs first, in order, then outputs, then protected ones.
struct Function {
  std::string name;
  std::vector<FunctionSlot> slots;
  int32_t input_count = 0;   // scalars
  int32_t output_count = 0;  // scalars; slots [input_count, input_count + output_count)
  FunctionBody body;         // initial values of outputs and protected variables are assignments at its head
  Inlining inlining = Inlining::kNever;  // not kIfSmall
  bool is_impure = false;                // declared so (MLS 12.3)
  /// Of the constructor of external objects, whose first input is the number of the object that it makes: the function
  /// that ends the life of the object (MLS 12.9.7).
  FunctionId destructor;
  /// External objects are declared in it: their life ends with the call.
  bool declares_objects = false;
  /// It calls another for its effect if its first input is true; the second one tells places apart. Its result is true.
  bool is_effect = false;
  std::vector<FunctionDerivative> derivatives;  // in the order of preference
  Origin origin;
};

}  // namespace stiction::ir
