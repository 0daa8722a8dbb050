// SPDX-License-Identifier: BSD-3-Clause
// The scalar operations of the tape: one place for what each OpCode computes, shared by the tape and the function
// interpreter.
#pragma once

#include <algorithm>
#include <cmath>

#include "runtime/execute/sine.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

inline double Sign(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0; }
/// MLS 3.7.2: mod(a, b) = a - floor(a / b) * b.
inline double Modulo(double a, double b) { return a - std::floor(a / b) * b; }
/// MLS 3.7.2: rem(a, b) = a - div(a, b) * b.
inline double Remainder(double a, double b) { return a - std::trunc(a / b) * b; }

/// Executes one operation without control flow on `s`.
/// @returns false for kCall and the operations of function code, which are left to the caller
[[gnu::always_inline]] inline bool ExecuteScalar(const Instruction& i, double* s) {
  const auto truth = [](bool b) { return b ? 1.0 : 0.0; };
  switch (i.op) {
    case OpCode::kCopy:
      s[i.dst] = s[i.a];
      return true;
    case OpCode::kNeg:
      s[i.dst] = -s[i.a];
      return true;
    case OpCode::kNot:
      s[i.dst] = truth(s[i.a] == 0);
      return true;
    case OpCode::kAdd:
      s[i.dst] = s[i.a] + s[i.b];
      return true;
    case OpCode::kSub:
      s[i.dst] = s[i.a] - s[i.b];
      return true;
    case OpCode::kMul:
      s[i.dst] = s[i.a] * s[i.b];
      return true;
    case OpCode::kDiv:
      s[i.dst] = s[i.a] / s[i.b];
      return true;
    case OpCode::kPow:
      s[i.dst] = std::pow(s[i.a], s[i.b]);
      return true;
    case OpCode::kLt:
      s[i.dst] = truth(s[i.a] < s[i.b]);
      return true;
    case OpCode::kLe:
      s[i.dst] = truth(s[i.a] <= s[i.b]);
      return true;
    case OpCode::kGt:
      s[i.dst] = truth(s[i.a] > s[i.b]);
      return true;
    case OpCode::kGe:
      s[i.dst] = truth(s[i.a] >= s[i.b]);
      return true;
    case OpCode::kEq:
      s[i.dst] = truth(s[i.a] == s[i.b]);
      return true;
    case OpCode::kNe:
      s[i.dst] = truth(s[i.a] != s[i.b]);
      return true;
    case OpCode::kAnd:
      s[i.dst] = truth(s[i.a] != 0 && s[i.b] != 0);
      return true;
    case OpCode::kOr:
      s[i.dst] = truth(s[i.a] != 0 || s[i.b] != 0);
      return true;
    case OpCode::kSelect:
      s[i.dst] = s[i.a] != 0 ? s[i.b] : s[i.c];
      return true;
    case OpCode::kAbs:
      s[i.dst] = std::fabs(s[i.a]);
      return true;
    case OpCode::kSign:
      s[i.dst] = Sign(s[i.a]);
      return true;
    case OpCode::kSqrt:
      s[i.dst] = std::sqrt(s[i.a]);
      return true;
    case OpCode::kSin:
      s[i.dst] = Sine(s[i.a]);
      return true;
    case OpCode::kCos:
      s[i.dst] = std::cos(s[i.a]);
      return true;
    case OpCode::kTan:
      s[i.dst] = std::tan(s[i.a]);
      return true;
    case OpCode::kAsin:
      s[i.dst] = std::asin(s[i.a]);
      return true;
    case OpCode::kAcos:
      s[i.dst] = std::acos(s[i.a]);
      return true;
    case OpCode::kAtan:
      s[i.dst] = std::atan(s[i.a]);
      return true;
    case OpCode::kAtan2:
      s[i.dst] = std::atan2(s[i.a], s[i.b]);
      return true;
    case OpCode::kSinh:
      s[i.dst] = std::sinh(s[i.a]);
      return true;
    case OpCode::kCosh:
      s[i.dst] = std::cosh(s[i.a]);
      return true;
    case OpCode::kTanh:
      s[i.dst] = std::tanh(s[i.a]);
      return true;
    case OpCode::kExp:
      s[i.dst] = std::exp(s[i.a]);
      return true;
    case OpCode::kLog:
      s[i.dst] = std::log(s[i.a]);
      return true;
    case OpCode::kLog10:
      s[i.dst] = std::log10(s[i.a]);
      return true;
    case OpCode::kMin:
      s[i.dst] = std::min(s[i.a], s[i.b]);
      return true;
    case OpCode::kMax:
      s[i.dst] = std::max(s[i.a], s[i.b]);
      return true;
    case OpCode::kDivInt:
      s[i.dst] = std::trunc(s[i.a] / s[i.b]);
      return true;
    case OpCode::kMod:
      s[i.dst] = Modulo(s[i.a], s[i.b]);
      return true;
    case OpCode::kRem:
      s[i.dst] = Remainder(s[i.a], s[i.b]);
      return true;
    case OpCode::kCeil:
      s[i.dst] = std::ceil(s[i.a]);
      return true;
    case OpCode::kFloor:
      s[i.dst] = std::floor(s[i.a]);
      return true;
    case OpCode::kSquare:
      s[i.dst] = s[i.a] * s[i.a];
      return true;
    case OpCode::kReciprocal:
      s[i.dst] = 1.0 / s[i.a];
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

/// The directional derivative of one scalar operation: values in `s`, tangents of its operands in `d`.
/// @pre `s` holds the operands as before the operation and `value` is its result
double Tangent(const Instruction& i, const double* s, const double* d, double value);

}  // namespace stiction::runtime
