// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/differentiate.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "compiler/ir/expr/functions.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/evaluate.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

/// And the elementary functions of so many arguments.
std::vector<Op> WithFunctions(std::vector<Op> operators, size_t arguments) {
  for (const ir::ElementaryFunction& function : ir::ElementaryFunctions()) {
    if (function.formals.size() == arguments) operators.push_back(function.op);
  }
  return operators;
}

class DifferentiateTest : public testing::Test {
 protected:
  double Value(ExprId e, double x_value, double y_value) {
    const auto value = Evaluate(pool, functions, e, [&](VariableId v) -> std::optional<double> {
      const std::array<double, 3> values{x_value, y_value, 1};
      return values[v.index()];
    });
    EXPECT_TRUE(value.has_value());
    return value.value_or(std::nan(""));
  }

  /// Compares the gradient with central differences at a point.
  void ExpectGradient(ExprId e, double at_x, double at_y) {
    const double h = 1e-6;
    const std::vector<ExprId> gradient = Gradient(pool, e, {VariableId(0), VariableId(1)});
    const double by_x = (Value(e, at_x + h, at_y) - Value(e, at_x - h, at_y)) / (2 * h);
    const double by_y = (Value(e, at_x, at_y + h) - Value(e, at_x, at_y - h)) / (2 * h);
    EXPECT_NEAR(Value(gradient[0], at_x, at_y), by_x, 1e-6 * (1 + std::fabs(by_x)));
    EXPECT_NEAR(Value(gradient[1], at_x, at_y), by_y, 1e-6 * (1 + std::fabs(by_y)));
  }

  ir::ExprPool pool;
  std::vector<ir::Function> functions;
  ExprId x = pool.Variable(VariableId(0), ScalarType::kReal);
  ExprId y = pool.Variable(VariableId(1), ScalarType::kReal);
  ExprId b = pool.Variable(VariableId(2), ScalarType::kBoolean);
};

// MLS 3.7.4.4: what is between two expressions has a derivative between theirs.
TEST_F(DifferentiateTest, HomotopyOfDerivatives) {
  const auto homotopy = [this](ExprId actual, ExprId simplified) {
    return Build(pool, {.op = Op::kHomotopy, .type = ScalarType::kReal, .args = {actual, simplified}});
  };
  const ExprId zero = pool.Real(0), two = pool.Real(2);
  const ExprId e = Mul(pool, two, homotopy(Mul(pool, x, y), x));
  const std::vector<ExprId> gradient = Gradient(pool, e, {VariableId(0), VariableId(1)});
  EXPECT_EQ(gradient[0], Mul(pool, two, homotopy(y, pool.Real(1))));
  EXPECT_EQ(gradient[1], Mul(pool, two, homotopy(x, zero)));
  EXPECT_EQ(homotopy(x, x), x);
}

TEST_F(DifferentiateTest, UnaryOperatorsAgreeWithCentralDifferences) {
  for (const Op op : WithFunctions({Op::kNeg, Op::kToReal, Op::kNoEvent}, 1)) {
    SCOPED_TRACE(ir::Spelling(op));
    // The argument depends on both and lies in (0, 1), where all of them are defined.
    const ExprId argument = Mul(pool, pool.Real(0.5), Mul(pool, x, y));
    ExpectGradient(Mul(pool, y, pool.Unary(op, argument)), 0.7, 0.9);
  }
}

TEST_F(DifferentiateTest, BinaryOperatorsAgreeWithCentralDifferences) {
  for (const Op op : WithFunctions({Op::kAdd, Op::kSub, Op::kMul, Op::kDiv, Op::kPow}, 2)) {
    SCOPED_TRACE(ir::Spelling(op));
    const ExprId e = pool.Binary(op, Mul(pool, x, pool.Real(3)), pool.Unary(Op::kExp, y));
    ExpectGradient(Mul(pool, e, x), 1.3, 0.4);
    ExpectGradient(Mul(pool, e, x), 0.2, 0.4);
  }
  ExpectGradient(pool.Binary(Op::kSmooth, pool.Integer(1), Mul(pool, x, y)), 2, 3);
}

TEST_F(DifferentiateTest, PowerWithLiteralExponentIsDefinedAtZero) {
  const ExprId gradient = Gradient(pool, Pow(pool, x, pool.Integer(2)), {VariableId(0)}).front();
  EXPECT_EQ(Value(gradient, 0, 0), 0);
  EXPECT_EQ(Value(gradient, -3, 0), -6);
}

