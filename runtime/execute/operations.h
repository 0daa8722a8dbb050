// SPDX-License-Identifier: BSD-3-Clause
// The scalar operations of the tape: one place for what each OpCode computes, shared by the tape and the function
// interpreter.
#pragma once

#include <algorithm>
#include <cmath>

#include "runtime/execute/sine.h"
#include "runtime/operators/texts.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Executes one operation without control flow on `s`.
/// @returns false for kCall and the operations of function code, which are left to the caller
[[gnu::always_inline]] inline bool ExecuteScalar(const Instruction& i, double* s) {
  const auto sin = [](double x) { return Sine(x); };
  switch (i.op) {
    case OpCode::kCopy:
      s[i.dst] = s[i.a];
      return true;
#define STICTION_UNARY(id, name, failure, value, derivative) \
  case OpCode::k##id: {                                      \
    const double x = s[i.a];                                 \
    s[i.dst] = value;                                        \
    return true;                                             \
  }
#define STICTION_BINARY(id, name, failure, value, tangent) \
  case OpCode::k##id: {                                    \
    const double x = s[i.a], y = s[i.b];                   \
    s[i.dst] = value;                                      \
    return true;                                           \
  }
#define STICTION_UNARY_OF_PROGRAMS STICTION_UNARY
#define STICTION_BINARY_OF_PROGRAMS STICTION_BINARY
#include "runtime/operators/operators.def"
    case OpCode::kSelect:
      s[i.dst] = s[i.a] != 0 ? s[i.b] : s[i.c];
      return true;
    case OpCode::kCall:
    case OpCode::kJump:
    case OpCode::kJumpIfZero:
    case OpCode::kLoadElement:
    case OpCode::kStoreElement:
    case OpCode::kReturn:
    case OpCode::kAssert:
    case OpCode::kExternal:
      return false;
  }
  return false;
}

/// The directional derivative of one scalar operation: values in `s`, tangents of its operands in `tangents`.
/// @pre `s` holds the operands as before the operation and `v` is its result
double Tangent(const Instruction& i, const double* s, const double* tangents, double v);

}  // namespace stiction::runtime
