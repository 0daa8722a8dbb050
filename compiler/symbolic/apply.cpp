// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/apply.h"

#include <algorithm>
#include <cmath>

namespace stiction::symbolic {
namespace {

using ir::Op;

std::optional<double> Finite(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<double> ApplyUnary(Op op, double a) {
  switch (op) {
    case Op::kNeg:
      return -a;
    case Op::kNot:
      return a == 0 ? 1.0 : 0.0;
    case Op::kNoEvent:
    case Op::kToReal:
    case Op::kOrdinal:
      return a;
    case Op::kAbs:
      return std::fabs(a);
    case Op::kSign:
      return a > 0 ? 1.0 : (a < 0 ? -1.0 : 0.0);
    case Op::kSqrt:
      return Finite(std::sqrt(a));
    case Op::kSin:
      return Finite(std::sin(a));
    case Op::kCos:
      return Finite(std::cos(a));
    case Op::kTan:
      return Finite(std::tan(a));
    case Op::kAsin:
      return Finite(std::asin(a));
    case Op::kAcos:
      return Finite(std::acos(a));
    case Op::kAtan:
      return std::atan(a);
    case Op::kSinh:
      return Finite(std::sinh(a));
    case Op::kCosh:
      return Finite(std::cosh(a));
    case Op::kTanh:
      return std::tanh(a);
    case Op::kExp:
      return Finite(std::exp(a));
    case Op::kLog:
      return Finite(std::log(a));
    case Op::kLog10:
      return Finite(std::log10(a));
    case Op::kCeil:
      return std::ceil(a);
    case Op::kFloor:
    case Op::kIntegerFloor:
      return std::floor(a);
    default:
      return std::nullopt;
  }
}

std::optional<double> ApplyBinary(Op op, double a, double b) {
  switch (op) {
    case Op::kAdd:
      return Finite(a + b);
    case Op::kSub:
      return Finite(a - b);
    case Op::kMul:
      return Finite(a * b);
    case Op::kDiv:
      return Finite(a / b);
    case Op::kPow:
      return Finite(std::pow(a, b));
    case Op::kLt:
      return a < b;
    case Op::kLe:
      return a <= b;
    case Op::kGt:
      return a > b;
    case Op::kGe:
      return a >= b;
    case Op::kEq:
      return a == b;
    case Op::kNe:
      return a != b;
    case Op::kAnd:
      return a != 0 && b != 0;
    case Op::kOr:
      return a != 0 || b != 0;
    case Op::kSmooth:
      return b;
    case Op::kAtan2:
      return std::atan2(a, b);
    case Op::kMin:
      return std::min(a, b);
    case Op::kMax:
      return std::max(a, b);
    case Op::kDivInt:
      return Finite(std::trunc(a / b));
    case Op::kMod:
      return Finite(a - std::floor(a / b) * b);
    case Op::kRem:
      return Finite(a - std::trunc(a / b) * b);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<double> Apply(Op op, std::span<const double> args) {
  if (args.size() == 1) return ApplyUnary(op, args[0]);
  if (args.size() == 2) return ApplyBinary(op, args[0], args[1]);
  if (args.size() == 3 && op == Op::kIf) return args[0] != 0 ? args[1] : args[2];
  return std::nullopt;
}

}  // namespace stiction::symbolic
