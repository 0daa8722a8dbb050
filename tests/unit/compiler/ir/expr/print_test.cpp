// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/expr/print.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace stiction::ir {
namespace {

class PrintTest : public testing::Test {
 protected:
  PrintTest() {
    names.variable = [](VariableId v, std::string& to) { to += static_cast<char>('a' + v.value); };
  }
  std::string Text(ExprId e) { return ToString(pool, e, names); }

  ExprPool pool;
  ExprNames names;
  ExprId a = pool.Variable(VariableId(0), ScalarType::kReal);
  ExprId b = pool.Variable(VariableId(1), ScalarType::kReal);
  ExprId c = pool.Variable(VariableId(2), ScalarType::kReal);
  ExprId p = pool.Variable(VariableId(15), ScalarType::kBoolean);
};

TEST_F(PrintTest, UsesOnlyTheParenthesesThatAreNeeded) {
  const auto op = [&](Op o, ExprId l, ExprId r) { return pool.Binary(o, l, r); };
  EXPECT_EQ(Text(op(Op::kSub, op(Op::kSub, a, b), c)), "a - b - c");
  EXPECT_EQ(Text(op(Op::kSub, a, op(Op::kSub, b, c))), "a - (b - c)");
  EXPECT_EQ(Text(op(Op::kMul, op(Op::kAdd, a, b), c)), "(a + b)*c");
  EXPECT_EQ(Text(op(Op::kDiv, a, op(Op::kMul, b, c))), "a/(b*c)");
  EXPECT_EQ(Text(op(Op::kPow, op(Op::kPow, a, b), c)), "(a^b)^c");
  EXPECT_EQ(Text(op(Op::kMul, a, pool.Unary(Op::kNeg, b))), "a*(-b)");
  EXPECT_EQ(Text(pool.Unary(Op::kNeg, op(Op::kAdd, a, b))), "-(a + b)");
  EXPECT_EQ(Text(op(Op::kPow, pool.Real(-1), pool.Integer(2))), "(-1.0)^2");
  EXPECT_EQ(Text(op(Op::kAnd, op(Op::kOr, p, p), pool.Unary(Op::kNot, op(Op::kLt, a, b)))), "(p or p) and not a < b");
}

TEST_F(PrintTest, WritesIfChainsWithElseif) {
  const ExprId inner = pool.If(pool.Unary(Op::kNot, p), b, c);
  EXPECT_EQ(Text(pool.If(p, a, inner)), "if p then a elseif not p then b else c");
  EXPECT_EQ(Text(pool.Binary(Op::kAdd, pool.If(p, a, b), c)), "(if p then a else b) + c");
}

TEST_F(PrintTest, NumbersReadBackToTheSameValue) {
  EXPECT_EQ(RealText(0.1), "0.1");
  EXPECT_EQ(RealText(2), "2.0");
  EXPECT_EQ(RealText(1e-5), "1e-05");
  for (const double value : {1.0 / 3, 6.02214076e23, 5e-324, 1.7976931348623157e308}) {
    EXPECT_EQ(std::strtod(RealText(value).c_str(), nullptr), value);
  }
}

TEST_F(PrintTest, LeavesAndCalls) {
  EXPECT_EQ(Text(pool.Pre(VariableId(0), ScalarType::kReal)), "pre(a)");
  EXPECT_EQ(Text(pool.String("say \"hi\"\n")), "\"say \\\"hi\\\"\\n\"");
  EXPECT_EQ(Text(pool.Unary(Op::kSin, pool.Unary(Op::kToReal, pool.Integer(1)))), "sin(1)");
  EXPECT_EQ(Text(pool.Relation(RelationId(3))), "c3");
}

TEST_F(PrintTest, DeepAndSharedExpressionsEnd) {
  ExprId deep = a;
  for (int i = 0; i < 100000; ++i) deep = pool.Unary(Op::kSin, deep);
  names.length_limit = 1'000'000;
  EXPECT_EQ(Text(deep).size(), 100000u * 5 + 1);
  ExprId shared = a;
  for (int i = 0; i < 60; ++i) shared = pool.Binary(Op::kMul, shared, shared);
  names.length_limit = 1000;
  EXPECT_TRUE(Text(shared).ends_with("..."));
}

}  // namespace
}  // namespace stiction::ir
