// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/partial.h"

#include <numbers>

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

/// A comparison of the derivative's own: never an event.
ExprId Unmonitored(ExprPool& pool, Op comparison, ExprId a, ExprId b) {
  const ExprId holds = Build(pool, {.op = comparison, .type = ScalarType::kBoolean, .args = {a, b}});
  return Build(pool, {.op = Op::kNoEvent, .type = ScalarType::kBoolean, .args = {holds}});
}

/// An expression in the derivatives of runtime/operators/operators.def.
struct Term {
  ExprPool& pool;
  ExprId e;
};
Term operator-(Term a) { return {a.pool, Neg(a.pool, a.e)}; }
Term operator*(Term a, Term b) { return {a.pool, Mul(a.pool, a.e, b.e)}; }
Term operator/(Term a, Term b) { return {a.pool, Div(a.pool, a.e, b.e)}; }
Term operator*(double a, Term b) { return Term{b.pool, b.pool.Real(a)} * b; }
Term operator+(double a, Term b) { return {b.pool, Add(b.pool, b.pool.Real(a), b.e)}; }
Term operator-(double a, Term b) { return {b.pool, Sub(b.pool, b.pool.Real(a), b.e)}; }
// Spelt as those of numbers in the table.
// NOLINTBEGIN(readability-identifier-naming)
Term sqrt(Term a) { return {a.pool, Function1(a.pool, Op::kSqrt, a.e)}; }
Term sin(Term a) { return {a.pool, Function1(a.pool, Op::kSin, a.e)}; }
Term cos(Term a) { return {a.pool, Function1(a.pool, Op::kCos, a.e)}; }
Term sinh(Term a) { return {a.pool, Function1(a.pool, Op::kSinh, a.e)}; }
Term cosh(Term a) { return {a.pool, Function1(a.pool, Op::kCosh, a.e)}; }
// NOLINTEND(readability-identifier-naming)
Term ZeroOrQuotient(Term d, Term by) { return d / by; }
Term Zero(Term d) { return {d.pool, d.pool.Real(0)}; }
Term WhereNotNegative(Term x, Term d) {
  const ExprId zero = x.pool.Real(0);
  return {x.pool, If(x.pool, Unmonitored(x.pool, Op::kGe, x.e, zero), d.e, Neg(x.pool, d.e))};
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
  const Term x{pool, a}, v{pool, e}, d{pool, seed};
  switch (node.op) {
#define STICTION_UNARY(id, name, failure, value, derivative) \
  case Op::k##id:                                            \
    return (derivative).e;
#include "runtime/operators/operators.def"
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
    case Op::kAtan2:
      return Atan2Partial(pool, e, arg, seed);
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
