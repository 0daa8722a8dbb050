// SPDX-License-Identifier: BSD-3-Clause
// The elementary functions of the language (MLS 3.7.1, 3.7.3), as runtime/operators/operators.def lists them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "compiler/ir/expr/expr.h"

namespace stiction::ir {

enum class FunctionResult : uint8_t {
  kReal,
  kInteger,
  kOfArguments  // the type of the arguments, Real where one of two is
};

/// Continuity in Real arguments. Functions that jump make events outside of noEvent (MLS 3.7.2, 8.5).
enum class Continuity : uint8_t { kContinuous, kPiecewiseConstant, kPiecewiseContinuous };

/// Two arguments have one unit, except with kNone.
enum class UnitRule : uint8_t {
  kNone,   // no unit is known of the value
  kSame,   // that of the arguments
  kRoot,   // its square root
  kOne,    // 1, where that of the arguments is known
  kNumber  // the same; and the argument is a number
};

struct ElementaryFunction {
  Op op;
  std::string_view name;
  std::vector<std::string_view> formals;
  FunctionResult result;
  Continuity continuity;
  UnitRule unit;
};

std::span<const ElementaryFunction> ElementaryFunctions();
/// @returns null if there is none
const ElementaryFunction* FindElementaryFunction(std::string_view name);
const ElementaryFunction* FindElementaryFunction(Op op);
/// True if the value of the function jumps.
bool Jumps(Op op);

}  // namespace stiction::ir
