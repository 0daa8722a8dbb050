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

std::optional<double> ApplyUnary(Op op, double x) {
  using std::sin;
  switch (op) {
#define STICTION_UNARY(id, name, failure, value, derivative) \
  case Op::k##id:                                            \
    return Finite(value);
#include "runtime/operators/operators.def"
    case Op::kNoEvent:
    case Op::kToReal:
    case Op::kOrdinal:
      return x;
    case Op::kIntegerFloor:
      return std::floor(x);
    default:
      return std::nullopt;
  }
}

std::optional<double> ApplyBinary(Op op, double x, double y) {
  switch (op) {
#define STICTION_BINARY(id, name, failure, value, tangent) \
  case Op::k##id:                                          \
    return Finite(value);
#include "runtime/operators/operators.def"
    case Op::kSmooth:
      return y;
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
