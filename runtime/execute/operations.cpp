// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/operations.h"

namespace stiction::runtime {

double Tangent(const Instruction& i, const double* s, const double* d, double value) {
  switch (i.op) {
    case OpCode::kCopy:
      return d[i.a];
    case OpCode::kNeg:
      return -d[i.a];
    case OpCode::kAdd:
      return d[i.a] + d[i.b];
    case OpCode::kSub:
      return d[i.a] - d[i.b];
    case OpCode::kMul:
      return d[i.a] * s[i.b] + s[i.a] * d[i.b];
    case OpCode::kDiv:
      return (d[i.a] - value * d[i.b]) / s[i.b];
    case OpCode::kPow: {
      double tangent = 0;
      if (d[i.a] != 0) tangent += s[i.b] * std::pow(s[i.a], s[i.b] - 1) * d[i.a];
      if (d[i.b] != 0) tangent += value * std::log(s[i.a]) * d[i.b];
      return tangent;
    }
    case OpCode::kSelect:
      return s[i.a] != 0 ? d[i.b] : d[i.c];
    case OpCode::kAbs:
      return s[i.a] >= 0 ? d[i.a] : -d[i.a];
    case OpCode::kSqrt:
      return d[i.a] == 0 ? 0 : d[i.a] / (2 * value);
    case OpCode::kSin:
      return std::cos(s[i.a]) * d[i.a];
    case OpCode::kCos:
      return -std::sin(s[i.a]) * d[i.a];
    case OpCode::kTan:
      return (1 + value * value) * d[i.a];
    case OpCode::kAsin:
      return d[i.a] / std::sqrt(1 - s[i.a] * s[i.a]);
    case OpCode::kAcos:
      return -d[i.a] / std::sqrt(1 - s[i.a] * s[i.a]);
    case OpCode::kAtan:
      return d[i.a] / (1 + s[i.a] * s[i.a]);
    case OpCode::kAtan2:
      return (s[i.b] * d[i.a] - s[i.a] * d[i.b]) / (s[i.a] * s[i.a] + s[i.b] * s[i.b]);
    case OpCode::kSinh:
      return std::cosh(s[i.a]) * d[i.a];
    case OpCode::kCosh:
      return std::sinh(s[i.a]) * d[i.a];
    case OpCode::kTanh:
      return (1 - value * value) * d[i.a];
    case OpCode::kExp:
      return value * d[i.a];
    case OpCode::kLog:
      return d[i.a] / s[i.a];
    case OpCode::kLog10:
      return d[i.a] / (s[i.a] * std::log(10.0));
    case OpCode::kMin:
      return s[i.a] <= s[i.b] ? d[i.a] : d[i.b];
    case OpCode::kMax:
      return s[i.a] >= s[i.b] ? d[i.a] : d[i.b];
    case OpCode::kMod:
      return d[i.a] - std::floor(s[i.a] / s[i.b]) * d[i.b];
    case OpCode::kRem:
      return d[i.a] - std::trunc(s[i.a] / s[i.b]) * d[i.b];
    case OpCode::kSquare:
      return 2 * s[i.a] * d[i.a];
    case OpCode::kReciprocal:
      return -value * value * d[i.a];
    default:
      return 0;  // piecewise constant
  }
}

}  // namespace stiction::runtime
