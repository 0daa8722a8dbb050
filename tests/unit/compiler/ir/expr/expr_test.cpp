// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/expr/expr.h"

#include <gtest/gtest.h>

#include <vector>

namespace stiction::ir {
namespace {

TEST(ExprPool, TellsVariablesApartByIdAndType) {
  ExprPool pool;
  const VariableId far(2'000'000'000);  // a stand-in for something else
  const ExprId x = pool.Variable(VariableId(3), ScalarType::kReal), y = pool.Variable(VariableId(0), ScalarType::kReal);
  const ExprId other = pool.Variable(VariableId(3), ScalarType::kInteger),
               stand_in = pool.Variable(far, ScalarType::kReal);
  for (int i = 0; i < 3'000; ++i) pool.Real(i + 0.5);  // the table grows
  EXPECT_EQ(pool.Variable(VariableId(3), ScalarType::kReal), x);
  EXPECT_EQ(pool.Variable(VariableId(0), ScalarType::kReal), y);
  EXPECT_EQ(pool.Variable(VariableId(3), ScalarType::kInteger), other);
  EXPECT_EQ(pool.Variable(far, ScalarType::kReal), stand_in);
  EXPECT_NE(x, y);
  EXPECT_NE(x, other);
  EXPECT_NE(pool.Pre(VariableId(3), ScalarType::kReal), x);
  EXPECT_EQ(pool.size(), 3'005U);
}

TEST(ExprPool, GivesEqualNodesOneIdAndNeverMovesThem) {
  ExprPool pool;
  const ExprId first = pool.Variable(VariableId(0), ScalarType::kReal);
  const ExprNode* const place = &pool[first];
  ExprId sum = first;
  for (int i = 1; i < 10'000; ++i) sum = pool.Binary(Op::kAdd, sum, pool.Variable(VariableId(i), ScalarType::kReal));
  EXPECT_EQ(pool.size(), 19'999U);
  EXPECT_EQ(&pool[first], place);
  EXPECT_EQ(pool.Variable(VariableId(9'999), ScalarType::kReal), pool[sum].args[1]);
  EXPECT_EQ(pool.size(), 19'999U);
  EXPECT_DEATH(pool[ExprId()], "expression -1 of 19999");
}

TEST(NodeMarks, ForgetAllAtOnce) {
  NodeMarks marks;
  marks.Restart(10);
  EXPECT_TRUE(marks.Insert(ExprId(9)));
  EXPECT_FALSE(marks.Insert(ExprId(9)));
  marks.Restart(2000);
  EXPECT_TRUE(marks.Insert(ExprId(9)));
  EXPECT_TRUE(marks.Insert(ExprId(1999)));
}

}  // namespace
}  // namespace stiction::ir
