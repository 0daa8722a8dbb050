// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/build.h"

#include <gtest/gtest.h>

#include "compiler/symbolic/rewrite.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

class BuildTest : public testing::Test {
 protected:
  ExprId Unary(Op op, ExprId a) {
    const ir::ExprNode node = pool[pool.Unary(op, a)];
    return Build(pool, node);
  }
  ExprId Binary(Op op, ExprId left, ExprId right) {
    const ir::ExprNode node = pool[pool.Binary(op, left, right)];
    return Build(pool, node);
  }

  ir::ExprPool pool;
  ExprId x = pool.Variable(VariableId(0), ScalarType::kReal);
  ExprId y = pool.Variable(VariableId(1), ScalarType::kReal);
  ExprId b = pool.Variable(VariableId(2), ScalarType::kBoolean);
  ExprId n = pool.Variable(VariableId(3), ScalarType::kInteger);
};

TEST_F(BuildTest, FoldsArithmeticOfLiterals) {
  EXPECT_EQ(Add(pool, pool.Real(1.5), pool.Real(2)), pool.Real(3.5));
  EXPECT_EQ(Sub(pool, pool.Integer(1), pool.Integer(3)), pool.Integer(-2));
  EXPECT_EQ(Div(pool, pool.Integer(1), pool.Integer(2)), pool.Real(0.5));
  EXPECT_EQ(Binary(Op::kMod, pool.Real(-1), pool.Real(3)), pool.Real(2));
  EXPECT_EQ(Binary(Op::kRem, pool.Real(-1), pool.Real(3)), pool.Real(-1));
  EXPECT_EQ(Binary(Op::kDivInt, pool.Integer(-7), pool.Integer(2)), pool.Integer(-3));
  EXPECT_EQ(Unary(Op::kIntegerFloor, pool.Real(-1.5)), pool.Integer(-2));
  EXPECT_EQ(Binary(Op::kLt, pool.Real(1), pool.Real(2)), pool.Boolean(true));
}

TEST_F(BuildTest, LeavesWhatHasNoFiniteValue) {
  EXPECT_EQ(pool[Div(pool, pool.Real(1), pool.Real(0))].op, Op::kDiv);
  EXPECT_EQ(pool[Unary(Op::kLog, pool.Real(0))].op, Op::kLog);
}

TEST_F(BuildTest, AppliesTheIdentities) {
  EXPECT_EQ(Add(pool, x, pool.Real(0)), x);
  EXPECT_EQ(Mul(pool, pool.Integer(1), x), x);
  EXPECT_EQ(Mul(pool, x, pool.Real(0)), pool.Real(0));
  EXPECT_EQ(Mul(pool, pool.Real(-1), x), Neg(pool, x));
  EXPECT_EQ(Neg(pool, Neg(pool, x)), x);
  EXPECT_EQ(Neg(pool, Sub(pool, x, y)), Sub(pool, y, x));
  EXPECT_EQ(Add(pool, x, Neg(pool, y)), Sub(pool, x, y));
  EXPECT_EQ(Sub(pool, x, x), pool.Real(0));
  EXPECT_EQ(Mul(pool, Neg(pool, x), Neg(pool, y)), Mul(pool, x, y));
  EXPECT_EQ(Pow(pool, x, pool.Integer(1)), x);
  EXPECT_EQ(Not(pool, Not(pool, b)), b);
  EXPECT_EQ(And(pool, pool.Boolean(true), b), b);
  EXPECT_EQ(And(pool, b, pool.Boolean(false)), pool.Boolean(false));
  EXPECT_EQ(Or(pool, b, pool.Boolean(true)), pool.Boolean(true));
  EXPECT_EQ(If(pool, pool.Boolean(false), x, y), y);
  EXPECT_EQ(If(pool, b, x, x), x);
  EXPECT_EQ(If(pool, b, pool.Boolean(true), pool.Boolean(false)), b);
  EXPECT_EQ(If(pool, Not(pool, b), x, y), If(pool, b, y, x));
}

TEST_F(BuildTest, KeepsTheDivisionOfZeroByAVariable) { EXPECT_EQ(pool[Div(pool, pool.Real(0), x)].op, Op::kDiv); }

TEST_F(BuildTest, KeepsTheTypeWhenAnIntegerStandsForAReal) {
  const ExprId sum = Add(pool, n, pool.Real(0));
  EXPECT_EQ(pool[sum].type, ScalarType::kReal);
  EXPECT_EQ(pool[sum].op, Op::kToReal);
}

TEST_F(BuildTest, NegatedRelationStaysANegation) {
  EXPECT_EQ(pool[Not(pool, pool.Binary(Op::kLt, x, y))].op, Op::kNot);
}

TEST_F(BuildTest, FoldsStrings) {
  EXPECT_EQ(Binary(Op::kConcat, pool.String("a"), pool.String("b")), pool.String("ab"));
  EXPECT_EQ(Binary(Op::kEq, pool.String("a"), pool.String("b")), pool.Boolean(false));
}

TEST_F(BuildTest, RewritesADeepChainWithoutRecursion) {
  ExprId e = x;
  for (int i = 0; i < 100000; ++i) e = pool.Binary(Op::kAdd, e, pool.Real(1));
  const ExprId replaced = Substitute(pool, e, {{VariableId(0), y}});
  EXPECT_TRUE(Contains(pool, replaced, VariableId(1)));
  EXPECT_FALSE(Contains(pool, replaced, VariableId(0)));
}

TEST_F(BuildTest, VisitsASharedNodeOnce) {
  ExprId e = x;
  for (int i = 0; i < 60; ++i) e = pool.Binary(Op::kMul, e, e);
  int count = 0;
  ForEachNode(pool, e, [&](ExprId) { ++count; });
  EXPECT_EQ(count, 61);
}

TEST_F(BuildTest, PreIsNoOccurrenceOfTheVariable) {
  const ExprId e = pool.Binary(Op::kAdd, pool.Pre(VariableId(0), ScalarType::kReal), y);
  EXPECT_EQ(Variables(pool, e), std::vector<VariableId>{VariableId(1)});
}

}  // namespace
}  // namespace stiction::symbolic
