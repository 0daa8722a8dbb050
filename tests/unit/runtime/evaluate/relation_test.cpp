// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/evaluate/relation.h"

#include <gtest/gtest.h>

namespace stiction::runtime {
namespace {

RelationInfo Make(OpCode op, RelationInfo::Kind kind) {
  RelationInfo relation;
  relation.op = op;
  relation.kind = kind;
  relation.left = 0;
  relation.right = 1;
  return relation;
}

TEST(RelationTest, AnExactTieStaysOnItsHeldSide) {
  for (const OpCode op : {OpCode::kLt, OpCode::kLe, OpCode::kGt, OpCode::kGe}) {
    const RelationInfo relation = Make(op, RelationInfo::Kind::kState);
    const double tied[] = {2, 2};
    EXPECT_TRUE(EvaluateRelation(relation, tied, true, 0));
    EXPECT_FALSE(EvaluateRelation(relation, tied, false, 0));
    const double above[] = {2.5, 2};
    const bool greater = op == OpCode::kGt || op == OpCode::kGe;
    EXPECT_EQ(EvaluateRelation(relation, above, !greater, TieWidth(2.5, 2)), greater);
  }
}

TEST(RelationTest, ATieIsAFewUnitsInTheLastPlaceWide) {
  const RelationInfo relation = Make(OpCode::kGt, RelationInfo::Kind::kState);
  const double close[] = {1 + 4e-16, 1};
  EXPECT_FALSE(EvaluateRelation(relation, close, false, TieWidth(close[0], close[1])));
  EXPECT_TRUE(EvaluateRelation(relation, close, false, 0));
  const double apart[] = {1 + 4e-15, 1};
  EXPECT_TRUE(EvaluateRelation(relation, apart, false, TieWidth(apart[0], apart[1])));
}

TEST(RelationTest, TimeRelationsTakeTheirRightLimit) {
  const double at[] = {3, 3};
  for (const bool held : {false, true}) {
    EXPECT_TRUE(EvaluateRelation(Make(OpCode::kGt, RelationInfo::Kind::kTime), at, held, 0));
    EXPECT_TRUE(EvaluateRelation(Make(OpCode::kGe, RelationInfo::Kind::kTime), at, held, 0));
    EXPECT_FALSE(EvaluateRelation(Make(OpCode::kLt, RelationInfo::Kind::kTime), at, held, 0));
    EXPECT_FALSE(EvaluateRelation(Make(OpCode::kLe, RelationInfo::Kind::kTime), at, held, 0));
  }
}

TEST(RelationTest, AtTheStartATieIsReadAsWritten) {
  const double tied[] = {0, 0};
  EXPECT_FALSE(EvaluateRelationInitially(Make(OpCode::kGt, RelationInfo::Kind::kTime), tied, 0));
  EXPECT_TRUE(EvaluateRelationInitially(Make(OpCode::kGe, RelationInfo::Kind::kState), tied, 0));
  EXPECT_FALSE(EvaluateRelationInitially(Make(OpCode::kLt, RelationInfo::Kind::kState), tied, 0));
}

TEST(RelationTest, DiscreteRelationsAreExact) {
  const double tied[] = {3, 3};
  EXPECT_TRUE(EvaluateRelation(Make(OpCode::kGe, RelationInfo::Kind::kDiscrete), tied, false, 1));
  EXPECT_FALSE(EvaluateRelation(Make(OpCode::kNe, RelationInfo::Kind::kDiscrete), tied, true, 1));
}

}  // namespace
}  // namespace stiction::runtime
