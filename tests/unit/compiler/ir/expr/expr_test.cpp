#include "compiler/ir/expr/expr.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace stiction::ir {
namespace {

std::vector<ExprId> Ids(int count) {
  std::vector<ExprId> ids;
  for (int i = 0; i < count; ++i) ids.emplace_back(i);
  return ids;
}

// Up to three stand in the list itself, more elsewhere; nobody may notice.
TEST(Arguments, CopiesMovesAndGrowsAtAnyLength) {
  for (int count = 0; count < 8; ++count) {
    const std::vector<ExprId> ids = Ids(count);
    Arguments list(ids);
    ASSERT_EQ(list.size(), ids.size());
    const Arguments copy = list;
    EXPECT_EQ(copy, list);
    list.push_back(ExprId(99));
    EXPECT_NE(copy, list);
    EXPECT_EQ(list.back(), ExprId(99));
    Arguments moved = std::move(list);
    EXPECT_EQ(moved.size(), ids.size() + 1);
    moved = copy;
    EXPECT_EQ(moved, Arguments(ids));
    moved = Arguments{ExprId(5)};
    EXPECT_EQ(moved, Arguments{ExprId(5)});
  }
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
