// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/walk.h"

#include <gtest/gtest.h>

#include <vector>

namespace stiction::symbolic {
namespace {

using ir::ExprId;

class WalkTest : public testing::Test {
 protected:
  ir::ExprPool pool;
  ExprId x = pool.Variable(ir::VariableId(0), ir::ScalarType::kReal);
  ExprId y = pool.Variable(ir::VariableId(1), ir::ScalarType::kReal);
  ExprId sum = pool.Binary(ir::Op::kAdd, x, y);
  ExprId product = pool.Binary(ir::Op::kMul, sum, sum);
};

TEST_F(WalkTest, AsksOfEachNodeOnce) {
  std::vector<ExprId> asked;
  EXPECT_FALSE(AnyNode(pool, product, [&](ExprId id) {
    asked.push_back(id);
    return false;
  }));
  EXPECT_EQ(asked, (std::vector<ExprId>{product, sum, x, y}));
}

TEST_F(WalkTest, StopsWhereItHolds) {
  int asked = 0;
  EXPECT_TRUE(AnyNode(pool, product, [&](ExprId id) {
    ++asked;
    return id == sum;
  }));
  EXPECT_EQ(asked, 2);
  EXPECT_TRUE(AnyNode(pool, x, [&](ExprId id) { return id == x; }));
  EXPECT_FALSE(AnyNode(pool, x, [&](ExprId id) { return id == y; }));
}

}  // namespace
}  // namespace stiction::symbolic
