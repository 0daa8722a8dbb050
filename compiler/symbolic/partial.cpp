// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/partial.h"

#include "compiler/symbolic/build.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::ExprPool;
using ir::Op;
using ir::ScalarType;

ExprId Function1(ExprPool& pool, Op op, ExprId a) {
  return Build(pool, {.op = op, .type = ScalarType::kReal, .args = {a}});
}

ExprId Square(ExprPool& pool, ExprId a) { return Mul(pool, a, a); }
ExprId OneMinusSquare(ExprPool& pool, ExprId a) { return Sub(pool, pool.Real(1), Square(pool, a)); }

/// A comparison of the derivative's own: never an event.
ExprId Unmonitored(ExprPool& pool, Op comparison, ExprId a, ExprId b) {
  const ExprId holds = Build(pool, {.op = comparison, .type = ScalarType::kBoolean, .args = {a, b}});
  return Build(pool, {.op = Op::kNoEvent, .type = ScalarType::kBoolean, .args = {holds}});
}

ExprId SeedWhere(ExprPool& pool, Op comparison, ExprId a, ExprId b, ExprId seed) {
  return If(pool, Unmonitored(pool, comparison, a, b), seed, pool.Real(0));
}

ExprId PowPartial(ExprPool& pool, ExprId e, size_t arg, ExprId seed) {
  const ExprId base = pool[e].args[0];
  const ExprId exponent = pool[e].args[1];
  if (arg == 1) return Mul(pool, seed, Mul(pool, e, Function1(pool, Op::kLog, base)));
  const ExprId reduced = Pow(pool, base, Sub(pool, exponent, pool.Real(1)));
  return Mul(pool, seed, Mul(pool, exponent, reduced));
}

ExprId Atan2Partial(ExprPool& pool, ExprId e, size_t arg, ExprId seed) {
  const ExprId y = pool[e].args[0];
  const ExprId x = pool[e].args[1];
  const ExprId norm = Add(pool, Square(pool, x), Square(pool, y));
  const ExprId product = arg == 0 ? Mul(pool, seed, x) : Neg(pool, Mul(pool, seed, y));
  return Div(pool, product, norm);
}

/// The derivative of a function's partial derivative, by a central difference with step 1e-5 max(1, |argument|).
ExprId CallPartialPartial(ExprPool& pool, ExprId e, size_t arg, ExprId seed) {
  const ExprNode& node = pool[e];
  const ExprId at = node.args[arg];
  const ExprId scale =
      Build(pool, {.op = Op::kMax, .type = ScalarType::kReal, .args = {pool.Real(1), Function1(pool, Op::kAbs, at)}});
  const ExprId step = Mul(pool, pool.Real(1e-5), scale);
  ExprNode above = node;
  ExprNode below = node;
  above.args[arg] = Add(pool, at, step);
  below.args[arg] = Sub(pool, at, step);
  const ExprId difference = Sub(pool, pool.Make(std::move(above)), pool.Make(std::move(below)));
  return Mul(pool, seed, Div(pool, difference, Mul(pool, pool.Real(2), step)));
}

}  // namespace

ExprId SeedTimesPartial(ExprPool& pool, ExprId e, size_t arg, ExprId seed) {
  const ExprNode& node = pool[e];
  const ExprId zero = pool.Real(0);
  if (IsNumber(pool, seed, 0)) return zero;
  const ExprId a = node.args[0];
  const ExprId b = node.args.size() > 1 ? node.args[1] : ExprId();
  const ExprId one = pool.Real(1);
  switch (node.op) {
    case Op::kNeg:
      return Neg(pool, seed);
    case Op::kToReal:
      return seed;
    case Op::kSmooth:
      return arg == 1 ? seed : zero;
    case Op::kAdd:
      return seed;
    case Op::kSub:
      return arg == 0 ? seed : Neg(pool, seed);
    case Op::kMul:
      return Mul(pool, seed, arg == 0 ? b : a);
    case Op::kDiv:
      return arg == 0 ? Div(pool, seed, b) : Neg(pool, Div(pool, Mul(pool, seed, e), b));
    case Op::kPow:
      return PowPartial(pool, e, arg, seed);
    case Op::kAbs:
      return If(pool, Unmonitored(pool, Op::kGe, a, zero), seed, Neg(pool, seed));
    case Op::kSqrt:
      return Div(pool, seed, Mul(pool, pool.Real(2), e));
    case Op::kSin:
      return Mul(pool, seed, Function1(pool, Op::kCos, a));
    case Op::kCos:
      return Neg(pool, Mul(pool, seed, Function1(pool, Op::kSin, a)));
    case Op::kTan:
      return Mul(pool, seed, Add(pool, one, Square(pool, e)));
    case Op::kAsin:
      return Div(pool, seed, Function1(pool, Op::kSqrt, OneMinusSquare(pool, a)));
    case Op::kAcos:
      return Neg(pool, Div(pool, seed, Function1(pool, Op::kSqrt, OneMinusSquare(pool, a))));
    case Op::kAtan:
      return Div(pool, seed, Add(pool, one, Square(pool, a)));
    case Op::kAtan2:
      return Atan2Partial(pool, e, arg, seed);
    case Op::kSinh:
      return Mul(pool, seed, Function1(pool, Op::kCosh, a));
    case Op::kCosh:
      return Mul(pool, seed, Function1(pool, Op::kSinh, a));
    case Op::kTanh:
      return Mul(pool, seed, OneMinusSquare(pool, e));
    case Op::kExp:
      return Mul(pool, seed, e);
    case Op::kLog:
      return Div(pool, seed, a);
    case Op::kLog10:
      return Div(pool, seed, Mul(pool, pool.Real(2.302585092994046), a));
    case Op::kMin:
      return SeedWhere(pool, arg == 0 ? Op::kLe : Op::kGt, a, b, seed);
    case Op::kMax:
      return SeedWhere(pool, arg == 0 ? Op::kGe : Op::kLt, a, b, seed);
    case Op::kMod:
    case Op::kRem: {
      if (arg == 0) return seed;
      const ExprId ratio = Div(pool, a, b);
      const ExprId whole = node.op == Op::kMod ? Function1(pool, Op::kFloor, ratio)
                                               : Build(pool, {.op = Op::kDivInt, .type = node.type, .args = {a, b}});
      return Neg(pool, Mul(pool, seed, whole));
    }
    case Op::kCall: {
      if (pool[node.args[arg]].type != ScalarType::kReal) return zero;
      ExprNode partial = node;
      partial.op = Op::kCallPartial;
      partial.wrt = static_cast<int32_t>(arg);
      return Mul(pool, seed, pool.Make(std::move(partial)));
    }
    case Op::kCallPartial:
      if (pool[node.args[arg]].type != ScalarType::kReal) return zero;
      return CallPartialPartial(pool, e, arg, seed);
    default:
      return zero;
  }
}

}  // namespace stiction::symbolic
