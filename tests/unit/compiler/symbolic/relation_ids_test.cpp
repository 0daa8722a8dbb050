// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/relation_ids.h"

#include <gtest/gtest.h>

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::Op;
using ir::RelationId;

TEST(RelationIds, MirroredRelationsAreOne) {
  ir::ExprPool pool;
  const ExprId a = pool.Variable(ir::VariableId(0), ir::ScalarType::kReal);
  const ExprId b = pool.Variable(ir::VariableId(1), ir::ScalarType::kReal);
  RelationIds ids(pool);
  EXPECT_EQ(ids.Insert(Op::kGt, a, b, RelationId(0)), RelationId(0));
  EXPECT_EQ(ids.Insert(Op::kLt, b, a, RelationId(1)), RelationId(0));
  EXPECT_EQ(ids.Insert(Op::kGt, a, b, RelationId(1)), RelationId(0));
  // a < b, a >= b: others.
  EXPECT_EQ(ids.Insert(Op::kLt, a, b, RelationId(1)), RelationId(1));
  EXPECT_EQ(ids.Insert(Op::kGt, b, a, RelationId(2)), RelationId(1));
  EXPECT_EQ(ids.Insert(Op::kGe, a, b, RelationId(2)), RelationId(2));
  EXPECT_EQ(ids.Insert(Op::kLe, b, a, RelationId(3)), RelationId(2));
  EXPECT_EQ(ids.Insert(Op::kEq, b, a, RelationId(3)), RelationId(3));
  EXPECT_EQ(ids.Insert(Op::kEq, a, b, RelationId(4)), RelationId(3));
  EXPECT_EQ(ids.Insert(Op::kNe, a, b, RelationId(4)), RelationId(4));
  EXPECT_EQ(ids.Insert(Op::kNe, b, a, RelationId(5)), RelationId(4));
  // Of a thing and itself.
  EXPECT_EQ(ids.Insert(Op::kGt, a, a, RelationId(5)), RelationId(5));
  EXPECT_EQ(ids.Insert(Op::kLt, a, a, RelationId(6)), RelationId(5));
  EXPECT_EQ(ids.Insert(Op::kLe, a, a, RelationId(6)), RelationId(6));
  EXPECT_EQ(ids.Insert(Op::kGe, a, a, RelationId(7)), RelationId(6));
}

}  // namespace
}  // namespace stiction::symbolic