TEST_F(DifferentiateTest, BranchesAreDifferentiatedBelowTheCondition) {
  // At x = 0 the derivative of the other branch is infinite and must not matter.
  const ExprId positive = pool.Unary(Op::kNoEvent, pool.Binary(Op::kGt, x, pool.Real(0)));
  const ExprId e = Mul(pool, y, pool.If(positive, pool.Unary(Op::kSqrt, x), Mul(pool, pool.Real(2), x)));
  const std::vector<ExprId> gradient = Gradient(pool, e, {VariableId(0), VariableId(1)});
  EXPECT_EQ(Value(gradient[0], 0, 3), 6);
  ExpectGradient(e, 0.5, 3);
  ExpectGradient(e, -0.5, 3);
}

TEST_F(DifferentiateTest, NestedBranchesAndSharedNodes) {
  const ExprId shared = Mul(pool, x, pool.Unary(Op::kSin, y));
  const ExprId inner = pool.If(b, Mul(pool, shared, shared), Add(pool, shared, x));
  const ExprId outer = pool.If(pool.Unary(Op::kNot, b), y, Mul(pool, inner, pool.Unary(Op::kExp, inner)));
  ExpectGradient(Add(pool, outer, Mul(pool, inner, shared)), 0.6, 0.8);
}

TEST_F(DifferentiateTest, SharedDagStaysLinearInSize) {
  ExprId e = x;
  for (int i = 0; i < 60; ++i) e = Mul(pool, pool.Unary(Op::kTanh, e), pool.Unary(Op::kCos, e));
  const size_t before = pool.size();
  Gradient(pool, e, {VariableId(0)});
  EXPECT_LT(pool.size() - before, 60u * 12u);
}

TEST_F(DifferentiateTest, DeepChainNeedsNoRecursion) {
  ExprId e = x;
  for (int i = 0; i < 100000; ++i) e = pool.Binary(Op::kAdd, e, y);
  EXPECT_EQ(Value(Gradient(pool, e, {VariableId(1)}).front(), 0, 0), 100000);
}

TEST_F(DifferentiateTest, FunctionCallsGivePartials) {
  // f(u, v) = u * u * v
  const auto local = [&](int slot) {
    return pool.Make({.op = Op::kLocal, .type = ScalarType::kReal, .payload = slot});
  };
  ir::Function f;
  f.name = "f";
  f.slots = {{"u", ScalarType::kReal}, {"v", ScalarType::kReal}, {"w", ScalarType::kReal}};
  f.input_count = 2;
  f.output_count = 1;
  ir::FunctionStatement assign;
  assign.kind = ir::FunctionStatement::Kind::kAssign;
  assign.target.slot = 2;
  assign.value = Mul(pool, Mul(pool, local(0), local(0)), local(1));
  f.body.push_back(assign);
  functions.push_back(f);
  const ExprId call = pool.Make({.op = Op::kCall,
                                 .type = ScalarType::kReal,
                                 .payload = 0,
                                 .output = 0,
                                 .args = {Mul(pool, x, y), pool.Unary(Op::kSin, y)}});
  ExpectGradient(call, 1.1, 0.7);
  const ExprId partial = Gradient(pool, call, {VariableId(0)}).front();
  const ExprId second = Gradient(pool, partial, {VariableId(0)}).front();
  // d2/dx2 of (x y)^2 sin(y) = 2 y^2 sin(y)
  EXPECT_NEAR(Value(second, 1.1, 0.7), 2 * 0.49 * std::sin(0.7), 1e-4);
}

TEST_F(DifferentiateTest, TimeDerivativeIsTheChainRule) {
  const ExprId xdot = pool.Variable(VariableId(1), ScalarType::kReal);
  const auto derivative = [&](VariableId v) { return v == VariableId(0) ? xdot : pool.Real(0); };
  const ExprId e = Add(pool, Mul(pool, x, x), pool.Unary(Op::kSin, pool.Time()));
  const auto d = TimeDerivative(pool, {}, e, derivative);
  ASSERT_TRUE(d.has_value());
  EXPECT_EQ(*d, Add(pool, Add(pool, Mul(pool, xdot, x), Mul(pool, xdot, x)), pool.Unary(Op::kCos, pool.Time())));
}

TEST_F(DifferentiateTest, TimeDerivativeKeepsConditionsAndNoEvent) {
  const ExprId xdot = pool.Variable(VariableId(1), ScalarType::kReal);
  const auto derivative = [&](VariableId) { return xdot; };
  const ExprId branch = pool.If(b, x, pool.Real(4));
  EXPECT_EQ(TimeDerivative(pool, {}, branch, derivative), pool.If(b, xdot, pool.Real(0)));
  EXPECT_EQ(TimeDerivative(pool, {}, pool.Pre(VariableId(0), ScalarType::kReal), derivative), pool.Real(0));
  EXPECT_FALSE(TimeDerivative(pool, {}, pool.String("no"), derivative).has_value());
}

}  // namespace
}  // namespace stiction::symbolic
